import { MEMBER_SESSION_KEY, type MemberSession, parseMemberSession } from '../../../shared/session-keys';
import { getNow } from '../../clock';
import { forgetJobs } from './phone-store';

/** Returns the member who signed in in this browser. Only a hint: the server decides by the cookie. */
export function readMemberSession(): MemberSession | undefined {
  try {
    return parseMemberSession(localStorage.getItem(MEMBER_SESSION_KEY));
  } catch {
    return undefined;
  }
}

export function storeMemberSession(member: Omit<MemberSession, 'loginTime'>): void {
  try {
    localStorage.setItem(MEMBER_SESSION_KEY, JSON.stringify({ ...member, loginTime: getNow() }));
  } catch {
    // Without storage the dashboard asks for the login again.
  }
}

/** Forgets the session in this browser; a call of its own ends it on the server. */
function clearMemberSession(): void {
  try {
    localStorage.removeItem(MEMBER_SESSION_KEY);
  } catch {
    // A browser without storage has nothing to remove.
  }
}

/** Forgets the session and the stored jobs in this browser; unsent actions stay for the member's next login. */
export function leaveField(memberId: number): void {
  // Another member may have signed in in another tab meanwhile.
  if (readMemberSession()?.id === memberId) clearMemberSession();
  void forgetJobs(memberId).catch(() => undefined);
}
