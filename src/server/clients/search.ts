import { and, desc, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { clients } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import { type ClientRow, type clientList, type clientListInput, STATUS_SEARCH_ROWS } from '../../shared/clients';
import { cutPage } from '../prepared';
import { searchWords } from '../search';
import type { Ctx } from '../trpc';
import { figuresOf } from './figures';
import { type ClientDetails, withPlace } from './service';

/** Words too short for the search table are looked for in this many of the newest clients only. */
const RECENT = 5000;
/** A whole phone number, however it is written, which is sought by its own index. */
const PHONE = /^\+?(?:[\s().-]*\d){10,11}[\s().-]*$/;
const isListed = isNull(clients.mergedIntoId);

/** What a search asks of clients: `match` for the search table, and conditions for what is not for it. */
function asked(search: string | null): { match: string; conditions: SQL[] } {
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

/** Those a search finds before a cursor, newest first. */
function findRows(ctx: Ctx, { match, conditions }: ReturnType<typeof asked>, limit: number, cursor: number | undefined): ClientDetails[] {
  const query = ctx.db.select({ client: clients }).from(clients).$dynamic();
  // The search table answers in the order of its numbers, so that a page of it ends with the page.
  if (match) query.innerJoin(sql`clients_search`, sql`clients_search.rowid = ${clients.id} and clients_search match ${match}`);
  return query
    .where(
      and(
        // The plus keeps the index of merged ones out of it, which nearly all are in.
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

/** Stored clients as lists show them, with their figures. */
export function toClientRows(ctx: Ctx, rows: readonly ClientDetails[]): ClientRow[] {
  const figures = figuresOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...withPlace(row), ...figures(row.id) }));
}

/**
 * Clients, newest first, without those that were merged into others. A status is found out client by client, so that a page of
 * one looks through 1,000 clients at most: it may hold fewer rows than asked for, or none, and still name where to go on.
 */
export function listClients(ctx: Ctx, { search, status, limit, cursor }: z.output<typeof clientListInput>): z.output<typeof clientList> {
  const what = asked(search);
  if (!status) {
    const page = cutPage(findRows(ctx, what, limit + 1, cursor), limit, ({ id }) => id);
    return { ...page, rows: toClientRows(ctx, page.rows) };
  }
  const looked = cutPage(findRows(ctx, what, STATUS_SEARCH_ROWS + 1, cursor), STATUS_SEARCH_ROWS, ({ id }) => id);
  const found = toClientRows(ctx, looked.rows).filter((row) => row.status === status);
  const page = cutPage(found, limit, ({ id }) => id);
  return { rows: page.rows, nextCursor: page.nextCursor ?? looked.nextCursor };
}
