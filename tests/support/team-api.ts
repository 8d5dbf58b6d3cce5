import { bodyOf, openOffice } from './http';
import { MEMBER, PASSWORD } from './team';

type Row = Record<string, unknown> & { id: number };
type Session = { cookie: string };
export const LOGIN = { employeeId: MEMBER.employeeId, password: PASSWORD };

/** Opens an office with the calls of the owner and of members to the team API. */
export async function openTeamApi() {
  const office = await openOffice();
  const { shop, call } = office;
  const logIn = (body: unknown = LOGIN, headers: Record<string, string> = {}) => shop.request('POST', '/api/team/login', { body, headers });
  const byMember = (headers: Session, method: string, path: string, body?: unknown) => shop.request(method, path, { headers, body });
  return {
    ...office,
    logIn,
    byMember,
    add: async (more: Record<string, unknown> = {}) =>
      bodyOf<Row>(await call('POST', '/api/team-members', { ...MEMBER, password: PASSWORD, ...more }), 201),
    /** Signs a member in. Returns the cookie as a browser would send it. */
    memberCookie: async (body: unknown = LOGIN): Promise<Session> => {
      const response = await logIn(body);
      await bodyOf(response, 200);
      return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    },
    /** Returns the status of a member's own call: 200 while its session lives. */
    statusOf: async (headers: Session) => (await byMember(headers, 'GET', '/trpc/team.me')).status,
  };
}
