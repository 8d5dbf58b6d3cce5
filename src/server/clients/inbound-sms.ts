import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { DomainError } from '../../shared/errors';
import { type inboundSms, isStop } from '../../shared/sms';
import { toE164 } from '../consents/phones';
import type { Ctx } from '../context';
import { queueFromTemplate } from '../mail/templates';
import { getCompany } from '../settings/service';
import { withdrawSmsConsent } from './service';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Checks that a request carries the key of the SMS gateway. Throws UNAUTHORIZED, also if no gateway is configured. */
export function assertGateway(ctx: Pick<Ctx, 'sms'>, authorization: string | undefined): void {
  const isKnown = timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${ctx.sms?.key ?? randomUUID()}`));
  if (!isKnown) throw new DomainError('UNAUTHORIZED', 'This is for the SMS gateway only.');
}

/** Ends the consent of a person who answers STOP, and mails any other answer to the office. */
export function receiveSms(ctx: Ctx, { from, text }: z.output<typeof inboundSms>): { success: true } {
  return inTransaction(ctx.db, () => {
    if (isStop(text)) withdrawSmsConsent(ctx, from);
    else
      queueFromTemplate(ctx, {
        purpose: 'sms-received',
        to: getCompany(ctx).email,
        values: {
          customerPhone: toE164(from) ?? from.replace(/\s+/g, ' '),
          message: text.trim() || '(empty)',
          officeLink: `${ctx.origin}/clients?search=${from.replace(/\D/g, '').slice(-10)}`,
        },
        relatedType: null,
        relatedId: null,
        dedupeKey: `sms-received:${randomUUID()}`,
      });
    return { success: true };
  });
}
