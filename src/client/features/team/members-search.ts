import { idParam, searchReader } from '../../ui/search-params';

/** Reads the search parameters of the team; `member` selects one member. */
export const readMembersSearch = searchReader({ member: idParam });
export type MembersSearch = ReturnType<typeof readMembersSearch>;
