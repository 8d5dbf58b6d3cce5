import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { DomainError } from '../../shared/errors';
import { MONEY_FILE_BYTES, MONEY_FILES } from '../../shared/payments';
import type { Ctx } from '../context';
import type { AppEnv } from '../http/app-env';
import { refuseMethod } from '../http/errors';
import { parseMultipart } from '../http/requests/body';
import { assertPermission, toCallerContext } from '../trpc';
import { receiveFile } from './files';
import { receiveMail } from './receiving';

const INTERAC = '/api/payments/interac';

/** Checks that the mail server signed a body. Throws NOT_FOUND if no key is configured, and UNAUTHORIZED. */
function assertSigned({ interacSecret }: Pick<Ctx, 'interacSecret'>, body: Uint8Array, signature: string | undefined): void {
  if (interacSecret === undefined) throw new DomainError('NOT_FOUND', 'There is no such call.');
  const wanted = Buffer.from(createHmac('sha256', interacSecret).update(body).digest('hex'));
  const sent = Buffer.from(signature ?? '');
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) throw new DomainError('UNAUTHORIZED', 'The signature is not valid.');
}

/** Adds the ways in which notices of e-Transfers arrive: posted by the mail server, and uploaded by the office. */
export function addMoneyIn(app: Hono<AppEnv>): void {
  app.post(INTERAC, async (c) => {
    const ctx = { ...c.get('callContext')(), actor: { kind: 'system' } as const };
    const body = await c.get('body').read(MONEY_FILE_BYTES);
    assertSigned(ctx, body, c.req.header('x-signature'));
    if (!/^message\/rfc822\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      throw new DomainError('WRONG_TYPE', 'Please send the mail with Content-Type: message/rfc822.');
    const { status, id, reason } = await receiveMail(ctx, body, 'mail');
    return c.json({ status, id, reason });
  });
  app.all(INTERAC, (c) => refuseMethod(c, ['POST']));
  app.post(MONEY_FILES, async (c) => {
    const limit = MONEY_FILE_BYTES + 16 * 1024;
    const getOffice = () => {
      const ctx = toCallerContext(c.get('callContext')(), 'admin');
      assertPermission(ctx.actor, 'admin');
      return ctx;
    };
    getOffice();
    c.get('checkOrigin')();
    const { files } = await parseMultipart(await c.get('body').read(limit), c.req.header('content-type'));
    // A session that ended while the file arrived takes no money.
    return c.json(await receiveFile(getOffice(), files.file ?? new Uint8Array()));
  });
  app.all(MONEY_FILES, (c) => refuseMethod(c, ['POST']));
}
