import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DomainError } from '../shared/errors';
import { uploadedImage } from '../shared/inventory';
import { readinessAnswer } from '../shared/readiness';
import { achievementsRest } from './achievements/rest';
import { automationRest } from './automation/rest';
import { assertJsonType, JSON_LIMIT, parseJsonObject } from './body';
import { bookingRest } from './booking/rest';
import { clientsRest } from './clients/rest';
import { dispatchRest } from './dispatch/rest';
import { fieldRest } from './field/rest';
import { inventoryRest } from './inventory/rest';
import { invoicesRest } from './invoices/rest';
import { keptAnswer } from './kept-answers';
import { quotesRest } from './quotes/rest';
import { appRouter, createCaller } from './router';
import { cookieNames } from './session';
import { sessionRest } from './session/rest';
import { socialRest } from './social/rest';
import { storeRest } from './store/rest';
import { teamRest } from './team/rest';
import {
  assertPermission,
  callerOf,
  type Permission,
  publicCode,
  publicDetails,
  type RequestCtx,
  retryAfterOf,
  toCallerError,
} from './trpc';
import type { Place } from './turns';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * `status` of a success (200 unless told); `rows`: the answer is the list alone, its cursor a header; `cursorHeader`: only the
 * cursor moves there; `headers`: headers that are fields of the input; `input`: what becomes of a query that is not the input yet;
 * `kept`: a list that is the same for all visitors, and made once until something changes.
 */
type RestOptions = {
  status?: 200 | 201 | 202 | 204;
  rows?: true;
  cursorHeader?: true;
  headers?: Record<string, string>;
  input?: (sent: Record<string, unknown>) => Record<string, unknown>;
  kept?: true;
};
/** One documented call: the procedure does everything, the row only gives it a path. */
export type RestRow = [method: Method, path: string, procedure: string, options?: RestOptions];

export const REST_ROWS: RestRow[] = [
  ...quotesRest,
  ...sessionRest,
  ...clientsRest,
  ...dispatchRest,
  ...fieldRest,
  ...invoicesRest,
  ...storeRest,
  ...inventoryRest,
  ...bookingRest,
  ...teamRest,
  ...automationRest,
  ...achievementsRest,
  ...socialRest,
];

/** Reads the body of a request as `readBody` and `drainBody` do. The request does not count among those worked on until its body is complete. */
export type RequestBody = { read: (limit: number) => Promise<Uint8Array>; drain: () => Promise<void> };
/**
 * What every request carries through Hono. `route` is the page that answers it, for the log; `isShed` marks a request that is turned
 * away because too many are worked on.
 */
export type AppEnv = {
  Variables: {
    requestId: string;
    route?: string;
    place?: Place;
    isShed?: boolean;
    body: RequestBody;
    callContext: (headers?: Headers) => RequestCtx;
    checkOrigin: () => void;
  };
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
};
type Procedure = { _def: { inputs: z.ZodType[]; output?: z.ZodType; meta?: { permission: Permission } } };
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

function procedureOf(name: string): Procedure {
  const found = procedures[name];
  if (!found) throw new Error(`No procedure ${name}.`);
  return found;
}

/** An error as the JSON every caller gets (spec/api.md, "Errors"), under /trpc in the envelope its client reads. */
export function errorResponse(c: Context, error: TRPCError): Response {
  const { message } = error;
  const code = publicCode(error);
  const details = publicDetails(error);
  const httpStatus = getHTTPStatusCodeFromError(error) as ContentfulStatusCode;
  const seconds = retryAfterOf(error);
  if (seconds !== undefined) c.header('retry-after', String(seconds));
  if (c.req.path.startsWith('/trpc/'))
    return c.json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data: { code, httpStatus, ...details } } }, httpStatus);
  return c.json({ message, code, ...(details.issues && { issues: details.issues }) }, httpStatus);
}

/** A plain refusal in the same shape. */
export const refuse = (c: Context, status: ContentfulStatusCode, code: string, message: string): Response =>
  c.json({ message, code }, status);

/** The answer to a method that a path does not have. */
export function refuseMethod(c: Context, allowed: readonly string[]): Response {
  c.header('allow', allowed.join(', '));
  return refuse(c, 405, 'METHOD_NOT_ALLOWED', `This path answers ${allowed.join(' and ')} only.`);
}

