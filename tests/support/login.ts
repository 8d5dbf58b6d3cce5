import type { RequestCtx } from '../../src/server/context';
import { createCaller } from '../../src/server/router';
import { ADMIN, insertOwner, openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
/** A day in minutes, for the clock. */
export const DAY = 1440;
export const SECOND = 1 / 60;
export const WRONG = { ...ADMIN, password: 'wrong battery' };

/** Opens a shop whose owner has an account. */
export async function openOffice(file?: string): Promise<Shop> {
  const shop = openShop(file === undefined ? {} : { file });
  await insertOwner(shop.db, shop.clock.now());
  return shop;
}

/** Logs in once. Returns the token and the device cookie. */
export async function logIn(shop: Shop, input: { username: string; password: string } = ADMIN, more: Partial<RequestCtx> = {}) {
  const responseHeaders = new Headers();
  const { token } = await createCaller({ ...shop.contextOf({ kind: 'visitor' }), responseHeaders, ...more }).session.login(input);
  const cookies = responseHeaders.getSetCookie();
  const deviceToken = /tidyline-device=([^;]+)/.exec(cookies.join())?.[1] ?? '';
  return { token, deviceToken, cookies };
}
/** Returns the words of a rejected login, or 'let in'. */
export const refusalOf = (shop: Shop, input = WRONG, more: Partial<RequestCtx> = {}): Promise<string> =>
  logIn(shop, input, more).then(
    () => 'let in',
    (error: Error) => error.message,
  );
/** Returns the status of a call of the office with a token: 200 or 401. */
export const statusOf = async (shop: Shop, token: string) => (await shop.request('GET', '/api/contact', { token })).status;
/** Sends three wrong passwords in a row. */
export const lockOut = async (shop: Shop, more: Partial<RequestCtx> = {}) => {
  for (let i = 0; i < 3; i++) await refusalOf(shop, WRONG, more);
};
export const LOCKED = /^Account locked\. Try again in \d+ seconds\.$/;
