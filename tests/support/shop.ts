import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { pino } from 'pino';
import { onTestFinished, TestRunner } from 'vitest';
import { type Db, inTransaction, openDb } from '../../db/client';
import { users } from '../../db/schema';
import type { Actor, RequestCtx } from '../../src/server/context';
import { PublicAnswers } from '../../src/server/http/answers/public-answers';
import { createApp } from '../../src/server/http/app';
import type { AppDeps } from '../../src/server/http/app-env';
import { createAdmission } from '../../src/server/http/requests/admission';
import { Limits } from '../../src/server/http/requests/limits';
import { Live } from '../../src/server/live';
import type { CardGateway } from '../../src/server/providers/card-gateway';
import type { Facebook } from '../../src/server/providers/facebook';
import type { LanguageModel } from '../../src/server/providers/language-model';
import { NO_MAP_SOURCES } from '../../src/server/providers/map-sources';
import type { SmsGateway } from '../../src/server/providers/sms-gateway';
import { createCaller } from '../../src/server/router';
import { openAdminSession } from '../../src/server/session/service';
import { cookieNames } from '../../src/server/session/tokens';
import { type AutomationSettings, DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { borrowDb } from './lent-db';

const ORIGIN = 'http://shop.test';
export const ADMIN = { username: 'owner', password: 'correct horse battery' };

/** The files of a client that is not built. */
export const NO_ASSETS: AppDeps['assets'] = {
  entry: '/assets/entry.js',
  siteEntry: '/assets/site.js',
  scripts: new Map(),
  css: '',
  siteCss: '',
  darkCss: '',
  faces: [],
  extraHead: '',
  isPolicyEnforced: true,
};

let ownersHash: string | undefined;
/** Stores the owner's account. Its hash has the least parameters: a check of it takes 0.1 ms of the processor's time instead of ten. */
export async function insertOwner(db: Db, now: Date): Promise<number> {
  ownersHash ??= await hash(ADMIN.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return db.insert(users).values({ username: ADMIN.username, passwordHash: ownersHash, createdAt: now.toISOString() }).returning().get().id;
}

/** A clock that tests advance. */
class TestClock {
  constructor(public at: Date) {}
  readonly now = () => new Date(this.at);
  advance(minutes: number): void {
    this.at = new Date(this.at.getTime() + minutes * 60_000);
  }
}

type Options = {
  now?: string;
  file?: string;
  isLimited?: boolean;
  hasMailServer?: boolean;
  mapSources?: Partial<RequestCtx['mapSources']>;
  languageModel?: LanguageModel | undefined;
  facebook?: Facebook | undefined;
  sms?: SmsGateway | undefined;
  cards?: CardGateway | undefined;
  cardEventSecret?: string | undefined;
  interacSecret?: string | undefined;
  lookUpDns?: RequestCtx['lookUpDns'];
};

/** Opens a shop on its own database: callers for each kind of person, the HTTP app, and the clock. */
export function openShop({
  now = '2026-11-20T20:00:00.000Z',
  file = ':memory:',
  isLimited = false,
  hasMailServer = false,
  mapSources = {},
  languageModel,
  facebook,
  sms,
  cards,
  cardEventSecret,
  interacSecret,
  lookUpDns,
}: Options = {}) {
  const clock = new TestClock(new Date(now));
  // A shop opened for a whole file is closed by the file.
  const isOfOneTest = file === ':memory:' && TestRunner.getCurrentTest() !== undefined;
  const db = isOfOneTest ? borrowDb() : openDb(file, { now: clock.now }).db;
  if (isOfOneTest) onTestFinished(() => void db.$client.close());
  const live = new Live();
  const uploadFolder = path.join(tmpdir(), `tidyline-uploads-${process.pid}`);
  const log = pino({ level: 'silent' });
  const faults: unknown[] = [];
  const limits = new Limits(isLimited);
  const contextOf = (actor: Actor): RequestCtx => ({
    db,
    now: clock.now,
    live,
    actor,
    origin: ORIGIN,
    hasMailServer,
    mapSources: { ...NO_MAP_SOURCES, ...mapSources },
    languageModel,
    facebook,
    sms,
    cards,
    cardEventSecret,
    interacSecret,
    lookUpDns,
    uploadFolder,
    log,
    clientKey: '192.0.2.1',
    requestId: 'test',
    sessionToken: undefined,
    memberSession: undefined,
    clientSession: undefined,
    clientToken: undefined,
    deviceToken: undefined,
    limits,
    responseHeaders: new Headers(),
    onFault: (fault) => faults.push(fault),
  });
  const system = contextOf({ kind: 'system' });
  const makeApp = () =>
    createApp({
      ...system,
      assets: NO_ASSETS,
      clientFolder: undefined,
      isOriginConfigured: true,
      limits,
      admission: createAdmission(),
      answers: new PublicAnswers(system),
      trustedProxies: 1,
    });
  let app: ReturnType<typeof makeApp> | undefined;
  /** Created on first use: most tests make no HTTP call, and the app takes longer to create than the database. */
  const theApp = () => {
    app ??= makeApp();
    return app;
  };

  /** Makes one HTTP call; `body` is sent as JSON. */
  const request = (
    method: string,
    path: string,
    { body, token, headers }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ) =>
    theApp().request(`${ORIGIN}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  return {
    db,
    /** Reads all rows of a table. */
    rows: <T extends SQLiteTable>(table: T) =>
      db
        .select()
        .from(table as SQLiteTable)
        .all() as T['$inferSelect'][],
    get app() {
      return theApp();
    },
    uploadFolder,
    clock,
    live,
    faults,
    ctx: system,
    contextOf,
    request,
    visitor: createCaller(contextOf({ kind: 'visitor' })),
    admin: createCaller(contextOf({ kind: 'admin', id: 1, name: 'owner' })),
    member: createCaller(contextOf({ kind: 'member', id: 1, name: 'Dee' })),
    /** Calls of a client's own page. */
    client: (id: number) => createCaller(contextOf({ kind: 'client', id, name: 'Client' })),
    callerOf: (actor: Actor) => createCaller(contextOf(actor)),
    /** Changes thresholds of the automation; all others have their defaults. */
    setAutomation: (changes: Partial<AutomationSettings>) =>
      createCaller(contextOf({ kind: 'admin', id: 1, name: 'owner' })).settings.save({ automation: { ...DEFAULT_AUTOMATION, ...changes } }),
    /** Creates the owner's account and opens a session as a login does. Returns the token and the cookies. */
    logIn: async () => {
      const id = await insertOwner(db, clock.now());
      const { token, deviceToken } = inTransaction(db, () => openAdminSession(system, id, { key: 'test', trustedToken: undefined }));
      const names = cookieNames(ORIGIN);
      return { token, cookie: `${names.admin}=${token}; ${names.device}=${deviceToken}` };
    },
  };
}

export type Shop = ReturnType<typeof openShop>;

/** A company with a postal address, without which no marketing message is sent. */
export const ADDRESSED = { ...DEFAULT_FACTS, street: '210 Lansdowne St', postalCode: 'V2C 0A5' };

export const QUOTE = {
  name: 'Maria Santos',
  email: 'maria@example.com',
  phone: '(250) 555-0133',
  address: '12 Seymour St, Kamloops',
  serviceType: 'residential',
  message: 'Every two weeks, please.',
} as const;
