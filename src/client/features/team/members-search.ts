import { sortInput } from '../../../shared/page';
import { MEMBER_ORDERS } from '../../../shared/team';
import { idParam, searchReader, wordParam } from '../../ui/search-params';

/** Reads the search parameters of the team; `member` opens one member. */
export const readMembersSearch = searchReader({
  member: idParam,
  view: wordParam(['time-off']),
  sort: sortInput(...MEMBER_ORDERS).catch(undefined),
});
export type MembersSearch = ReturnType<typeof readMembersSearch>;
