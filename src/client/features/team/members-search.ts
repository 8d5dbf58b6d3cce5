import { sortInput } from '../../../shared/page';
import { MEMBER_ORDERS } from '../../../shared/team';
import { flagParam, idParam, searchReader, wordParam } from '../../ui/search-params';

/** Reads the search parameters of the team; `member` opens one member, and `new` the form of a new one. */
export const readMembersSearch = searchReader({
  member: idParam,
  new: flagParam,
  view: wordParam(['time-off']),
  sort: sortInput(...MEMBER_ORDERS).catch(undefined),
});
export type MembersSearch = ReturnType<typeof readMembersSearch>;
