import { and, desc, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cutPage } from '../../../db/prepared';
import { clients } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import { searchWords } from '../../../db/search';
import { type ClientRow, type clientList, type clientListInput, STATUS_SEARCH_ROWS } from '../../shared/clients';
import type { Ctx } from '../context';
import { loadFigures } from './figures';
import { type ClientDetails, withCoordinateText } from './service';

/** Number of newest clients that are searched for words too short for the search table. */
const RECENT = 5000;
/** A whole phone number in any notation, which has its own index. */
const PHONE = /^\+?(?:[\s().-]*\d){10,11}[\s().-]*$/;
const isListed = isNull(clients.mergedIntoId);

function parseSearch(search: string | null): { match: string; conditions: SQL[] } {
  if (search && PHONE.test(search))
    return { match: '', conditions: [sql`${phoneKey(sql`${clients.phone}`)} = ${phoneKey(sql`${search}`)}`] };
  const words = searchWords(search);
  const conditions = words
    .filter(({ match }) => match === undefined)
    .map(
      ({ pattern }) => sql`${clients.id} in (select id from clients where id > (select max(id) from clients) - ${RECENT}
        and (name glob ${pattern} or email glob ${pattern} or phone glob ${pattern} or address glob ${pattern} or company glob ${pattern}))`,
    );
  return { match: words.flatMap((word) => word.match ?? []).join(' AND '), conditions };
}

function findRows(
  ctx: Ctx,
  { match, conditions }: ReturnType<typeof parseSearch>,
  limit: number,
  cursor: number | undefined,
): ClientDetails[] {
  const query = ctx.db.select({ client: clients }).from(clients).$dynamic();
  // The search table returns rows in rowid order, so a page stops early.
  if (match) query.innerJoin(sql`clients_search`, sql`clients_search.rowid = ${clients.id} and clients_search match ${match}`);
  return query
    .where(
      and(
        // The plus keeps SQLite from the index of merged clients, which covers nearly every row.
        match ? sql`+${isListed}` : isListed,
        cursor === undefined ? undefined : match ? sql`clients_search.rowid < ${cursor}` : lt(clients.id, cursor),
        ...conditions,
      ),
    )
    .orderBy(desc(match ? sql`clients_search.rowid` : clients.id))
    .limit(limit)
    .all()
    .map(({ client }) => client);
}

export function toClientRows(ctx: Ctx, rows: readonly ClientDetails[]): ClientRow[] {
  const figures = loadFigures(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...withCoordinateText(row), ...figures(row.id) }));
}

/**
 * Returns a page of clients, newest first, without merged ones. The status of a client is computed, so a page filtered by status looks
 * through at most `STATUS_SEARCH_ROWS` clients: it may have fewer rows than `limit`, or no rows, and still have a `nextCursor`.
 */
export function listClients(ctx: Ctx, { search, status, limit, cursor }: z.output<typeof clientListInput>): z.output<typeof clientList> {
  const parsed = parseSearch(search);
  if (!status) {
    const page = cutPage(findRows(ctx, parsed, limit + 1, cursor), limit, ({ id }) => id);
    return { ...page, rows: toClientRows(ctx, page.rows) };
  }
  const looked = cutPage(findRows(ctx, parsed, STATUS_SEARCH_ROWS + 1, cursor), STATUS_SEARCH_ROWS, ({ id }) => id);
  const found = toClientRows(ctx, looked.rows).filter((row) => row.status === status);
  const page = cutPage(found, limit, ({ id }) => id);
  return { rows: page.rows, nextCursor: page.nextCursor ?? looked.nextCursor };
}
