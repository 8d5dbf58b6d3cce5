import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { REST_ROWS } from '../../src/server/http/rest/table';
import { appRouter } from '../../src/server/router';
import type { Permission } from '../../src/server/trpc';
import { signBody, writeNotice } from '../support/interac';
import type { Company } from './company';
import { EVENT_SECRET, PAY_TOKEN } from './keys';
import { type Input, sampleOf } from './samples';

type Procedure = { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[]; meta: { permission: Permission } } };
/** Every procedure that there is. */
export const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** A call: its name, the permission it needs, and an input with which it succeeds. `cost`: its weight compared with other calls. */
export type Target = {
  name: string;
  permission: Permission;
  isWrite: boolean;
  sample: Input;
  cost: number;
  call: (input: unknown) => Request;
};

const ORIGIN = 'http://shop.test';
const JSON_TYPE = { 'content-type': 'application/json' };
/** Drops values that cannot be a header, which never reach the server. */
const asHeader = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
/** Half a character cannot travel in an address or a form. */
const whole = (text: string): string => Buffer.from(text).toString();
const asPart = (value: unknown): string => encodeURIComponent(whole(String(typeof value === 'object' ? JSON.stringify(value) : value)));
const isRecord = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hashing takes its time by design, and pages, pictures and PDF are made anew each time. */
const SLOW =
  /login|password|admins\.(add|reset)|team\.(create|update)|team-members|pdf|photos|image|background|logo|website-photo|backUp|email|export\.json|changes$/i;
const costOf = (name: string): number => (SLOW.test(name) || /^(POST|GET) \/\*?$/.test(name) ? 20 : 1);

function requestOf(
  company: Company,
  permission: Permission,
  method: string,
  url: string,
  body: unknown,
  more: Record<string, string> = {},
): Request {
  const headers = { ...company.headers[permission], ...more };
  if (method === 'GET' || body === undefined) return new Request(`${ORIGIN}${url}`, { method, headers });
  return new Request(`${ORIGIN}${url}`, { method, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) ?? '' });
}

/** Every procedure as a tRPC call. */
export function trpcTargets(company: Company): Target[] {
  return Object.entries(PROCEDURES).map(([name, { _def }]) => {
    const { permission } = _def.meta;
    const isWrite = _def.type === 'mutation';
    const more = name === 'portal.choose' ? company.headers.choosing : {};
    return {
      name: `trpc ${name}`,
      permission,
      isWrite,
      sample: sampleOf(name, _def.inputs[0], company),
      cost: costOf(name),
      call: (input) =>
        isWrite
          ? requestOf(company, permission, 'POST', `/trpc/${name}`, input, more)
          : requestOf(company, permission, 'GET', `/trpc/${name}?input=${asPart(JSON.stringify(input) ?? '')}`, undefined),
    };
  });
}

