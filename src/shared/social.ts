// Apart from the schemas, so that tables and addresses can use them without loading zod.

/** Platforms and kinds of posts. */
export const PLATFORMS = ['facebook', 'instagram', 'tiktok', 'google'] as const;
export type Platform = (typeof PLATFORMS)[number];
export const PLATFORM_NAMES: Record<Platform, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  google: 'Google My Business',
};
export const POST_TYPES = ['business-update', 'achievement', 'cleaning-tip', 'service-highlight', 'customer-story'] as const;
export type PostType = (typeof POST_TYPES)[number];
export const POST_TYPE_NAMES: Record<PostType, string> = {
  'business-update': 'Business update',
  achievement: 'Achievement',
  'cleaning-tip': 'Cleaning tip',
  'service-highlight': 'Service highlight',
  'customer-story': 'Customer story',
};
/** `missed`: its time passed while the site was down, and the owner decides whether it still goes out. */
export const POST_STATUSES = ['draft', 'scheduled', 'publishing', 'posted', 'failed', 'missed', 'cancelled'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];
export const POST_SOURCES = ['manual', 'template', 'worker'] as const;
export const ACCOUNT_STATUSES = ['pending', 'connected', 'disconnected'] as const;
/** Characters of a post, counted as a person does. */
export const MAX_POST_LENGTH = 280;

/** The messages for an empty post, and if Facebook is not set up. */
export const CONTENT_REQUIRED = 'Content Required: Please enter content for your post.';
export const POSTING_NOT_CONFIGURED = 'Please configure your Facebook API credentials to enable posting.';
export const AUTO_POST_NOT_CONFIGURED = 'Please configure Facebook credentials first.';
/** The refusal to post or move a post with an unknown result before a person checked the page. */
export const LOOK_FIRST = 'This post may be on the page already. Please look there, and confirm that it is not.';
export const MISSED_TIME = 'Its time passed while the site was down. Post it now, or choose a new time.';
/** The refusal to plan a post for the past. */
export const TIME_TO_COME = 'Please choose a time in the future.';
/** The platform that posts are published on; texts for the others are copied by hand. */
export const PUBLISHED_ON: Platform = 'facebook';
/** The refusal to publish a post of another platform. */
export const notAvailable = (platform: Platform): string => `${PLATFORM_NAMES[platform]} posting is not available; copy the text instead`;
/** The number of posts from which times are suggested. */
export const SUGGESTIONS_FROM = 20;

// Made on first use, which takes 20 ms.
let graphemes: Intl.Segmenter | undefined;
/** Counts the characters of a post as a person does, without blanks at the ends: a family emoji of four is one. */
export function countCharacters(content: string): number {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(content.trim())].length;
}

/** Returns true if a post may still be changed, moved, cancelled or posted. */
export const isOpenPost = (status: PostStatus): boolean => ['draft', 'scheduled', 'failed', 'missed'].includes(status);

/** The figures of a card while its platform is not connected: fixed, and always labelled "Sample data". */
export const SAMPLE_FIGURES: Record<Platform, { followers: number; engagement: number; posts: number }> = {
  facebook: { followers: 480, engagement: 4.2, posts: 12 },
  instagram: { followers: 350, engagement: 5.1, posts: 9 },
  tiktok: { followers: 120, engagement: 6.4, posts: 4 },
  google: { followers: 90, engagement: 2.8, posts: 6 },
};