async function inputOf(
  c: Context<AppEnv>,
  method: Method,
  procedure: Procedure,
  checkOrigin: () => void,
): Promise<Record<string, unknown>> {
  if (method === 'GET') return { ...c.req.query(), ...c.req.param() };
  checkOrigin();
  const [schema] = procedure._def.inputs;
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const params = c.req.param();
  const bytes = await c.get('body').read(JSON_LIMIT);
  if (names.every((name) => name in params)) return params;
  if (bytes.length > 0) assertJsonType(c.req.header('content-type'));
  return { ...parseJsonObject(bytes), ...params };
}

async function answer(c: Context<AppEnv>, [method, , name, options = {}]: RestRow): Promise<Response> {
  const procedure = procedureOf(name);
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared > JSON_LIMIT) await c.get('body').read(JSON_LIMIT);
  const permission = procedure._def.meta?.permission ?? 'admin';
  const findCaller = () => {
    const ctx = c.get('callContext')();
    assertPermission(callerOf(ctx, permission).actor, permission);
    return ctx;
  };
  findCaller();
  const sent = await inputOf(c, method, procedure, c.get('checkOrigin'));
  // A session that ended while the body arrived calls nothing.
  const ctx = findCaller();
  for (const [header, field] of Object.entries(options.headers ?? {})) sent[field] = c.req.header(header);
  const input = options.input ? options.input(sent) : sent;
  const call = name.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], createCaller(ctx)) as (
    input: unknown,
  ) => Promise<unknown>;
  if (options.kept && ctx.actor.kind === 'visitor') {
    const { body, nextCursor } = await keptAnswer(ctx, c.req.url, async () => {
      const { rows, nextCursor } = (await call(input)) as { rows: unknown[]; nextCursor: number | null };
      return { body: JSON.stringify(rows), nextCursor };
    });
    if (nextCursor !== null) c.header('x-next-cursor', String(nextCursor));
    return c.body(body, 200, { 'content-type': 'application/json' });
  }
  const result = await call(procedure._def.inputs.length > 0 ? input : undefined);
  for (const cookie of ctx.responseHeaders.getSetCookie()) c.header('set-cookie', cookie, { append: true });
  return shape(c, result, options);
}

function shape(c: Context, result: unknown, { status = 200, rows, cursorHeader }: RestOptions): Response {
  if (status === 204) return c.body(null, 204);
  if (!rows && !cursorHeader) return c.json(result as object, status);
  const { nextCursor, ...rest } = result as { nextCursor: number | null; rows?: unknown[] };
  if (nextCursor !== null) c.header('x-next-cursor', String(nextCursor));
  return c.json(rows ? (rest.rows ?? []) : rest, status);
}

