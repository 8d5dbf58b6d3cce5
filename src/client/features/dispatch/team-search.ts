import { isDay } from '../../../shared/calendar-day';

/** What the address of the Team Dashboard says: the order that is open, today's orders alone, the jobs to invoice, or the map of a day and of a member's jobs, or of nobody's. */
export type TeamSearch = { order?: number; when?: 'today' | 'to-invoice'; view?: 'map'; day?: string; member?: number | 'none' };

const toId = (value: unknown): number | undefined => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);

/** Whether anybody could mean a day; a year that is still being typed is none. */
export const isUsualDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** The same out of an address that anybody may have typed; what cannot be read counts as absent, which the router has to be told. */
export const readTeamSearch = ({ order, when, view, day, member }: Record<string, unknown>): TeamSearch => ({
  order: toId(order),
  when: when === 'today' || when === 'to-invoice' ? when : undefined,
  view: view === 'map' ? view : undefined,
  day: typeof day === 'string' && isUsualDay(day) ? day : undefined,
  member: member === 'none' ? member : toId(member),
});
