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
