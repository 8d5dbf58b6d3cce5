import { sql } from 'drizzle-orm';
import { IS_TO_BILL } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { parseCents } from '../../shared/money';
import { addMinutes } from '../../shared/time';
import type { Ctx } from '../context';
import { getJobInvoice } from '../invoices/billing';
import { createInvoice } from '../invoices/service';
import { getSettings } from '../settings/service';
import { billMany } from './service';

/** Days after its completion within which a visit is billed by itself, so that turning this on does not bill the past. */
const DAYS = 7;
const MOST = 50;

const listVisits = (ctx: Ctx): number[] =>
  ctx.db
    .all<{ id: number }>(
      sql`select w.id from work_orders w indexed by work_orders_to_bill join plans p on p.id = w.plan_id and p.billing = 'visit'
        where ${sql.raw(IS_TO_BILL.replace('status in', 'w.status in'))} and w.total_amount_cents > 0
          and w.completed_date > ${addMinutes(ctx.now(), -DAYS * 1440)} limit ${sql.raw(String(MOST))}`,
    )
    .map(({ id }) => id);

/** Drafts the invoice of a visit. A visit that a rule rejects stays on the list of jobs to bill. */
function draftInvoice(ctx: Ctx, workOrderId: number): void {
  try {
    const { invoiceId: _known, ...facts } = getJobInvoice(ctx, { workOrderId });
    createInvoice(ctx, { ...facts, subtotal: parseCents(facts.subtotal) ?? 0, status: 'draft', confirm: false });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Bills completed visits of plans that are billed one by one, as far as the owner wants that: as drafts, or issued and mailed. */
export async function billPlanVisits(ctx: Ctx): Promise<void> {
  const { autoBill } = getSettings(ctx);
  if (autoBill === 'off') return;
  const ids = listVisits(ctx);
  if (autoBill === 'send') await billMany(ctx, { workOrderIds: ids, send: true });
  else for (const id of ids) draftInvoice(ctx, id);
}
