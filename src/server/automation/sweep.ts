import { and, desc, eq } from 'drizzle-orm';
import { activity } from '../../../db/schema';
import type { Sliced } from '../../../db/slices';
import type { WorkerKey } from '../../shared/automation';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import type { DemandCounts } from '../market/service';
import { atRow } from './row-fault';

/** Names of a row for the owner, by the part of the list's name before a colon; rows of other lists are opportunities. */
const ROWS: Record<string, string> = {
  clients: 'client',
  referrers: 'client',
  inquiries: 'quote request',
  pending: 'quote request',
  confirmed: 'quote request',
  'follow-ups': 'quote request',
  quotes: 'quote',
  cancelled: 'booking',
  orders: 'order',
  invoices: 'invoice',
  drafts: 'message',
};
const nameRow = (list: string, id: number): string => `${ROWS[list.split(':')[0] ?? ''] ?? 'opportunity'} ${id}`;

/** The id at which the last run stopped in each list; a list that was read to its end is left out. */
type Places = Record<string, number>;

/** Rows read at a time. Few, so that each is still current when it is handled. */
const ROWS_AT_ONCE = 2;

/** The next part of a list: the id after which it begins, and its length. */
export type Place = { after: number; limit: number };
/** Reads a part of a list in the order of its ids. */
export type Read<Row> = (ctx: Ctx, place: Place) => Row[];

/**
 * Reads lists that are too long for one run in parts, one part per run, and starts again after the end. The id at which a run
 * stopped is stored in the activity log.
 */
export function openSweep(ctx: Ctx, worker: WorkerKey) {
  const last = ctx.db
    .select({ data: activity.data })
    .from(activity)
    .where(and(eq(activity.entityType, 'sweep'), eq(activity.entityId, worker)))
    .orderBy(desc(activity.id))
    .limit(1)
    .get();
  const before: Places = JSON.parse(last?.data ?? '{}');
  const after: Places = { ...before };
  return {
    /**
     * Passes the next rows of a list to `handle` until it returns false; the next run begins with that row. Returns how many rows
     * were handled.
     */
    *each<Row extends { id: number }>(name: string, limit: number, read: Read<Row>, handle: (row: Row) => boolean): Sliced<number> {
      let last = before[name] ?? 0;
      let examined = 0;
      for (;;) {
        const size = Math.min(ROWS_AT_ONCE, limit - examined);
        let rows = read(ctx, { after: last, limit: size });
        if (rows.length === 0 && examined === 0 && last > 0) {
          last = 0;
          rows = read(ctx, { after: 0, limit: size });
        }
        const stopped = rows.findIndex((row) => !atRow(nameRow(name, row.id), () => handle(row)));
        examined += stopped === -1 ? rows.length : stopped;
        last = (stopped === -1 ? rows.at(-1) : rows[stopped - 1])?.id ?? last;
        const isCut = stopped !== -1 || examined === limit;
        if (isCut || rows.length < size) {
          if (isCut && last > 0) after[name] = last;
          else delete after[name];
          return examined;
        }
        yield;
      }
    },
    /** Stores the positions if they changed. */
    save(): void {
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      recordActivity(ctx, { verb: 'worker.paused', entityType: 'sweep', entityId: worker, data: after });
    },
  };
}
export type Sweep = ReturnType<typeof openSweep>;

/** The counts of one run, and a sentence with them for the owner; a run is `skipped` if it had no data to work on. */
export type Outcome = { examined: number; created: number; message: string; status?: 'skipped' };

/** A run under way. A worker that writes in several slices counts here as it goes, since each slice stores the counts. */
export type RunUnderWay = { id: number; examined: number; created: number };

/** The work of one run; each slice of it runs inside a transaction. `demand` is given if it was counted before. */
export type WorkerTask = (ctx: Ctx, run: RunUnderWay, demand?: DemandCounts) => Sliced<Outcome>;
