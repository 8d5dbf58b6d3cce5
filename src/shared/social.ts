import { z } from 'zod';
import {
  ACCOUNT_STATUSES,
  MAX_POST_LENGTH,
  PLATFORM_NAMES,
  PLATFORMS,
  type Platform,
  POST_SOURCES,
  POST_STATUSES,
  POST_TYPES,
  type PostStatus,
} from './social-words';
import { byId, idSchema, requiredText } from './text';
import { daySchema, instantSchema } from './time-input';

/** What the specification says where a post is empty, and where Facebook is not set up (back-office.md §5 and §8). */
export const CONTENT_REQUIRED = 'Content Required: Please enter content for your post.';
export const POSTING_NOT_CONFIGURED = 'Please configure your Facebook API credentials to enable posting.';
export const AUTO_POST_NOT_CONFIGURED = 'Please configure Facebook credentials first.';
/** Why a post whose result is unknown is not posted or moved without a look at the page. */
export const LOOK_FIRST = 'This post may be on the page already. Please look there, and confirm that it is not.';
/** Why a post that nobody posted in time waits for the owner. */
export const MISSED_TIME = 'Its time passed while the site was down. Post it now, or choose a new time.';
/** Why a post is not planned for what is over. */
export const TIME_TO_COME = 'Please choose a time to come.';
/** The platform that posts are published on; the text for the others is copied by hand (automation.md §6). */
export const PUBLISHED_ON: Platform = 'facebook';
/** Why a post of another platform is not published. */
export const notAvailable = (platform: Platform): string => `${PLATFORM_NAMES[platform]} posting is not available; copy the text instead`;
/** Posted items that it takes until times are suggested (automation.md §6). */
export const SUGGESTIONS_FROM = 20;
const RECENT_POSTS = 5;
/** No post of 280 characters is longer than this in code units, however they are composed. */
const MAX_UNITS = 4000;
/** Days that one look at the calendar may cover. */
const MAX_RANGE_DAYS = 62;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters of a post as a person counts them, without the blanks around it: a family of four is one. */
export const countCharacters = (content: string): number => [...graphemes.segment(content.trim())].length;

const TOO_LONG = `Please keep this to ${MAX_POST_LENGTH} characters.`;
const contentSchema = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === null ? CONTENT_REQUIRED : 'Please enter text.') })
  .refine((text) => text.trim() !== '', CONTENT_REQUIRED)
  .refine((text) => text.trim() === '' || (text.length <= MAX_UNITS && countCharacters(text) <= MAX_POST_LENGTH), TOO_LONG)
  .pipe(requiredText(MAX_UNITS))
  .transform((text) => text.replace(/\r\n?/g, '\n').trim());
const platformSchema = z.enum(PLATFORMS, `Please choose a platform: ${PLATFORMS.join(', ')}.`);
const typeSchema = z.enum(POST_TYPES, `Please choose a type: ${POST_TYPES.join(', ')}.`);
const scheduledForSchema = instantSchema.nullable();

/** A new post: with a time it is scheduled, without one it is a draft. */
export const postInput = z.object({
  platform: platformSchema.default(PUBLISHED_ON),
  type: typeSchema.default('business-update'),
  content: contentSchema,
  scheduledFor: scheduledForSchema.optional(),
  source: z.enum(['manual', 'template'], 'Please say where the text comes from.').default('manual'),
});
/** Whether a person looked, and the post whose result is unknown is not on the page; without it such a post is not posted or moved. */
const confirmSchema = z.boolean('Please say whether you looked at the page.').default(false);
/** What of a post is changed; what is absent stays, and null takes its time away. */
export const postChange = byId.extend({
  platform: platformSchema.optional(),
  type: typeSchema.optional(),
  content: contentSchema.optional(),
  scheduledFor: scheduledForSchema.optional(),
  confirm: confirmSchema,
});
export const postMove = byId.extend({ scheduledFor: scheduledForSchema, confirm: confirmSchema });
export const postPublish = byId.extend({ confirm: confirmSchema });

export const postSchema = z.object({
  id: z.int(),
  platform: z.enum(PLATFORMS),
  type: z.enum(POST_TYPES),
  content: z.string(),
  status: z.enum(POST_STATUSES),
  isApproved: z.boolean(),
  scheduledFor: z.string().nullable(),
  /** Of a scheduled one whose last attempt failed: when the next is made. */
  nextAttemptAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  externalId: z.string().nullable(),
  permalink: z.string().nullable(),
  /** Figures are null where the platform did not tell. */
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
  reach: z.int().nullable(),
  metricsAt: z.string().nullable(),
  /** Why it failed, or why the last attempt did. */
  error: z.string().nullable(),
  /** Whether it failed without anybody knowing if it is on the page. */
  isUnknown: z.boolean(),
  attempts: z.int(),
  source: z.enum(POST_SOURCES),
  /** What a worker's draft rests on, in words. */
  evidence: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Post = z.output<typeof postSchema>;

const POST_VIEWS = ['all', ...POST_STATUSES] as const;
const LIMIT = 'Please give a limit from 1 to 500.';
/** Posts newest first; with days, those that are planned for them (posted ones: that went out on them), both included. */
export const postListInput = z
  .object({
    view: z.enum(POST_VIEWS, 'Please choose a view of the posts.').default('all'),
    from: daySchema.nullish(),
    to: daySchema.nullish(),
    limit: z.int(LIMIT).min(1, LIMIT).max(500, LIMIT).default(20),
    cursor: idSchema.nullish(),
  })
  .refine(({ from, to }) => (from == null) === (to == null), { path: ['to'], message: 'Please give both days or none.' })
  .refine(({ from, to }) => from == null || to == null || from <= to, { path: ['to'], message: 'Please end after the first day.' })
  .refine(({ from, to }) => from == null || to == null || Date.parse(to) - Date.parse(from) <= MAX_RANGE_DAYS * 86_400_000, {
    path: ['to'],
    message: `Please ask for ${MAX_RANGE_DAYS} days at most.`,
  });
export const postList = z.object({ rows: z.array(postSchema), nextCursor: z.int().nullable() });

const KEY = 'Please send a key of 8 to 100 plain characters.';
/** `POST /api/facebook/post` (api.md); the same key again answers the same post. */
export const postNowInput = z.object({
  message: contentSchema,
  type: typeSchema.default('business-update'),
  platform: platformSchema.default(PUBLISHED_ON),
  idempotencyKey: z
    .string(KEY)
    .regex(/^[\x21-\x7e]{8,100}$/, KEY)
    .optional(),
});
/** Answered as a success of the call also where the platform refused: then `error` says why. */
export const postOutcome = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  /** The platform's own id. */
  postId: z.string().optional(),
  permalink: z.string().optional(),
  /** Our row, where one was made. */
  post: postSchema.optional(),
});
export type PostOutcome = z.output<typeof postOutcome>;

