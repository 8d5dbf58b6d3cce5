import { isDay } from '../../../shared/calendar-day';

export type TeamSearch = { order?: number; when?: 'today' | 'to-invoice'; view?: 'map'; day?: string; member?: number | 'none' };

const toId = (value: unknown): number | undefined => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);

/** Returns whether a text is a plausible day. A year that is still being typed, such as 0202, is not. */
export const isUsualDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** Reads the search parameters from any address. Unreadable values become undefined, so that the router drops them. */
export const readTeamSearch = ({ order, when, view, day, member }: Record<string, unknown>): TeamSearch => ({
  order: toId(order),
  when: when === 'today' || when === 'to-invoice' ? when : undefined,
  view: view === 'map' ? view : undefined,
  day: typeof day === 'string' && isUsualDay(day) ? day : undefined,
  member: member === 'none' ? member : toId(member),
});
