import type { Hono } from 'hono';
import { inboundSms } from '../../shared/sms';
import type { AppEnv } from '../http/app-env';
import { refuseMethod } from '../http/errors';
import { parseJsonObject } from '../http/requests/body';
import type { RestRow } from '../rest-row';
import { assertGateway, receiveSms } from './inbound-sms';

export const clientsRest: RestRow[] = [
  ['GET', '/clients', 'clients.listAll', { rows: true }],
  ['POST', '/clients', 'clients.create', { status: 201 }],
];

const SMS_INBOUND = '/api/sms/inbound';
const SMS_LIMIT = 16 * 1024;

/** Receives the answers to text messages from the SMS gateway, which names itself by its key. */
export function addSmsInbound(app: Hono<AppEnv>): void {
  app.post(SMS_INBOUND, async (c) => {
    const ctx = { ...c.get('callContext')(), actor: { kind: 'system' } as const };
    assertGateway(ctx, c.req.header('authorization'));
    const sent = inboundSms.parse(parseJsonObject(await c.get('body').read(SMS_LIMIT)));
    return c.json(receiveSms(ctx, sent));
  });
  app.all(SMS_INBOUND, (c) => refuseMethod(c, ['POST']));
}
