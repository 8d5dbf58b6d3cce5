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

/** One of the reports as a CSV file, for the office. Throws BAD_REQUEST for one that there is not. */
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
