import { vi } from 'vitest';
import { outbox, sessions } from '../../db/schema';
import { cookieNames, hashToken, newToken } from '../../src/server/session/tokens';
import { addMinutes } from '../../src/shared/time';
import type { Shop } from './shop';

/** Opens a session of a client and returns its cookie. */
export function openClientSession(shop: Shop, id: number, linkId: number | null = null): string {
  const token = newToken();
  const [createdAt, expiresAt] = [shop.clock.now().toISOString(), addMinutes(shop.clock.now(), 90 * 1440)];
  shop.db
    .insert(sessions)
    .values({ idHash: hashToken(token), kind: 'client', subjectId: id, linkId, createdAt, expiresAt })
    .run();
  return `${cookieNames('http://shop.test').client}=${token}`;
}

const findLink = (shop: Shop, after: number): string | undefined =>
  shop
    .rows(outbox)
    .filter(({ id, purpose }) => purpose === 'client-link' && id > after)
    .map(({ body }) => /\/my\/open\/([\w-]+)/.exec(body)?.[1])
    .at(-1);

/** Asks for a sign-in link as a visitor does and returns its token. */
export async function requestSignIn(shop: Shop, email: string): Promise<string> {
  const newest = Math.max(0, ...shop.rows(outbox).map(({ id }) => id));
  await shop.visitor.portal.requestLink({ email });
  return vi.waitUntil(() => findLink(shop, newest), { timeout: 2000, interval: 10 });
}

/** Opens a sign-in link and returns the session's cookie and the clients. */
export async function signInWith(shop: Shop, token: string): Promise<{ cookie: string; clients: { id: number; name: string }[] }> {
  const answer = await shop.request('POST', '/trpc/portal.openLink', { body: { token } });
  const { result } = (await answer.json()) as { result: { data: { clients: { id: number; name: string }[] } } };
  return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', clients: result.data.clients };
}
