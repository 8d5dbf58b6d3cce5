import { and, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cutPage, prepared } from '../../../db/prepared';
import { clients } from '../../../db/schema';
import { phoneKey } from '../../../db/schema/checks';
import { searchWords } from '../../../db/search';
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
  return { match: words.flatMap((word) => word.match ?? []).join(' AND '), conditions };
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

const clientsByIds = prepared((db) =>
  db
    .select()
    .from(clients)
    .where(sql`${clients.id} in (select value from json_each(${sql.placeholder('ids')}))`),
);

type Page = Pick<z.output<typeof clientListInput>, 'search' | 'sort' | 'limit' | 'cursor'>;

function readRows(ctx: Ctx, { search, ...page }: Page): { rows: ClientDetails[]; nextCursor: SortCursor | null } {
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
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, list, page);
  const rows = clientsByIds(ctx.db).all({ ids: JSON.stringify(ids) });
  return { rows: inOrder(ids, rows), nextCursor };
}

/**
 * Returns a page of clients, newest first or sorted, without merged ones. The status of a client is computed, so a page filtered by status
 * looks through at most `STATUS_SEARCH_ROWS` clients: it may have fewer rows than `limit`, or no rows, and still have a `nextCursor`.
 */
export function listClients(ctx: Ctx, { status, ...page }: z.output<typeof clientListInput>): z.output<typeof clientList> {
  const read = readRows(ctx, { ...page, ...(status && { limit: STATUS_SEARCH_ROWS }) });
  const rows = toClientRows(ctx, read.rows);
  if (!status) return { ...read, rows };
  const toCursor = ({ id, name }: ClientRow): SortCursor => (page.sort ? { value: page.sort.endsWith('name') ? lower(name) : id, id } : id);
  const shown = cutPage(
    rows.filter((row) => row.status === status),
    page.limit,
    toCursor,
  );
  return { rows: shown.rows, nextCursor: shown.nextCursor ?? read.nextCursor };
}

export function listAllClients(ctx: Ctx, input: z.output<typeof allClientsInput>): z.output<typeof allClients> {
  const { rows, nextCursor } = listClients(ctx, input);
  return { rows, nextCursor: typeof nextCursor === 'number' ? nextCursor : null };
}
