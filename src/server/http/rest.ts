import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { DomainError } from '../../shared/errors';
import type { Method, RestOptions, RestRow } from '../rest-row';
import { callProcedure } from '../router';
import { cookieNames } from '../session/tokens';
import { assertPermission, toCallerContext, toCallerError } from '../trpc';
import type { PublicAnswers } from './answers/public-answers';
import { isOfVisitor, isSharedCall, respondShared } from './answers/shared-calls';
import type { AppEnv } from './app-env';
import { errorResponse, refuseMethod } from './errors';
import { assertJsonType, JSON_LIMIT, parseJsonObject } from './requests/body';
import { readDescription } from './rest/description';
import { getProcedure, type Procedure, REST_ROWS } from './rest/table';

async function readInput(
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
  const body = { ...parseJsonObject(bytes), ...params };
  // REST ignores unknown fields, even if the procedure rejects them.
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

async function answer(c: Context<AppEnv>, answers: PublicAnswers, [method, , name, options = {}]: RestRow): Promise<Response> {
  const procedure = getProcedure(name);
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared > JSON_LIMIT) await c.get('body').read(JSON_LIMIT);
  const permission = procedure._def.meta?.permission ?? 'admin';
  const findCaller = () => {
    const ctx = c.get('callContext')();
    assertPermission(toCallerContext(ctx, permission).actor, permission);
    return ctx;
  };
  findCaller();
  const sent = await readInput(c, method, procedure, c.get('checkOrigin'));
  // The session may have ended while the body arrived.
  const ctx = findCaller();
  for (const [header, field] of Object.entries(options.headers ?? {})) sent[field] = c.req.header(header);
  const input = options.input ? options.input(sent) : sent;
  if (isSharedCall(name) && isOfVisitor(c))
    return respondShared(c, answers, async () => shape(c, await callProcedure(ctx, name, input), options));
  const result = await callProcedure(ctx, name, procedure._def.inputs.length > 0 ? input : undefined);
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

/** Routes every row under /api, rejects other methods with 405 and other paths with a JSON 404. */
export function addRestRoutes(app: Hono<AppEnv>, answers: PublicAnswers): void {
  const byPath = new Map<string, RestRow[]>();
  for (const row of REST_ROWS) byPath.set(row[1], [...(byPath.get(row[1]) ?? []), row]);
  const literalFirst = [...byPath].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const [path, rows] of literalFirst) {
    app.all(`/api${path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
      const row = rows.find(([candidate]) => candidate === method);
      return row
        ? answer(c, answers, row)
        : refuseMethod(
            c,
            rows.map(([candidate]) => candidate),
          );
    });
  }
  app.get('/api/openapi.json', async (c) => {
    const description = await readDescription(cookieNames(c.get('callContext')().origin).admin);
    return c.body(description, 200, { 'content-type': 'application/json' });
  });
  app.all('/api/openapi.json', (c) => refuseMethod(c, ['GET']));
  app.all('/api/*', (c) => errorResponse(c, toCallerError(new DomainError('NOT_FOUND', 'There is no such call.'))));
}
