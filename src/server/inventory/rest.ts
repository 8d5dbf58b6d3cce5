import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env';
import type { RestRow } from '../rest-row';
import { assertPermission } from '../trpc';
import { makeCsvReport } from './reports';

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
  const { fileName, text } = makeCsvReport(ctx, c.req.param('file')?.replace(/\.csv$/, '') ?? '');
  return c.body(text, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
}
