import type { Post } from '../../../shared/social';

/** What the list shows of a post. */
type ShownPost = Pick<
  Post,
  'platform' | 'content' | 'status' | 'isApproved' | 'likes' | 'comments' | 'shares' | 'permalink' | 'scheduledFor' | 'postedAt'
>;
/** A post of this page's own, shown before the server's list knows of it (back-office.md §4). */
export type LocalPost = ShownPost & { externalId: string | null };
type ListedPost = ShownPost & { key: string };

/** How many the overview shows (back-office.md §9). */
const LATEST_SHOWN = 5;

/** A post that was published a moment ago, before anybody has seen it. */
export const justPosted = (post: Pick<LocalPost, 'platform' | 'content' | 'externalId' | 'permalink'>, at: Date): LocalPost => ({
  ...post,
  status: 'posted',
  isApproved: true,
  likes: null,
  comments: null,
  shares: null,
  scheduledFor: null,
  postedAt: at.toISOString(),
});

/** The latest posts: this page's own that are not stored yet on top, then those of the server; what five others followed is none. */
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

/** Letters of a post that a list shows (back-office.md §9). */
const SHOWN_LENGTH = 100;

/** Letters that tell one post from another to somebody who only hears its buttons. */
const NAME_LENGTH = 40;

/** What a button says of the post it is of: its first words, on one line, the last of them whole. */
export function namePost(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  if ([...line].length <= NAME_LENGTH) return line;
  const beginning = [...line].slice(0, NAME_LENGTH + 1).join('');
  const words = beginning.slice(0, beginning.lastIndexOf(' '));
  return `${(words || beginning.slice(0, -1)).replace(/[\s.,;:!?-]+$/, '')}…`;
}

/** The beginning of a post's text, with a sign that there is more; a letter of several parts is not torn. */
export function cutContent(content: string): string {
  const letters = [...new Intl.Segmenter('en-CA').segment(content)];
  const next = letters[SHOWN_LENGTH];
  return next ? `${content.slice(0, next.index).trimEnd()}…` : content;
}
