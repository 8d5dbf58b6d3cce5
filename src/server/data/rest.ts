import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { exportedIds, IMPORT_BYTES, importFields } from '../../shared/data';
import { DomainError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import type { RequestCtx } from '../context';
import { streamText } from '../documents/text-stream';
import type { AppEnv } from '../http/app-env';
import { refuseMethod } from '../http/errors';
import { parseMultipart } from '../http/requests/body';
import { assertPermission, toCallerContext } from '../trpc';
import { takeBackup } from './backups';
import { importRows, importTemplate } from './imports';
import { exportCsv, exportJson, findExport, recordExport } from './service';

/** A file and the form around it. */
const BODY_LIMIT = IMPORT_BYTES + 16 * 1024;

/** Returns the context of the office's call, before its body is read. Throws UNAUTHORIZED, FORBIDDEN. */
function getOfficeContext(c: Context<AppEnv>): RequestCtx {
  const ctx = toCallerContext(c.get('callContext')(), 'admin');
  assertPermission(ctx.actor, 'admin');
  return ctx;
}

const CSV = 'text/csv; charset=utf-8';
/** Returns the headers of a file to download, which no cache stores. */
const asFile = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});

async function answerImport(c: Context<AppEnv>): Promise<Response> {
  if (Number(c.req.header('content-length') ?? 0) > BODY_LIMIT) await c.get('body').read(BODY_LIMIT);
  getOfficeContext(c);
  c.get('checkOrigin')();
  const { fields, files } = await parseMultipart(await c.get('body').read(BODY_LIMIT), c.req.header('content-type'));
  const { kind, dryRun, leaveOutErrors } = importFields.parse({ ...fields, kind: c.req.param('kind') });
  const bytes = files.file ?? new Uint8Array();
  if (bytes.length > IMPORT_BYTES) throw new DomainError('TOO_LARGE', 'Please send a file of at most 2 MB.');
  // A session that ended while the file arrived imports nothing.
  const file = { kind, isDryRun: dryRun === 'true', leavesOutErrors: leaveOutErrors === 'true', bytes };
  return c.json(await importRows(getOfficeContext(c), file));
}

/** Adds the files of the office: exports, imports and backups. */
export function addDataRoutes(app: Hono<AppEnv>): void {
  app.get('/documents/export.json', (c) => {
    const ctx = getOfficeContext(c);
    recordExport(ctx, 'all');
    return c.body(streamText(exportJson(ctx)), 200, asFile(`tidyline-${businessDay(ctx.now())}.json`, 'application/json; charset=utf-8'));
  });
  app.get('/documents/export/:file{[a-z_]+\\.csv}', (c) => {
    const ctx = getOfficeContext(c);
    const table = findExport(c.req.param('file').replace(/\.csv$/, ''));
    const ids = exportedIds.parse(c.req.query('ids'));
    recordExport(ctx, table);
    return c.body(streamText(exportCsv(ctx, table, ids)), 200, asFile(`${table}-${businessDay(ctx.now())}.csv`, CSV));
  });
  app.get('/documents/import-template/:file{[a-z]+\\.csv}', (c) => {
    getOfficeContext(c);
    const { kind } = importFields.parse({ kind: c.req.param('file').replace(/\.csv$/, '') });
    return c.body(importTemplate(kind), 200, asFile(`${kind}-template.csv`, CSV));
  });
  app.get('/documents/backups/:name', (c) => {
    const { file, name, bytes } = takeBackup(getOfficeContext(c), c.req.param('name'));
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return c.body(body, 200, { ...asFile(name, 'application/vnd.sqlite3'), 'content-length': String(bytes) });
  });
  app.post('/api/data/import/:kind', answerImport);
  app.all('/api/data/import/:kind', (c) => refuseMethod(c, ['POST']));
}