/** A query as a browser would send it; a list is the same name more than once. */
function queryOf(fields: Input): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${asPart(name)}=${asPart(one)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Every documented path; the parts of the path and the headers are taken out of the input. */
export function restTargets(company: Company): Target[] {
  return REST_ROWS.map(([method, path, name, options = {}]) => {
    const procedure = PROCEDURES[name];
    if (!procedure) throw new Error(`No procedure ${name}.`);
    const { inputs, meta } = procedure._def;
    const headers = Object.entries(options.headers ?? {});
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
    const call = (input: unknown) => {
      const fields = isRecord(input) ? input : {};
      const url = `/api${path.replace(/\{(\w+)\}/g, (_, part: string) => asPart(fields[part] ?? '1'))}`;
      const elsewhere = [...inPath, ...headers.map(([, field]) => field)];
      const rest = isRecord(input) ? Object.fromEntries(Object.entries(input).filter(([field]) => !elsewhere.includes(field))) : input;
      const sent = headers.flatMap(([header, field]) => {
        const value = asHeader(fields[field]);
        return value === undefined ? [] : [[header, value]];
      });
      return method === 'GET'
        ? requestOf(company, meta.permission, method, `${url}${queryOf(isRecord(rest) ? rest : { x: rest })}`, undefined)
        : requestOf(company, meta.permission, method, url, rest, Object.fromEntries(sent));
    };
    const sample = sampleOf(name, inputs[0], company);
    return { name: `${method} /api${path}`, permission: meta.permission, isWrite: method !== 'GET', sample, cost: costOf(name), call };
  });
}

type Plain = {
  permission: Permission;
  sample: Input;
  path: (fields: Record<string, string>) => string;
  body?: (fields: Input) => BodyInit;
  type?: string;
  /** Bearer key of a service. */
  key?: string;
  /** Headers that depend on the body. */
  headers?: (body: string) => Record<string, string>;
};
/** Signs an event as Stripe does, at the time of the fuzzed company. */
const signEvent = (body: string): string => {
  const time = Date.parse('2026-11-20T20:00:00.000Z') / 1000;
  return `t=${time},v1=${createHmac('sha256', EVENT_SECRET).update(`${time}.${body}`).digest('hex')}`;
};
const FORM = 'application/x-www-form-urlencoded';
const toText = (value: unknown): string => whole(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const fileIn = (fields: Input, file: (form: FormData) => void): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (name !== 'file') form.set(name, toText(value));
  file(form);
  return form;
};

/** The routes that are no documented calls of a procedure, by how the app knows them. */
export function plainTable(company: Company): Record<string, Plain> {
  const file = (name: string, bytes?: (fields: Input) => BlobPart) => (fields: Input) =>
    bytes
      ? fileIn(fields, (form) => form.set(name, new Blob([bytes(fields)]), 'file'))
      : fileIn(fields, (form) => form.set(name, company.formOf().get('image') as Blob, 'file'));
  const office = (path: string, sample: Input = {}): Plain => ({ permission: 'admin', sample, path: () => path });
  const keyed = (path: string, key: unknown, permission: Permission = 'admin'): Plain => ({
    permission,
    sample: { key },
    path: ({ key: part = '' }) => path.replace('KEY', part),
  });
  const open = (path: string): Plain => ({ permission: 'public', sample: { q: '1' }, path: ({ q = '' }) => `${path}?q=${q}` });
  const csv = ({ file: text }: Input) => toText(text);
  return {
    'GET /api/health': open('/api/health'),
    'GET /api/ready': open('/api/ready'),
    'POST /api/csp-report': {
      ...open('/api/csp-report'),
      sample: { 'csp-report': { 'effective-directive': 'script-src', 'violated-directive': 'script-src', 'blocked-uri': 'inline' } },
      body: (fields) => JSON.stringify(fields),
      type: 'application/csp-report',
    },
    'POST /api/sms/inbound': {
      ...open('/api/sms/inbound'),
      sample: { from: '+12505550133', text: 'STOP' },
      body: (fields) => JSON.stringify(fields),
      type: 'application/json',
      key: 'key',
    },
    'POST /api/payments/stripe': {
      ...open('/api/payments/stripe'),
      sample: { id: 'evt_1', type: 'charge.succeeded', data: { object: {} } },
      body: (fields) => JSON.stringify(fields),
      type: 'application/json',
      headers: (body) => ({ 'stripe-signature': signEvent(body) }),
    },
    'POST /api/payments/interac': {
      ...open('/api/payments/interac'),
      sample: { mail: writeNotice() },
      body: ({ mail }) => toText(mail),
      type: 'message/rfc822',
      headers: (body) => ({ 'x-signature': signBody(body) }),
    },
    'POST /api/payments/files': {
      ...office('/api/payments/files', { file: 'Date,Description,Credit\n2026-11-20,INTERAC e-Transfer From: Jane Doe,119.00\n' }),
      body: file('file', csv),
    },
    'GET /pay/:token': keyed('/pay/KEY', PAY_TOKEN, 'public'),
    'POST /pay/:token': { ...keyed('/pay/KEY', PAY_TOKEN, 'public'), body: () => new URLSearchParams(), type: FORM },
    'GET /pay/:token/thanks': keyed('/pay/KEY/thanks', PAY_TOKEN, 'public'),
    'GET /pay/:token/cancelled': keyed('/pay/KEY/cancelled', PAY_TOKEN, 'public'),
    'POST /api/work-orders/:id/photos': {
      permission: 'member',
      sample: { id: 1, kind: 'after', takenAt: '2026-11-20T19:00:00Z', actionId: '6f1c9a3e-58a1-4c63-9a55-0a1d4c3f7b22' },
      path: ({ id = '' }) => `/api/work-orders/${id}/photos`,
      body: file('image'),
    },
    'GET /api/work-orders/:id/photos/:photoId': {
      permission: 'member',
      sample: { id: 1, photoId: 1 },
      path: ({ id = '', photoId = '' }) => `/api/work-orders/${id}/photos/${photoId}`,
    },
    'POST /api/company-logo': { ...office('/api/company-logo'), sample: { image: 'x' }, body: file('image') },
    'DELETE /api/company-logo': office('/api/company-logo'),
    'POST /api/website-photo': { ...office('/api/website-photo'), sample: { image: 'x' }, body: file('image') },
    'POST /api/upload-image': { ...office('/api/upload-image'), sample: { more: 'x' }, body: file('image') },
    'POST /api/remove-background': { ...office('/api/remove-background'), sample: { more: 'x' }, body: file('image') },
    'GET /uploads/:name': keyed('/uploads/KEY', company.imageUrl.split('/').at(-1), 'public'),
    'GET /documents/export.json': office('/documents/export.json'),
    'GET /documents/export/:file{[a-z_]+\\.csv}': keyed('/documents/export/KEY', 'clients.csv'),
    'GET /documents/import-template/:file{[a-z]+\\.csv}': keyed('/documents/import-template/KEY', 'clients.csv'),
    'GET /documents/backups/:name': keyed('/documents/backups/KEY', company.backup),
    'POST /api/data/import/:kind': {
      permission: 'admin',
      sample: { kind: 'clients', dryRun: 'false', file: 'name,email,phone,address\nNew One,new@example.com,250-555-0123,1 Oak St\n' },
      path: ({ kind = '' }) => `/api/data/import/${kind}`,
      body: file('file', csv),
    },
    'GET /api/openapi.json': open('/api/openapi.json'),
    'ALL /assets/*': keyed('/assets/KEY', 'a.js', 'public'),
    'GET /robots.txt': open('/robots.txt'),
    'GET /sitemap.xml': open('/sitemap.xml'),
    'GET /manifest.webmanifest': open('/manifest.webmanifest'),
    'GET /company-profile/print': open('/company-profile/print'),
    'GET /company-profile.pdf': open('/company-profile.pdf'),
    'POST /': {
      permission: 'public',
      sample: {
        name: 'Maria Santos',
        email: 'maria@example.com',
        phone: '250-555-0133',
        address: '1 St',
        serviceType: 'residential',
        message: 'Hi',
      },
      path: () => '/',
      body: (fields) => new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, toText(value)])),
      type: FORM,
    },
    ...Object.fromEntries(
      ['invoice', 'quote', 'priced-quote', 'receipt', 'packing-slip', 'credit-note'].map((kind) => [
        `GET /documents/${kind}/:key`,
        {
          permission: 'admin' as const,
          sample: { key: 1, download: '1', print: '1' },
          path: ({ key = '', download = '', print = '' }: Record<string, string>) =>
            `/documents/${kind}/${key}?download=${download}&print=${print}`,
        },
      ]),
    ),
    'GET /documents/quote-link/:key': keyed('/documents/quote-link/KEY', company.quote, 'public'),
    'GET /documents/report/:key': {
      permission: 'admin',
      sample: { key: 'financial-statement', from: '2026-11-01', to: '2026-11-20' },
      path: ({ key = '', from = '', to = '' }) => `/documents/report/${key}?from=${from}&to=${to}`,
    },
    'GET /documents/inventory/:file': keyed('/documents/inventory/KEY', 'summary.csv'),
    'GET /documents/message/:file{\\d+\\.eml}': keyed('/documents/message/KEY', '1.eml'),
    'GET /my/invoices/:file{\\d+\\.pdf}': keyed('/my/invoices/KEY', '1.pdf', 'client'),
    'GET /my/receipts/:file{\\d+\\.pdf}': keyed('/my/receipts/KEY', '1.pdf', 'client'),
    'GET /my/data.json': { permission: 'client', sample: {}, path: () => '/my/data.json' },
    'GET /manage/:token/booking.ics': keyed('/manage/KEY/booking.ics', company.token, 'public'),
    'GET /unsubscribe/:token': keyed('/unsubscribe/KEY', 'u'.repeat(22), 'public'),
    'POST /unsubscribe/:token': keyed('/unsubscribe/KEY', 'u'.repeat(22), 'public'),
    'POST /unsubscribe/:token/again': keyed('/unsubscribe/KEY/again', 'u'.repeat(22), 'public'),
    'GET /*': keyed('/KEY', 'store', 'public'),
  };
}

