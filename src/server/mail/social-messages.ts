import type { Ctx } from '../context';
import { getCompany } from '../settings/service';
import { queueFromTemplate } from './templates';

/** Queues the notice to the owner that the social page is disconnected. Call it inside the transaction that stores the disconnection. */
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
