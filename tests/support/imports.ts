import { importRows } from '../../src/server/data/imports';
import { exportCsv } from '../../src/server/data/service';
import type { ExportTable, ImportKind, ImportReport } from '../../src/shared/data';
import type { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;
const owner = (shop: Shop) => shop.contextOf({ kind: 'admin', id: 1, name: 'owner' });

export const bringIn = (shop: Shop, kind: ImportKind, text: string, isDryRun = false, leavesOutErrors = false) =>
  importRows(owner(shop), { kind, isDryRun, leavesOutErrors, bytes: new TextEncoder().encode(text) });

/** Returns a line for each row of a report: its number, outcome and label, the fields that change and the messages. */
export const told = ({ rows }: ImportReport) =>
  rows.map(({ row, outcome, label, fields, messages }) => [row, outcome, label, ...fields, ...messages]);

/** Returns a table as the CSV file of the export. */
export const exportOf = (shop: Shop, table: ExportTable) => [...exportCsv(shop.ctx, table)].join('');

/** A file that changes the client of the usual row and adds one; it has a column that is not read and a blank line. */
export const CLIENTS = [
  'Name,E-mail,Phone,Address,is active,Colour',
  'Maria Santos,MARIA@example.com,2,12 Seymour St,yes,red',
  'Ann Lee,ann@example.com,(250) 555-0100,"1 Oak Rd, Kamloops",no,blue',
  '',
].join('\r\n');
