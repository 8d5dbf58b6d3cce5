import type { Context } from 'hono';
import type { Permission } from '../../trpc';
import type { AppEnv } from '../app-env';
import { findProcedure } from '../rest/table';
import { isPlain, PublicAnswer, type PublicAnswers, respond } from './public-answers';

const isSharedBy = (permission: Permission) => (name: string) => {
  const meta = findProcedure(name)?._def.meta;
  return meta?.isShared === true && meta.permission === permission;
};
/** Checks that a procedure returns the same to all visitors. */
export const isSharedCall = isSharedBy('public');
/** Checks that a procedure returns the same to every admin. */
export const isOfficeCall = isSharedBy('admin');
/** Checks that a request comes from a visitor and that only its URL shapes the answer. */
export const isOfVisitor = (c: Context<AppEnv>): boolean =>
  c.get('callContext')().actor.kind === 'visitor' && isPlain((name) => c.req.header(name));

/** The office gets more of some calls than visitors. */
const VARY = { vary: 'accept-encoding, authorization, cookie' };
/** Headers that an answer is cached with. */
const LASTING = ['content-type', 'x-next-cursor'];

/** Returns the answer of a shared call from the cache, or makes it. Only successful answers are cached. */
export async function respondShared(c: Context<AppEnv>, answers: PublicAnswers, call: () => Promise<Response>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const url = `${pathname}${search}`;
  const answer = await answers.get('data', url, async () => {
    const response = await call();
    const headers = LASTING.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return new PublicAnswer(response.status, { ...VARY, ...Object.fromEntries(headers) }, await response.text());
  });
  answers.addUrl('data', url, answer);
  return respond(c, answer);
}
