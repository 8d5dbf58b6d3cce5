import { extendZodWithOpenApi, OpenAPIHono, z } from '@hono/zod-openapi';
import { uploadedImage } from '../../../shared/inventory';
import { MONEY_FILES } from '../../../shared/payments';
import { filedSchema, receivedSchema } from '../../../shared/payments-schemas';
import { readinessAnswer } from '../../../shared/readiness';
import { inboundSms } from '../../../shared/sms';
import type { Method, RestRow } from '../../rest-row';
import type { Permission } from '../../trpc';
import { getProcedure, REST_ROWS } from './table';

// The package extends zod when it is loaded, but the build delays that until the first use of one of its exports.
extendZodWithOpenApi(z);

const errorSchema = z
  .object({ message: z.string(), code: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() })
  .openapi('Error');

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const done = (schema: z.ZodType, description = 'Done') => ({ description, content: json(schema) });
const refusals = (statuses: number[]) => Object.fromEntries(statuses.map((code) => [code, done(errorSchema, 'Refused')]));
const SIGNED_IN: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }];

const ERRORS_OF: Record<Permission, number[]> = {
  public: [400, 429],
  member: [400, 401, 403],
  client: [400, 401, 403],
  admin: [400, 401, 403],
};

function splitInput(path: string, schema: z.ZodType | undefined, headers: Record<string, string> = {}) {
  const fields: Record<string, z.ZodType> = schema instanceof z.ZodObject ? { ...schema.shape } : {};
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const elsewhere = [...inPath, ...Object.values(headers)];
  // A path parameter is always required, even if the schema makes it optional.
  const required = (field: z.ZodType | undefined) => (field && !field.safeParse(undefined).success ? field : z.string());
  const ofFields = (entries: [string, z.ZodType][]) => (entries.length > 0 ? z.object(Object.fromEntries(entries)) : undefined);
  return {
    params: ofFields(inPath.map((name) => [name, required(fields[name])])),
    headers: ofFields(Object.entries(headers).map(([header, field]) => [header, fields[field] ?? z.string().optional()])),
    rest: ofFields(Object.entries(fields).filter(([name]) => !elsewhere.includes(name))),
  };
}

/** Returns a unique id: the procedure's name, with a number when an earlier path has the same procedure. */
function getOperationId(row: RestRow): string {
  const same = REST_ROWS.filter(([, , name]) => name === row[2]);
  return same[0] === row ? row[2] : `${row[2]}.${same.indexOf(row) + 1}`;
}

function describeRow(registry: OpenAPIHono['openAPIRegistry'], row: RestRow): void {
  const [method, path, name, options = {}] = row;
  const { inputs, output, meta } = getProcedure(name)._def;
  const permission = meta?.permission ?? 'admin';
  const { params, headers, rest } = splitInput(path, inputs[0], options.headers);
  const success =
    options.rows && output instanceof z.ZodObject
      ? output.shape.rows
      : options.cursorHeader && output instanceof z.ZodObject
        ? output.omit({ nextCursor: true })
        : output;
  const status = options.status ?? 200;
  registry.registerPath({
    method: method.toLowerCase() as Lowercase<Method>,
    path: `/api${path}`,
    operationId: getOperationId(row),
    tags: [name.split('.')[0] ?? name],
    ...(permission !== 'public' && { security: SIGNED_IN }),
    request: {
      ...(params && { params }),
      ...(headers && { headers }),
      ...(rest && (method === 'GET' ? { query: rest } : { body: { content: json(rest) } })),
    },
    responses: {
      [status]: status === 204 || !success ? { description: 'Done' } : done(success),
      ...refusals([...ERRORS_OF[permission], 404, 409]),
    },
  });
}

const status = (word: string) => z.object({ status: z.literal(word) });
const PROBES = {
  ready: {
    200: done(readinessAnswer, 'Ready. Only the owner sees the checks.'),
    503: done(
      readinessAnswer,
      'Not ready: a write fails, the disk is nearly full, the last good backup is too old, or the server is stopping',
    ),
  },
  health: {
    200: done(status('ok'), 'The server runs and can read its database'),
    503: done(status('unavailable'), 'The database cannot be read'),
  },
};

