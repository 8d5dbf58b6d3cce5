// A bare node:http server to compare with: each POST writes the 13 rows of an order of three lines into `--file`, as raw statements in a
// transaction of their own. It checks nothing. The rows are those of the first order in the file, with keys of their own.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';

const { values } = parseArgs({ options: { file: { type: 'string', default: '' } } });
const sqlite = new Database(values.file);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = FULL');
sqlite.pragma('foreign_keys = ON');

type Row = Record<string, string | number | null>;
/** Returns the rows of an order in a table without their ids, and a statement that inserts such a row. */
function rowsOf(table: string, id: string, where: string) {
  const rows = sqlite.prepare<[], Row>(`select * from ${table} where ${where} order by ${id}`).all();
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== id && name !== 'hst_cents');
  const insert = sqlite.prepare(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
  );
  return { rows, insert };
}
const [orders, items, movements, messages, entries] = [
  rowsOf('orders', 'order_number', 'order_number = 1'),
  rowsOf('order_items', 'id', 'order_number = 1'),
  rowsOf('stock_movements', 'id', 'order_number = 1'),
  rowsOf('outbox', 'id', "related_type = 'order' and related_id = 1"),
  rowsOf('activity', 'id', "entity_type = 'order' and entity_id = '1'"),
];
const rows = [orders, items, movements, messages, entries].reduce((sum, table) => sum + table.rows.length, 0);
if (rows !== 10) throw new Error(`The first order has ${rows} rows besides its products, not 10.`);
const takeStock = sqlite.prepare('update products set stock_quantity = stock_quantity - ? where id = ?');

type Sent = { customerName: string; customerEmail: string; items: { productId: number; quantity: number }[] };
const order = sqlite.transaction((sent: Sent, publicId: string) => {
  const { customerName: customer_name, customerEmail: customer_email } = sent;
  const { lastInsertRowid } = orders.insert.run({ ...orders.rows[0], public_id: publicId, customer_name, customer_email });
  const order_number = Number(lastInsertRowid);
  for (const [line, { productId: product_id, quantity }] of sent.items.entries()) {
    takeStock.run(quantity, product_id);
    movements.insert.run({ ...movements.rows[line], product_id, order_number });
    items.insert.run({ ...items.rows[line], product_id, order_number });
  }
  for (const [number, row] of messages.rows.entries())
    messages.insert.run({ ...row, message_id: `${publicId}${number}`, dedupe_key: `${publicId}${number}`, related_id: order_number });
  entries.insert.run({ ...entries.rows[0], entity_id: String(order_number) });
  return order_number;
});

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const publicId = randomBytes(16).toString('base64url');
    const orderNumber = order.immediate(JSON.parse(Buffer.concat(parts).toString()), publicId);
    const body = JSON.stringify({ id: publicId, orderNumber });
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.info(`"evt":"listening","port":${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit(0));
