import { desc, eq } from 'drizzle-orm';
import { socialAccounts, socialPosts } from '../../db/schema';
import { graph } from './facebook-shop';
import { PAGE_ID } from './graph-server';
import { openOffice } from './office';

type Row = typeof socialPosts.$inferInsert;
const AT = '2026-11-19T20:05:00.000Z';

/** A scheduled post of Tuesday, ten in the morning. */
export const POST = {
  id: 11,
  platform: 'facebook',
  type: 'cleaning-tip',
  content: 'Baking soda takes tea stains out of mugs.',
  status: 'scheduled',
  isApproved: true,
  scheduledFor: '2026-11-24T17:00:00.000Z',
  createdAt: AT,
  updatedAt: AT,
} as const satisfies Row;
/** A post on the page with its figures. */
export const POSTED = {
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
} as const satisfies Row;

export const DRAFT = {
  ...POST,
  id: 21,
  status: 'draft',
  isApproved: false,
  scheduledFor: null,
  source: 'worker',
  content: 'A proposal.',
  evidence: JSON.stringify(['14 jobs finished from 9 to 15 November']),
} as const satisfies Row;
const FAILED = {
  ...POST,
  id: 22,
  status: 'failed',
  attempts: 1,
  scheduledFor: '2026-11-17T17:00:00.000Z',
  content: 'Not out.',
  error: 'The token is not accepted.',
} as const satisfies Row;
/** Its time passed while the site was down. */
export const MISSED = { ...FAILED, id: 26, status: 'missed', content: 'Too late.', error: 'Its time passed.' } as const satisfies Row;
/** A failed post that may be on the page. */
export const UNKNOWN = { ...FAILED, id: 25, publishingSince: FAILED.scheduledFor, error: 'unknown result, check the page' } as const;
/** Sunday evening in Kamloops, Monday in UTC. */
const SUNDAY = { ...POST, id: 24, scheduledFor: '2026-11-23T05:00:00.000Z', content: 'Late on Sunday.' };
const CANCELLED = { ...POST, id: 23, status: 'cancelled', scheduledFor: '2026-11-19T17:00:00.000Z', content: 'Taken back.' } as const;
export const POSTS: readonly Row[] = [POST, POSTED, DRAFT, FAILED, CANCELLED, SUNDAY];

/** Opens an office with these posts. Its page, the one of the test's `startPages`, is connected, or what `page` says; null: not set up. */
export function openSocial(posts: readonly Row[] = [], page: Partial<typeof socialAccounts.$inferInsert> | null = {}) {
  const office = openOffice(page ? { facebook: graph.connect() } : {});
  const connected = { platform: 'facebook', status: 'connected', externalId: PAGE_ID, name: 'Sage & Pine', followers: 1412 } as const;
  if (page)
    office.db
      .insert(socialAccounts)
      .values({ ...connected, ...page })
      .run();
  insertPosts(office, posts);
  return office;
}
export function insertPosts({ db }: Pick<ReturnType<typeof openOffice>, 'db'>, posts: readonly Row[]): void {
  if (posts.length > 0)
    db.insert(socialPosts)
      .values([...posts])
      .run();
}
/** Returns the newest stored post, or the one of an id. */
export const storedPost = ({ db }: Pick<ReturnType<typeof openOffice>, 'db'>, id?: number) =>
  db
    .select()
    .from(socialPosts)
    .where(id === undefined ? undefined : eq(socialPosts.id, id))
    .orderBy(desc(socialPosts.id))
    .get();
