import { createRequire } from 'node:module';
import { pino } from 'pino';
import { expect } from 'vitest';
import { PublicAnswers } from '../../src/server/http/answers/public-answers';
import { createApp } from '../../src/server/http/app';
import type { AppDeps } from '../../src/server/http/app-env';
import { createAdmission } from '../../src/server/http/requests/admission';
import { Limits } from '../../src/server/http/requests/limits';
import { NO_MAP_SOURCES } from '../../src/server/providers/map-sources';
import type { Issue } from '../../src/shared/errors';
import { NO_ASSETS, openShop } from './shop';

// jsdom has no types of its own.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text: string) => { window: { DOMParser: new () => DOMParser } };
};
let parser: DOMParser | undefined;

/** Parses an answer as a document without running its scripts. */
export function parsePage(text: string, contentType: DOMParserSupportedType = 'text/html'): Document {
  // A window for each page would take ten times as long.
  parser ??= new new JSDOM('').window.DOMParser();
  return parser.parseFromString(text, contentType);
}

export type Shop = ReturnType<typeof openShop>;
type Refusal = { message: string; code: string; issues?: Issue[] };

/** Text that no answer may contain: SQL, stack traces, source locations, hashes. */
export const LEAK = /sqlite|\bselect\b[^<\n]+\bfrom\b|insert into|node_modules|\.tsx?:\d|^\s+at |\$argon2|password_?hash/im;

/** Checks a rejection: status, sentence, code, and issues only with 400. Returns its body. */
export async function refusalOf(response: Response, status: number): Promise<Refusal> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, text]);
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  const sent = JSON.parse(text) as
    | Refusal
    | { error: { message: string; code: number; data: { code: string; issues?: Refusal['issues'] } } };
  // Under /trpc the same is in the envelope that its client reads.
  const refusal: Refusal =
    'error' in sent
      ? { message: sent.error.message, code: sent.error.data.code, ...(sent.error.data.issues && { issues: sent.error.data.issues }) }
      : sent;
  expect(Object.keys(refusal).filter((key) => !['message', 'code', 'issues'].includes(key))).toEqual([]);
  expect(refusal.message).toMatch(/^\S+ \S+/);
  expect(refusal.code).toMatch(/^[A-Z_]+$/);
  expect(text).not.toMatch(LEAK);
  if (status !== 400) expect(refusal.issues).toBeUndefined();
  for (const { kind, limit, ...issue } of refusal.issues ?? []) {
    expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S+ \S+/) });
    // Only our own screens read the kind of an issue.
    if (!('error' in sent)) expect([kind, limit]).toEqual([undefined, undefined]);
  }
  return refusal;
}

/** Returns the JSON of a success with this status. */
export async function bodyOf<T = Record<string, unknown>>(response: Response, status: number): Promise<T> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, text]);
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  return JSON.parse(text) as T;
}

/** Returns the parts of an app on a shop's database; missing settings are those of a bare start. */
export function depsOf(shop: Shop, settings: Partial<AppDeps> = {}): AppDeps {
  return {
    db: shop.db,
    now: shop.clock.now,
    live: shop.live,
    log: pino({ level: 'silent' }),
    assets: NO_ASSETS,
    clientFolder: undefined,
    uploadFolder: '/nowhere',
    origin: 'http://shop.test',
    isOriginConfigured: true,
    hasMailServer: false,
    mapSources: NO_MAP_SOURCES,
    limits: new Limits(false),
    admission: createAdmission(),
    answers: new PublicAnswers({ db: shop.db, now: shop.clock.now, live: shop.live }),
    trustedProxies: 0,
    ...settings,
  };
}

/** Creates another app on a shop's database. */
export const appOf = (shop: Shop, settings: Partial<AppDeps> = {}) => createApp(depsOf(shop, settings));

/** Opens a shop with its owner signed in; `seconds` advances its clock. */
export async function openOffice(options: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(options);
  const { token, cookie } = await shop.logIn();
  const wait = (seconds: number) => {
    shop.clock.at = new Date(shop.clock.at.getTime() + seconds * 1000);
  };
  return { shop, token, cookie, wait, call: (method: string, path: string, body?: unknown) => shop.request(method, path, { body, token }) };
}

/** The documented calls that need no login. */
export const PUBLIC_CALLS = [
  'POST /contact',
  'POST /admin/login',
  'GET /products',
  'POST /orders',
  'GET /orders/{id}',
  'GET /appointment-slots',
  'GET /appointment-slots/{date}',
  'POST /appointment-bookings',
  'POST /waitlist',
  'POST /visits/{token}/confirm',
  'POST /pay/{token}',
  'GET /quotes/{token}',
  'POST /quotes/{token}/approve',
  'POST /quotes/{token}/decline',
  'POST /estimates',
  'POST /team/login',
];
