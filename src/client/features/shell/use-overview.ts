import { trpc } from '../../trpc';

/**
 * Some figures change with time alone: a day begins, a quote request becomes older than 24 hours. A part that mounts after an error waits
 * for "Try again".
 */
const AGAIN = { refetchInterval: 5 * 60_000, retryOnMount: false };

export const useOverview = () => trpc.overview.today.useQuery(undefined, AGAIN);
export const useNeeds = () => trpc.overview.needsYou.useQuery(undefined, AGAIN);
export const useDay = () => trpc.overview.day.useQuery(undefined, AGAIN);
export const useMoney = () => trpc.overview.money.useQuery(undefined, AGAIN);
export const useChecklist = () => trpc.overview.checklist.useQuery(undefined, AGAIN);