function describeProbes(registry: OpenAPIHono['openAPIRegistry']): void {
  for (const [name, responses] of Object.entries(PROBES))
    registry.registerPath({ method: 'get', path: `/api/${name}`, operationId: name, tags: ['health'], responses });
}

function describePictures(registry: OpenAPIHono['openAPIRegistry']): void {
  const file = z.string().openapi({ format: 'binary' });
  const made = {
    'upload-image': json(uploadedImage),
    'remove-background': { 'image/png': { schema: file } },
  };
  for (const [name, content] of Object.entries(made))
    registry.registerPath({
      method: 'post',
      path: `/api/${name}`,
      operationId: name,
      tags: ['inventory'],
      security: SIGNED_IN,
      request: { body: { content: { 'multipart/form-data': { schema: z.object({ image: file }) } } } },
      responses: { 200: { description: 'Done', content }, ...refusals([400, 401, 403, 413, 415, 422, 429]) },
    });
}

function describeSmsInbound(registry: OpenAPIHono['openAPIRegistry']): void {
  const key = { type: 'http', scheme: 'bearer', description: 'The key of the SMS gateway' } as const;
  registry.registerComponent('securitySchemes', 'smsGateway', key);
  registry.registerPath({
    method: 'post',
    path: '/api/sms/inbound',
    operationId: 'smsInbound',
    tags: ['clients'],
    security: [{ smsGateway: [] }],
    request: { body: { content: json(inboundSms) } },
    responses: { 200: done(z.object({ success: z.literal(true) })), ...refusals([400, 401, 413, 415]) },
  });
}

/** Describes the ways in which payments arrive: notices from the mail server, files from the office, and events of Stripe. */
function describeMoneyIn(registry: OpenAPIHono['openAPIRegistry']): void {
  const signature = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;
  const ofBody = 'HMAC-SHA256 of the body with INTERAC_SECRET, in lower-case hex';
  registry.registerComponent('securitySchemes', 'mailServer', signature('X-Signature', ofBody));
  registry.registerComponent('securitySchemes', 'stripe', signature('Stripe-Signature', "Stripe's signature of the body"));
  const file = z.string().openapi({ format: 'binary' });
  const add = (
    path: string,
    operationId: string,
    security: typeof SIGNED_IN,
    body: Record<string, z.ZodType>,
    answer: z.ZodType,
    refused: number[],
  ) =>
    registry.registerPath({
      method: 'post',
      path,
      operationId,
      tags: ['payments'],
      security,
      request: { body: { content: Object.fromEntries(Object.entries(body).map(([type, schema]) => [type, { schema }])) } },
      responses: { 200: done(answer), ...refusals(refused) },
    });
  add('/api/payments/interac', 'paymentsInterac', [{ mailServer: [] }], { 'message/rfc822': file }, receivedSchema, [401, 404, 413, 415]);
  add(
    '/api/payments/stripe',
    'paymentsStripe',
    [{ stripe: [] }],
    { 'application/json': z.looseObject({}) },
    z.object({ received: z.literal(true) }),
    [400, 413],
  );
  add(MONEY_FILES, 'paymentsFiles', SIGNED_IN, { 'multipart/form-data': z.object({ file }) }, filedSchema, [400, 401, 403, 413, 422]);
}

/** Returns the OpenAPI 3.1 document of all rows from the procedures' own schemas. `cookie` is the name of the office's session cookie. */
export function openApiDocument(cookie: string): object {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  openAPIRegistry.registerComponent('securitySchemes', 'cookie', { type: 'apiKey', in: 'cookie', name: cookie });
  for (const row of REST_ROWS) describeRow(openAPIRegistry, row);
  describePictures(openAPIRegistry);
  describeSmsInbound(openAPIRegistry);
  describeMoneyIn(openAPIRegistry);
  describeProbes(openAPIRegistry);
  return getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Tidyline', version: '1' } });
}
