import { z } from 'zod';
import { daysBetween } from './calendar-day';
import { pageSchema } from './page';
import {
  ACCOUNT_STATUSES,
  CONTENT_REQUIRED,
  countCharacters,
  MAX_POST_LENGTH,
  PLATFORMS,
  POST_SOURCES,
  POST_STATUSES,
  POST_TYPES,
  PUBLISHED_ON,
} from './social';
import { byId, idSchema, requiredText } from './text';
import { daySchema, instantSchema } from './time-input';

const RECENT_POSTS = 5;
/** Code units that a post of 280 characters can have at most, however they are composed. */
const MAX_UNITS = 4000;
/** Days that one request of the calendar may cover. */
const MAX_RANGE_DAYS = 62;

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

/** A new post: scheduled with a time, else a draft. */
export const postInput = z.object({
  platform: platformSchema.default(PUBLISHED_ON),
  type: typeSchema.default('business-update'),
  content: contentSchema,
  scheduledFor: scheduledForSchema.optional(),
  source: z.enum(['manual', 'template'], 'Please say where the text comes from.').default('manual'),
});
/** True if a person checked that a post with an unknown result is not on the page; without it such a post is not posted or moved. */
const confirmSchema = z.boolean('Please say whether you looked at the page.').default(false);
/** The changes of a post. Missing fields stay, and a null time removes the time. */
export const postChange = byId.extend({
  platform: platformSchema.optional(),
  type: typeSchema.optional(),
  content: contentSchema.optional(),
  scheduledFor: scheduledForSchema.optional(),
  confirm: confirmSchema,
});
export const postMove = byId.extend({ scheduledFor: scheduledForSchema, confirm: confirmSchema });
export const postPublish = byId.extend({ confirm: confirmSchema });

/** Figures that the platform did not report are null. */
const reactions = { likes: z.int().nullable(), comments: z.int().nullable(), shares: z.int().nullable() };
export const postSchema = z.object({
  id: z.int(),
  platform: z.enum(PLATFORMS),
  type: z.enum(POST_TYPES),
  content: z.string(),
  status: z.enum(POST_STATUSES),
  isApproved: z.boolean(),
  scheduledFor: z.string().nullable(),
  /** For a scheduled post whose last attempt failed: the time of the next. */
  nextAttemptAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  externalId: z.string().nullable(),
  permalink: z.string().nullable(),
  ...reactions,
  reach: z.int().nullable(),
  metricsAt: z.string().nullable(),
  /** The reason of the failure, or of the last failed attempt. */
  error: z.string().nullable(),
  /** True if it failed and may be on the page all the same. */
  isUnknown: z.boolean(),
  attempts: z.int(),
  source: z.enum(POST_SOURCES),
  /** The facts that a worker's draft rests on, in words. */
  evidence: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Post = z.output<typeof postSchema>;

const POST_VIEWS = ['all', ...POST_STATUSES] as const;
const LIMIT = 'Please give a limit from 1 to 500.';
/** Posts newest first. With days, those planned for them or posted on them, both days included. */
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
  .refine(({ from, to }) => from == null || to == null || daysBetween(from, to) <= MAX_RANGE_DAYS, {
    path: ['to'],
    message: `Please ask for ${MAX_RANGE_DAYS} days at most.`,
  });
export const postList = pageSchema(postSchema);

const KEY = 'Please send a key of 8 to 100 plain characters.';
/** The body of `POST /api/facebook/post`; the same key again returns the same post. */
export const postNowInput = z.object({
  message: contentSchema,
  type: typeSchema.default('business-update'),
  platform: platformSchema.default(PUBLISHED_ON),
  idempotencyKey: z
    .string(KEY)
    .regex(/^[\x21-\x7e]{8,100}$/, KEY)
    .optional(),
});
/** The call succeeds even if the platform refuses: then `error` has the reason. */
export const postOutcome = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  /** The platform's own id. */
  postId: z.string().optional(),
  permalink: z.string().optional(),
  /** The id of our row, if one was made. */
  post: postSchema.optional(),
});
export type PostOutcome = z.output<typeof postOutcome>;

/** `confirm` allows posting an unapproved draft of a worker; `draftId` is the draft that was shown, and only that draft is posted. */
export const autoPostInput = z.object({
  confirm: z.boolean('Please say whether it may go out.').default(false),
  draftId: idSchema.nullish(),
});
export const autoPostOutcome = postOutcome.extend({
  /** If no draft is approved: the text of the worker's draft that a confirmation would post. */
  needsConfirmation: z.boolean().optional(),
  draft: postSchema.optional(),
});
export type AutoPostOutcome = z.output<typeof autoPostOutcome>;

/** The answer of `GET /api/facebook/test`. */
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
  /** A percentage with one decimal; null if followers or figures are unknown. */
  engagement: z.number().nullable(),
  /** For a connected platform those of the last 30 days. */
  posts: z.int(),
  /** The fixed sample figures, while the platform is not connected. */
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

/** Sums over some posts. A figure that no post has is null, and an average counts only the posts that have it. */
const groupFigures = z.object({
  posts: z.int(),
  ...reactions,
  /** Likes, comments and shares of a post on average, with one decimal. */
  averageEngagement: z.number().nullable(),
});
const postFigures = z.object({
  /** Of the last twelve months. */
  since: z.string(),
  /** True if there were more posts than are counted; the newest are. */
  isCut: z.boolean(),
  posts: z.int(),
  /** Posts with figures from the platform. */
  measured: z.int(),
  ...reactions,
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
  /** By likes, comments and shares; null if none was measured, the worst also if only one was. */
  best: postSchema.nullable(),
  worst: postSchema.nullable(),
  failed: z.int(),
  /** The percentage of failed posts among those posted or failed, with one decimal, however often each was tried. */
  failedShare: z.number(),
  /** Median minutes from writing a post to its publication. */
  medianMinutesToPost: z.number(),
});
export type PostFigures = z.output<typeof postFigures>;
/** Null before the first post. */
export const socialAnalytics = postFigures.nullable();

/** The hours of the week in which the company's own posts did best, once there are enough posts. */
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
