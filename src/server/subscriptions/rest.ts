import type { Context, Hono } from 'hono';
import type { Ctx } from '../context';
import type { AppEnv } from '../http/app-env';
import { getCompany } from '../settings/service';
import { type SubscriptionState, subscriptionPage } from './page';
import { isSubscriptionLink, type OpportunityHook, subscribeAgain, unsubscribe } from './service';

const NO_STORE = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' };

/** Runs the action of a link and shows its page. An unknown link gets 404 and counts against a limit, so that links cannot be guessed. */
async function sendPage(
  c: Context<AppEnv>,
  siteCss: string,
  state: SubscriptionState,
  act: (ctx: Ctx, link: { token: string }) => boolean,
): Promise<Response> {
  const ctx = c.get('callContext')();
  const token = (c.req.param('token') ?? '').slice(0, 64);
  await ctx.limits.assertLeft('unsubscribeMiss', ctx.clientKey);
  const isKnown = act(ctx, { token });
  if (!isKnown) await ctx.limits.take('unsubscribeMiss', ctx.clientKey);
  const { text, policy } = subscriptionPage(getCompany(ctx), isKnown ? { state, token } : { state: 'unknown' }, siteCss);
  return c.html(text, isKnown ? 200 : 404, { ...NO_STORE, 'content-security-policy': policy });
}

/**
 * Adds the unsubscribe link of marketing messages, which needs no login. Opening it only shows a button, because mail scanners open
 * links too; the button and one-click unsubscribe (RFC 8058) send the POST that unsubscribes.
 */
export function addUnsubscribeRoutes(app: Hono<AppEnv>, siteCss: string, noteCallOnly: OpportunityHook): void {
  const end: typeof subscribeAgain = (ctx, link) => unsubscribe(ctx, link, noteCallOnly);
  const link = '/unsubscribe/:token';
  app.get(link, async (c) => (c.req.method === 'HEAD' ? c.body(null, 200, NO_STORE) : sendPage(c, siteCss, 'ask', isSubscriptionLink)));
  app.post(link, (c) => sendPage(c, siteCss, 'off', end));
  app.post(`${link}/again`, (c) => {
    c.get('checkOrigin')();
    return sendPage(c, siteCss, 'on', subscribeAgain);
  });
}
