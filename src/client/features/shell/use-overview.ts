import { trpc } from '../../trpc';

/** Some of the figures change by the clock alone: a day begins, a request gets old. */
const AGAIN_MS = 5 * 60_000;

/** What needs doing now, read again with every change that is told, and from time to time. */
export const useOverview = () => trpc.overview.today.useQuery(undefined, { refetchInterval: AGAIN_MS });
