import { trpc } from '../../trpc';

const NOT_SET_UP = 'Facebook is not set up, so nothing goes out by itself. At its time the post is listed as failed, for you to copy.';

/** Returns a function that keeps a promise that a post goes out, or replaces it while Facebook is not set up. */
export function useGoingOut(): (promise: string) => string {
  const { data } = trpc.social.overview.useQuery();
  return (promise) => (data?.isConfigured === false ? NOT_SET_UP : promise);
}
