import type { Post } from '../../../shared/social-schemas';
import { getNow } from '../../clock';

type ShownPost = Pick<
  Post,
  'platform' | 'content' | 'status' | 'isApproved' | 'likes' | 'comments' | 'shares' | 'permalink' | 'scheduledFor' | 'postedAt'
>;
/** A post of this page that the server's list does not have yet. */
export type LocalPost = ShownPost & { externalId: string | null };
type ListedPost = ShownPost & { key: string };

const LATEST_SHOWN = 5;

export const justPosted = (post: Pick<LocalPost, 'platform' | 'content' | 'externalId' | 'permalink'>): LocalPost => ({
  ...post,
  status: 'posted',
  isApproved: true,
  likes: null,
  comments: null,
  shares: null,
  scheduledFor: null,
  postedAt: getNow(),
});

/**
 * Returns the latest posts: unstored posts of this page first, then the server's. A local post that five newer ones followed is
 * dropped.
 */
export function mergePosts(locals: readonly LocalPost[], stored: readonly Post[]): ListedPost[] {
  const known = new Set(stored.map(({ externalId }) => externalId));
  const isPast = ({ postedAt }: LocalPost) =>
    stored.length >= LATEST_SHOWN && stored.every((post) => (post.postedAt ?? post.createdAt) > (postedAt ?? ''));
  const unknown = locals.filter((post) => !isPast(post) && (post.externalId === null || !known.has(post.externalId)));
  return [
    ...unknown.map((post) => ({ ...post, key: `local ${post.externalId ?? post.postedAt}` })),
    ...stored.map((post) => ({ ...post, key: String(post.id) })),
  ].slice(0, LATEST_SHOWN);
}

const SHOWN_LENGTH = 100;

/** Characters that tell posts apart for people who hear only the buttons. */
const NAME_LENGTH = 40;

/** Returns the words for a button's post: its beginning on one line, ending with a whole word. */
export function namePost(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  if ([...line].length <= NAME_LENGTH) return line;
  const beginning = [...line].slice(0, NAME_LENGTH + 1).join('');
  const words = beginning.slice(0, beginning.lastIndexOf(' '));
  return `${(words || beginning.slice(0, -1)).replace(/[\s.,;:!?-]+$/, '')}…`;
}

/** Returns the beginning of a post's text, with an ellipsis if there is more. Characters of several code points stay whole. */
export function cutContent(content: string): string {
  const letters = [...new Intl.Segmenter('en-CA').segment(content)];
  const next = letters[SHOWN_LENGTH];
  return next ? `${content.slice(0, next.index).trimEnd()}…` : content;
}