/** Lists other routes of the app than the documented calls, as method and path; a route for all methods only rejects. */
export function plainRoutes({ app }: Pick<Company, 'app'>): string[] {
  const documented = new Set(REST_ROWS.map(([, path]) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`));
  const routes = app.routes.filter(({ path }) => !documented.has(path));
  const refusals = new Set([
    '/*',
    '/api/*',
    '/trpc/*',
    '/uploads/*',
    ...routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),
  ]);
  return [
    ...new Set(routes.filter(({ method, path }) => method !== 'ALL' || !refusals.has(path)).map(({ method, path }) => `${method} ${path}`)),
  ];
}

/** Returns the plain routes as targets. Throws for a route without a sample call. */
export function plainTargets(company: Company): Target[] {
  const table = plainTable(company);
  return plainRoutes(company).map((name) => {
    const plain = table[name];
    if (!plain) throw new Error(`Say in tests/fuzz/targets.ts how ${name} is called.`);
    const [method = ''] = name.replace('ALL', 'GET').split(' ');
    const call = (input: unknown) => {
      const fields = isRecord(input) ? input : { key: input, q: input, id: input };
      const url = plain.path(Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, asPart(value)])));
      const headers = {
        ...company.headers[plain.permission],
        ...(plain.type && { 'content-type': plain.type }),
        ...(plain.key && { authorization: `Bearer ${plain.key}` }),
      };
      const body = plain.body?.(fields);
      const signed = typeof body === 'string' ? plain.headers?.(body) : undefined;
      return new Request(`${ORIGIN}${url}`, { method, headers: { ...headers, ...signed }, ...(body !== undefined && { body }) });
    };
    return { name, permission: plain.permission, isWrite: method !== 'GET', sample: plain.sample, cost: costOf(name), call };
  });
}
