import { WORK_ORDER_ORDERS } from '../../../shared/dispatch';
import { sortInput } from '../../../shared/page';
import { dayParam, idOrParam, idParam, searchReader, wordParam } from '../../ui/search-params';

export const readTeamSearch = searchReader({
  order: idParam,
  when: wordParam(['today', 'to-invoice']),
  sort: sortInput(...WORK_ORDER_ORDERS).catch(undefined),
  view: wordParam(['map']),
  day: dayParam,
  member: idOrParam('none'),
});
export type TeamSearch = ReturnType<typeof readTeamSearch>;

/** Reads the day of the board, the member whose day a phone shows, the opened job, and the work order whose assignment is open. */
export const readDispatchSearch = searchReader({
  day: dayParam,
  member: idParam,
  job: idParam,
  assign: idParam,
});
export type DispatchSearch = ReturnType<typeof readDispatchSearch>;
