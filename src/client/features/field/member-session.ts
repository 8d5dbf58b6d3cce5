import { parseMemberSession } from '../../../shared/session';
import { MEMBER_SESSION_KEY, type MemberSession } from '../../../shared/session-keys';
import { tryStorage } from '../../browser-store';
import { getNow } from '../../clock';
import { forgetJobs } from './phone-store';

/** Returns the member who signed in in this browser. Only a hint: the server decides by the cookie. */
export const readMemberSession = (): MemberSession | undefined =>
  tryStorage(() => parseMemberSession(localStorage.getItem(MEMBER_SESSION_KEY)));

/** Without storage the dashboard asks for the login again. */
export const storeMemberSession = (member: Omit<MemberSession, 'loginTime'>): void =>
  tryStorage(() => localStorage.setItem(MEMBER_SESSION_KEY, JSON.stringify({ ...member, loginTime: getNow() })));

/** Deletes the session and the jobs stored in this browser, but not unsent actions. Does not end the session on the server. */
export function leaveField(memberId: number): void {
  // Another member may have signed in in another tab meanwhile.
  if (readMemberSession()?.id === memberId) tryStorage(() => localStorage.removeItem(MEMBER_SESSION_KEY));
  void forgetJobs(memberId).catch(() => undefined);
}
