import { inTransaction } from '../../../db/client';
import type { Ctx } from '../context';
import { getRowByToken } from './reading';
import { changeRow, noteChange } from './service';

/** Marks a sent quote as viewed by its client; all later calls change nothing. Throws NOT_FOUND. */
export function markViewed(ctx: Ctx, { token }: { token: string }): { ok: true } {
  if (getRowByToken(ctx, token).status !== 'sent') return { ok: true };
  return inTransaction(ctx.db, () => {
    const row = getRowByToken(ctx, token);
    if (row.status !== 'sent') return { ok: true };
    noteChange(ctx, changeRow(ctx, row, { status: 'viewed', viewedAt: ctx.now().toISOString() }), 'viewed');
    return { ok: true };
  });
}
