/** Browser storage keys of the admin session. */
export const SESSION_KEYS = { flag: 'adminAuthenticated', token: 'adminToken', loginTime: 'adminLoginTime' } as const;

/** Event in the browser when the server no longer knows the session. The staff side then goes to the login once. */
export const SESSION_LOST = 'tidyline:session-lost';

/** Browser storage key of the signed-in member, for display. Only the cookie gives access. */
export const MEMBER_SESSION_KEY = 'teamMemberSession';
export type MemberSession = { id: number; name: string; role: string; loginTime: string };

/** Browser storage key of the records that an admin opened last on this device. It ends with the session. */
export const RECENT_RECORDS_KEY = 'officeRecentRecords';

/** Browser storage key of the loaded pages and scroll position, for a reload. It ends with the session. */
export const RELOADED_PAGE_KEY = 'officeReloadedPage';