/** `confirm` lets a worker's draft go out that nobody approved; `draftId` is the one that was shown, and only that one goes. */
export const autoPostInput = z.object({
  confirm: z.boolean('Please say whether it may go out.').default(false),
  draftId: idSchema.nullish(),
});
export const autoPostOutcome = postOutcome.extend({
  /** Where no draft is approved: the text of the worker's that would go out after a confirmation. */
  needsConfirmation: z.boolean().optional(),
  draft: postSchema.optional(),
});
export type AutoPostOutcome = z.output<typeof autoPostOutcome>;

/** `GET /api/facebook/test` (api.md). */
export const facebookTest = z.object({
  success: z.boolean(),
  message: z.string(),
  name: z.string().optional(),
  followers: z.int().nullable().optional(),
});

const platformCard = z.object({
  platform: z.enum(PLATFORMS),
  status: z.enum(ACCOUNT_STATUSES),
  name: z.string().nullable(),
  followers: z.int().nullable(),
  /** Percent with one decimal; null where followers or figures are not known. */
  engagement: z.number().nullable(),
  /** Of a connected one those of the last 30 days. */
  posts: z.int(),
  /** The documented fixed figures of what is not connected. */
  isSample: z.boolean(),
  checkedAt: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type PlatformCard = z.output<typeof platformCard>;
/** The first tab: a card for each platform, and the latest five posts. */
export const socialOverview = z.object({
  isConfigured: z.boolean(),
  platforms: z.array(platformCard),
  latest: z.array(postSchema).max(RECENT_POSTS),
});
export type SocialOverview = z.output<typeof socialOverview>;

/** Sums of some posts; a figure that no post of them has is null, and an average is over those that have it. */
const groupFigures = z.object({
  posts: z.int(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
  /** Likes, comments and shares of a post on average, with one decimal. */
  averageEngagement: z.number().nullable(),
});
const postFigures = z.object({
  /** Of the last twelve months. */
  since: z.string(),
  /** Whether there were more posts than are counted here; then the newest are. */
  isCut: z.boolean(),
  posts: z.int(),
  /** Posts that the platform told figures of. */
  measured: z.int(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
  reach: z.int().nullable(),
  averages: z.object({
    likes: z.number().nullable(),
    comments: z.number().nullable(),
    shares: z.number().nullable(),
    engagement: z.number().nullable(),
  }),
  /** Weeks from that of the first post to the present one; `week` is its Monday. */
  perWeek: z.array(z.object({ week: z.string(), posts: z.int() })),
  byType: z.array(groupFigures.extend({ type: z.enum(POST_TYPES) })),
  byPlatform: z.array(groupFigures.extend({ platform: z.enum(PLATFORMS) })),
  /** By likes, comments and shares; null where none was measured, the worst also where only one was. */
  best: postSchema.nullable(),
  worst: postSchema.nullable(),
  failed: z.int(),
  /** Percent of failed posts, however often they were tried, among those that were posted or failed, with one decimal. */
  failedShare: z.number(),
  /** From writing it to its being out: minutes of the post in the middle. */
  medianMinutesToPost: z.number(),
});
export type PostFigures = z.output<typeof postFigures>;
/** Null where nothing was posted yet. */
export const socialAnalytics = postFigures.nullable();

/** Hours of the week in which the company's own posts did best, once there are enough of them. */
export const suggestedTimes = z.object({
  posted: z.int(),
  needed: z.int(),
  times: z.array(
    z.object({
      /** 0 = Sunday … 6 = Saturday, and the hour of the company's clock. */
      weekday: z.int(),
      hour: z.int(),
      posts: z.int(),
      averageEngagement: z.number(),
      /** The next such hour. */
      next: z.string(),
    }),
  ),
});
export type SuggestedTimes = z.output<typeof suggestedTimes>;

/** States in which a person may still change a post, or have it posted now. */
const OPEN_POST_STATUSES = ['draft', 'scheduled', 'failed', 'missed'] as const satisfies readonly PostStatus[];
/** Whether a post may still be changed, moved, cancelled or posted. */
export const isOpenPost = (status: PostStatus): boolean => (OPEN_POST_STATUSES as readonly PostStatus[]).includes(status);
