import type { Context } from 'hono';
import { byId } from '../../shared/text';
import type { AppEnv } from '../http/app-env';
import { getSender } from '../settings/service';
import { assertPermission } from '../trpc';
import { getOutgoing } from './service';

/** Sends a message as an .eml file to the office. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND. */
export async function sendMessageFile(c: Context<AppEnv>): Promise<Response> {
  c.header('cache-control', 'no-store');
  const ctx = c.get('callContext')();
  assertPermission(ctx.actor, 'admin');
  const { id } = byId.parse({ id: c.req.param('file')?.replace('.eml', '') });
  const { message, date } = getOutgoing(ctx, { id });
  // The mail library is loaded with the first file.
  const { composeFile } = await import('./transport');
  return c.body(new Uint8Array(await composeFile(message, getSender(ctx, ctx.mailFrom), date)), 200, {
    'content-type': 'message/rfc822',
    'content-disposition': `attachment; filename="message-${id}.eml"`,
  });
}