/** Gives every row its route under /api, the wrong method its 405 and any other path its JSON 404. */
export function addRestRoutes(app: Hono<AppEnv>): void {
  const byPath = new Map<string, RestRow[]>();
  for (const row of REST_ROWS) byPath.set(row[1], [...(byPath.get(row[1]) ?? []), row]);
  const literalFirst = [...byPath].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const [path, rows] of literalFirst) {
    app.all(`/api${path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const row = rows.find(([candidate]) => candidate === method);
      return row
        ? answer(c, row)
        : refuseMethod(
            c,
            rows.map(([candidate]) => candidate),
          );
    });
  }
  app.get('/api/openapi.json', (c) => c.json(openApiDocument(cookieNames(c.get('callContext')().origin).admin)));
  app.all('/api/openapi.json', (c) => refuseMethod(c, ['GET']));
  app.all('/api/*', (c) => errorResponse(c, toCallerError(new DomainError('NOT_FOUND', 'There is no such call.'))));
}

const errorSchema = z
  .object({ message: z.string(), code: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() })
  .openapi('Error');

const ERRORS_OF: Record<Permission, number[]> = { public: [400, 429], member: [400, 401, 403], admin: [400, 401, 403] };

/** The parts of a request by where they travel: in the path, in headers, and the rest in the query or the body. */
function partsOf(path: string, schema: z.ZodType | undefined, headers: Record<string, string> = {}) {
  const fields: Record<string, z.ZodType> = schema instanceof z.ZodObject ? { ...schema.shape } : {};
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const elsewhere = [...inPath, ...Object.values(headers)];
  // A part of the path is always there, also where the query may leave it out.
  const required = (field: z.ZodType | undefined) => (field && !field.safeParse(undefined).success ? field : z.string());
  const ofFields = (entries: [string, z.ZodType][]) => (entries.length > 0 ? z.object(Object.fromEntries(entries)) : undefined);
  return {
    params: ofFields(inPath.map((name) => [name, required(fields[name])])),
    headers: ofFields(Object.entries(headers).map(([header, field]) => [header, fields[field] ?? z.string().optional()])),
    rest: ofFields(Object.entries(fields).filter(([name]) => !elsewhere.includes(name))),
  };
}

/** An id of its own for each row: the procedure's name, with a number where a path before it has the same procedure. */
function operationIdOf(row: RestRow): string {
  const same = REST_ROWS.filter(([, , name]) => name === row[2]);
  return same[0] === row ? row[2] : `${row[2]}.${same.indexOf(row) + 1}`;
}

function describeRow(registry: OpenAPIHono['openAPIRegistry'], row: RestRow): void {
  const [method, path, name, options = {}] = row;
  const { inputs, output, meta } = procedureOf(name)._def;
  const permission = meta?.permission ?? 'admin';
  const { params, headers, rest } = partsOf(path, inputs[0], options.headers);
  const success =
    options.rows && output instanceof z.ZodObject
      ? output.shape.rows
      : options.cursorHeader && output instanceof z.ZodObject
        ? output.omit({ nextCursor: true })
        : output;
  const content = (schema: unknown) => ({ 'application/json': { schema: schema as z.ZodType } });
  const status = options.status ?? 200;
  registry.registerPath({
    method: method.toLowerCase() as Lowercase<Method>,
    path: `/api${path}`,
    operationId: operationIdOf(row),
    tags: [name.split('.')[0] ?? name],
    ...(permission !== 'public' && { security: [{ bearer: [] }, { cookie: [] }] }),
    request: {
      ...(params && { params }),
      ...(headers && { headers }),
      ...(rest && (method === 'GET' ? { query: rest } : { body: { content: content(rest) } })),
    },
    responses: {
      [status]: status === 204 || !success ? { description: 'Done' } : { description: 'Done', content: content(success) },
      ...Object.fromEntries(
        [...ERRORS_OF[permission], 404, 409].map((code) => [code, { description: 'Refused', content: content(errorSchema) }]),
      ),
    },
  });
}

function describeHealth(registry: OpenAPIHono['openAPIRegistry']): void {
  const content = (status: string) => ({ 'application/json': { schema: z.object({ status: z.literal(status) }) } });
  const ready = { 'application/json': { schema: readinessAnswer } };
  registry.registerPath({
    method: 'get',
    path: '/api/ready',
    operationId: 'ready',
    tags: ['health'],
    responses: {
      200: { description: 'The server takes work; why, for the owner alone', content: ready },
      503: {
        description: 'It should get none: a write fails, the disk is nearly full, the last good backup is too old, or it is stopping',
        content: ready,
      },
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/api/health',
    operationId: 'health',
    tags: ['health'],
    responses: {
      200: { description: 'The server answers and can read its database', content: content('ok') },
      503: { description: 'It cannot', content: content('unavailable') },
    },
  });
}

/** The two calls of the office that take a picture; src/server/uploads.ts answers them. */
function describePictures(registry: OpenAPIHono['openAPIRegistry']): void {
  const image = z.object({ image: z.string().openapi({ format: 'binary' }) });
  const refused = { description: 'Refused', content: { 'application/json': { schema: errorSchema } } };
  const made = {
    'upload-image': { 'application/json': { schema: uploadedImage } },
    'remove-background': { 'image/png': { schema: z.string().openapi({ format: 'binary' }) } },
  };
  for (const [name, content] of Object.entries(made))
    registry.registerPath({
      method: 'post',
      path: `/api/${name}`,
      operationId: name,
      tags: ['inventory'],
      security: [{ bearer: [] }, { cookie: [] }],
      request: { body: { content: { 'multipart/form-data': { schema: image } } } },
      responses: {
        200: { description: 'Done', content },
        ...Object.fromEntries([400, 401, 403, 413, 415, 422, 429].map((code) => [code, refused])),
      },
    });
}

const documents = new Map<string, object>();
/** OpenAPI 3.1 of all rows, made once for each name of the session's cookie from the procedures' own schemas. */
function openApiDocument(cookie: string): object {
  const known = documents.get(cookie);
  if (known) return known;
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  openAPIRegistry.registerComponent('securitySchemes', 'cookie', { type: 'apiKey', in: 'cookie', name: cookie });
  for (const row of REST_ROWS) describeRow(openAPIRegistry, row);
  describePictures(openAPIRegistry);
  describeHealth(openAPIRegistry);
  const document = getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Tidyline', version: '1' } });
  documents.set(cookie, document);
  return document;
}
