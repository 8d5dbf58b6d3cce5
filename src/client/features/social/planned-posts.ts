import type { Post } from '../../../shared/social-schemas';
import { businessDay } from '../../../shared/time';

/** Returns when a post was or will be published, or null if it has no time. */
export const timeOf = ({ postedAt, scheduledFor }: Post): string | null => postedAt ?? scheduledFor;

/** Returns the posts of a day by time. */
export const postsOfDay = (posts: readonly Post[], day: string): Post[] =>
  posts
    .map((post) => [timeOf(post), post] as const)
    .filter((entry): entry is [string, Post] => entry[0] !== null && businessDay(entry[0]) === day)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, post]) => post);
