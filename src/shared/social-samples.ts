import type { Platform } from './social';

/** The figures of a card while its platform is not connected: fixed, and always labelled "Sample data". */
export const SAMPLE_FIGURES: Record<Platform, { followers: number; engagement: number; posts: number }> = {
  facebook: { followers: 480, engagement: 4.2, posts: 12 },
  instagram: { followers: 350, engagement: 5.1, posts: 9 },
  tiktok: { followers: 120, engagement: 6.4, posts: 4 },
  google: { followers: 90, engagement: 2.8, posts: 6 },
};
