import type { Post, PostFigures, SocialOverview } from '../../src/shared/social-schemas';
import { fakeCalls } from './office';

/** A scheduled post of the office's lists. */
export const POST: Post = {
  id: 11,
  platform: 'facebook',
  type: 'cleaning-tip',
  content: 'Baking soda takes tea stains out of mugs.',
  status: 'scheduled',
  isApproved: true,
  scheduledFor: '2026-11-24T17:00:00.000Z',
  nextAttemptAt: null,
  postedAt: null,
  externalId: null,
  permalink: null,
  likes: null,
  comments: null,
  shares: null,
  reach: null,
  metricsAt: null,
  error: null,
  isUnknown: false,
  attempts: 0,
  source: 'manual',
  evidence: [],
  createdAt: '2026-11-19T20:05:00.000Z',
  updatedAt: '2026-11-19T20:05:00.000Z',
};
/** A published post with its metrics. */
export const POSTED: Post = {
  ...POST,
  id: 7,
  content: 'Fourteen homes cleaned last week.',
  status: 'posted',
  scheduledFor: null,
  postedAt: '2026-11-18T18:00:00.000Z',
  externalId: '123_7',
  permalink: 'https://www.facebook.com/123/posts/7',
  likes: 12,
  comments: 3,
  shares: 1,
};

const card = {
  name: null,
  engagement: 5.1,
  posts: 9,
  followers: 350,
  checkedAt: null,
  lastError: null,
  status: 'disconnected' as const,
  isSample: true,
};
export const OVERVIEW: SocialOverview = {
  isConfigured: true,
  platforms: [
    {
      ...card,
      platform: 'facebook',
      status: 'connected',
      isSample: false,
      name: 'Sage & Pine',
      followers: 1412,
      engagement: 3.6,
      posts: 12,
    },
    { ...card, platform: 'instagram' },
    { ...card, platform: 'tiktok' },
    { ...card, platform: 'google' },
  ],
  latest: [POSTED],
};

export const FIGURES: PostFigures = {
  since: '2025-11-20T08:00:00.000Z',
  isCut: false,
  posts: 3,
  measured: 2,
  likes: 20,
  comments: 4,
  shares: null,
  reach: null,
  averages: { likes: 10, comments: 2, shares: null, engagement: 12 },
  perWeek: [
    { week: '2026-11-09', posts: 1 },
    { week: '2026-11-16', posts: 2 },
  ],
  byType: [{ type: 'cleaning-tip', posts: 3, likes: 20, comments: 4, shares: null, averageEngagement: 12 }],
  byPlatform: [{ platform: 'facebook', posts: 3, likes: 20, comments: 4, shares: null, averageEngagement: 12 }],
  best: POSTED,
  worst: null,
  failed: 1,
  failedShare: 25,
  medianMinutesToPost: 185,
};

/** Opens an office with these recent and planned posts. */
export const openSocial = (handlers: Parameters<typeof fakeCalls>[0] = {}, posts: readonly Post[] = []) =>
  fakeCalls({
    'social.overview': () => OVERVIEW,
    'social.listPosts': ({ view }) => ({ rows: posts.filter(({ status }) => view === 'all' || view === status), nextCursor: null }),
    'social.getPost': ({ id }) => posts.find((post) => post.id === id),
    'social.suggestedTimes': () => ({ posted: 3, needed: 20, times: [] }),
    'social.analytics': () => null,
    'social.testFacebook': () => ({ success: true, message: 'Connected.' }),
    'social.postNow': () => ({ success: true, postId: '123_8', permalink: 'https://www.facebook.com/123/posts/8' }),
    'social.createPost': (input) => ({ ...POST, ...input, id: 12, status: input.scheduledFor ? 'scheduled' : 'draft' }),
    'social.updatePost': (input) => ({ ...POST, ...input }),
    'social.movePost': (input) => ({ ...POST, ...input }),
    'social.approvePost': () => ({ ...POST, isApproved: true }),
    'social.cancelPost': () => ({ ...POST, status: 'cancelled' }),
    ...handlers,
  });
