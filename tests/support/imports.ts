import { importRows } from '../../src/server/data/imports';
import { exportCsv } from '../../src/server/data/service';
import type { ExportTable, ImportKind, ImportReport } from '../../src/shared/data';
import type { Shop } from './http';

const owner = (shop: Shop) => shop.contextOf({ kind: 'admin', id: 1, name: 'owner' });

/** Imports a CSV file as the owner. */
export const bringIn = (shop: Shop, kind: ImportKind, text: string, isDryRun = false) =>
  importRows(owner(shop), { kind, isDryRun, bytes: new TextEncoder().encode(text) });

/** Returns a line for each row of a report: its number, outcome and label, the fields that change and the messages. */
export const told = ({ rows }: ImportReport) =>
  rows.map(({ row, outcome, label, fields, messages }) => [row, outcome, label, ...fields, ...messages]);

/** Returns a table as the CSV file of the export. */
export const exportOf = (shop: Shop, table: ExportTable) => [...exportCsv(shop.ctx, table)].join('');
