import { trpc } from '../../trpc';

/** Some figures change with time alone: a day begins, a quote request becomes older than 24 hours. */
const AGAIN_MS = 5 * 60_000;

export const useOverview = () => trpc.overview.today.useQuery(undefined, { refetchInterval: AGAIN_MS });
