import type { Post } from '../../../shared/social-schemas';
import { businessDay } from '../../../shared/time';

export const timeOf = ({ postedAt, scheduledFor }: Post): string | null => postedAt ?? scheduledFor;

export const postsOfDay = (posts: readonly Post[], day: string): Post[] =>
  posts
    .map((post) => [timeOf(post), post] as const)
    .filter((entry): entry is [string, Post] => entry[0] !== null && businessDay(entry[0]) === day)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, post]) => post);
