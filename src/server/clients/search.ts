import { and, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cutPage, isAmong, prepared } from '../../../db/prepared';
import { clients } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import { matchAll, searchWords } from '../../../db/search';
import { inOrder, lower, readSortedIds } from '../../../db/sorting';
import {
  type allClients,
  type allClientsInput,
  type CLIENT_ORDERS,
  type ClientRow,
  type clientList,
  type clientListInput,
  STATUS_SEARCH_ROWS,
} from '../../shared/clients';
import type { SortCursor } from '../../shared/page';
import type { Ctx } from '../context';
import { loadFigures } from './figures';
import { type ClientDetails, withCoordinateText } from './service';

/** Number of newest clients that are searched for words too short for the search table. */
const RECENT = 5000;
/** A whole phone number in any notation, which has its own index. */
const PHONE = /^\+?(?:[\s().-]*\d){10,11}[\s().-]*$/;

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
  return { match: matchAll(words), conditions };
}

export function toClientRows(ctx: Ctx, rows: readonly ClientDetails[]): ClientRow[] {
  const figures = loadFigures(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...withCoordinateText(row), ...figures(row.id) }));
}

const ORDERS: Record<(typeof CLIENT_ORDERS)[number], SQL> = { name: sql`lower(name)`, added: sql`clients.id` };
/** The index of each order of all clients. The filter of merged ones has an index in the order of the ids. */
const INDEXES: Record<keyof typeof ORDERS, string | null> = { name: 'clients_name', added: null };

const clientsByIds = prepared((db) => db.select().from(clients).where(isAmong(clients.id)));

type Page = Pick<z.output<typeof clientListInput>, 'search' | 'sort' | 'limit' | 'cursor'>;

function readIds(ctx: Ctx, { search, ...page }: Page): { rows: number[]; nextCursor: SortCursor | null } {
  const { match, conditions } = parseSearch(search);
  const isSearched = match !== '' || conditions.length > 0;
  const list = {
    table: 'clients',
    // The search table returns rows in rowid order, so a page stops early.
    from: match ? sql`clients_search join clients on clients.id = clients_search.rowid and clients_search match ${match}` : sql`clients`,
    id: sql.raw(match ? 'clients_search.rowid' : 'clients.id'),
    // The plus keeps SQLite from the index of merged clients, which covers nearly every row.
    where: and(match ? sql`+merged_into_id is null` : sql`merged_into_id is null`, ...conditions),
    columns: ORDERS,
    ...(!isSearched && { getIndex: (key: keyof typeof ORDERS) => INDEXES[key] }),
  };
  return readSortedIds(ctx.db, list, page);
}

const readRows = (ctx: Ctx, ids: readonly number[]): ClientRow[] =>
  toClientRows(ctx, inOrder(ids, clientsByIds(ctx.db).all({ ids: JSON.stringify(ids) })));

/** Clients whose status is computed at a time. */
const BATCH = 100;
/** Returns the first clients that have a status, no more than are asked for. */
function findWithStatus(ctx: Ctx, ids: readonly number[], status: ClientRow['status'], most: number): number[] {
  const found: number[] = [];
  for (let start = 0; start < ids.length && found.length < most; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const figures = loadFigures(ctx, batch);
    found.push(...batch.filter((id) => figures(id).status === status));
  }
  return found.slice(0, most);
}

/**
 * Returns a page of clients, newest first or sorted, without merged ones. The status of a client is computed, so a page filtered by status
 * looks through at most `STATUS_SEARCH_ROWS` clients: it may have fewer rows than `limit`, or no rows, and still have a `nextCursor`.
 */
export function listClients(ctx: Ctx, { status, ...page }: z.output<typeof clientListInput>): z.output<typeof clientList> {
  const read = readIds(ctx, { ...page, ...(status && { limit: STATUS_SEARCH_ROWS }) });
  if (!status) return { ...read, rows: readRows(ctx, read.rows) };
  const toCursor = ({ id, name }: ClientRow): SortCursor => (page.sort ? { value: page.sort.endsWith('name') ? lower(name) : id, id } : id);
  const rows = readRows(ctx, findWithStatus(ctx, read.rows, status, page.limit + 1));
  const shown = cutPage(rows, page.limit, toCursor);
  return { rows: shown.rows, nextCursor: shown.nextCursor ?? read.nextCursor };
}

export function listAllClients(ctx: Ctx, input: z.output<typeof allClientsInput>): z.output<typeof allClients> {
  const { rows, nextCursor } = listClients(ctx, input);
  return { rows, nextCursor: typeof nextCursor === 'number' ? nextCursor : null };
}
