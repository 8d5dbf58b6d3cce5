import { getCompany } from '../settings/service';
import type { Ctx } from '../trpc';
import { queueFromTemplate } from './templates';

/** Tells the owner, once for each time it happens, that posts do not get through any more; in the transaction that notes it. */
export function queueDisconnectedMessage(ctx: Ctx, reason: string): void {
  queueFromTemplate(ctx, {
    purpose: 'facebook-disconnected',
    to: getCompany(ctx).email,
    values: { reason, officeLink: `${ctx.origin}/social-media?tab=setup` },
    relatedType: null,
    relatedId: null,
    dedupeKey: `facebook-disconnected:${ctx.now().toISOString()}`,
  });
}
