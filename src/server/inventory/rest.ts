import type { Context } from 'hono';
import { businessDay } from '../../shared/time';
import { streamText } from '../documents/text-stream';
import { hasThread, inThread } from '../documents/thread';
import type { AppEnv } from '../http/app-env';
import type { RestRow } from '../rest-row';
import { assertPermission } from '../trpc';
import { findCsvReport, readCsvReport } from './reports';

export const inventoryRest: RestRow[] = [
  ['POST', '/products', 'inventory.createProduct', { status: 201 }],
  ['PATCH', '/products/{id}', 'inventory.updateProduct'],
  ['PUT', '/products/{id}', 'inventory.updateProduct'],
  ['DELETE', '/products/{id}', 'inventory.deleteProduct'],
];

/** Sends one of the reports to the office as a CSV file. Throws BAD_REQUEST for an unknown report. */
export function answerCsvReport(c: Context<AppEnv>): Response {
  const ctx = c.get('callContext')();
  assertPermission(ctx.actor, 'admin');
  const report = findCsvReport(c.req.param('file')?.replace(/\.csv$/, '') ?? '');
  const parts = hasThread(ctx) ? inThread(ctx, { kind: 'csv', report }) : readCsvReport(ctx, report);
  return c.body(streamText(parts), 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${report}-${businessDay(ctx.now())}.csv"`,
    'cache-control': 'no-store',
  });
}
