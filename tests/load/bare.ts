// A bare node:http server to compare with, started by house.ts: it sends bodies that it fetched once from `--copy <origin>` under the same
// paths, and lists read with prepared statements from `--file`. It checks nothing.
import { createServer, type OutgoingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';

const { values } = parseArgs({ options: { copy: { type: 'string', default: '' }, file: { type: 'string', default: '' } } });
const sqlite = new Database(values.file, { readonly: true });

const quotes = sqlite.prepare(`select id, name, email, phone, address, service_type serviceType, message, status, confirmed_at confirmedAt,
    created_at createdAt, client_id clientId, (select max(id) from work_orders where inquiry_id = contact_inquiries.id) workOrderId,
    (select scheduled_date from work_orders where inquiry_id = contact_inquiries.id order by id desc limit 1) workOrderDate
  from contact_inquiries where deleted_at is null order by id desc limit 25`);
type Order = { orderNumber: number; lines?: Line[] };
type Line = { orderNumber: number };
const columns = (table: string) =>
  sqlite
    .prepare<[], { name: string }>(`pragma table_info(${table})`)
    .all()
    .map(({ name }) => `${name} "${name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}"`)
    .join(', ');
const orders = sqlite.prepare<[], Order>(`select ${columns('orders')} from orders order by order_number desc limit 25`);
const lines = sqlite.prepare<unknown[], Line>(
  `select ${columns('order_items')} from order_items where order_number between ? and ? order by id`,
);
const LISTS: Record<string, () => unknown> = {
  '/quotes': () => quotes.all(),
  '/orders': () => {
    const rows = orders.all();
    const byNumber = new Map(rows.map((row) => [row.orderNumber, Object.assign(row, { lines: [] as Line[] })]));
    for (const line of lines.all(rows.at(-1)?.orderNumber, rows[0]?.orderNumber)) byNumber.get(line.orderNumber)?.lines.push(line);
    return rows;
  },
};

type Copy = { headers: OutgoingHttpHeaders; body: Buffer };
const copies = new Map<string, Copy>();

/** Fetches a body in the coding that the caller accepts, as it is on the wire. */
function copy(path: string, coding: string): Promise<Copy> {
  return new Promise((done, fail) => {
    const request = send(values.copy + path, { headers: { 'accept-encoding': coding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ headers: response.headers, body: Buffer.concat(parts) }));
    });
    request.on('error', fail).end();
  });
}

const server = createServer(async (request, response) => {
  const { url = '' } = request;
  const list = LISTS[url];
  if (list) {
    const body = JSON.stringify(list());
    return response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  }
  let found = copies.get(url);
  if (!found) {
    found = await copy(url, request.headers['accept-encoding']?.toString() ?? 'identity');
    copies.set(url, found);
  }
  return response.writeHead(200, found.headers).end(found.body);
});
server.listen(0, '127.0.0.1', () => console.info(`"evt":"listening","port":${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit(0));
