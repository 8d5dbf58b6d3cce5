import path from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '../../db/client';
import type { Env } from './env';
import type { Limits } from './http/requests/limits';
import { Live } from './live';
import { type CardGateway, readCardGateway } from './providers/card-gateway';
import { type Facebook, readFacebook } from './providers/facebook';
import { type LanguageModel, readLanguageModel } from './providers/language-model';
import { type DnsLookup, readDnsLookup } from './providers/mail-keys';
import { type MapSources, readMapSources } from './providers/map-sources';
import { readSmsGateway, type SmsGateway } from './providers/sms-gateway';

/** The caller: a visitor, the server itself, an owner of the office, one cleaner, or a client on their own page. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'system' }
  | { kind: 'admin'; id: number; name: string }
  | { kind: 'member'; id: number; name: string }
  | { kind: 'client'; id: number; name: string };

/** The context of a service call. `origin` starts the links in messages, `uploadFolder` stores the pictures. */
export type Ctx = {
  db: Db;
  now: () => Date;
  actor: Actor;
  live: Live;
  origin: string;
  hasMailServer: boolean;
  /** Sender address of messages when it differs from the company's own address. */
  mailFrom?: string | undefined;
  /** Sends text messages; missing unless a gateway is configured. */
  sms?: SmsGateway | undefined;
  /** Takes card payments; missing unless a key of Stripe is configured. */
  cards?: CardGateway | undefined;
  /** Verifies the events of Stripe; without it every event is refused. */
  cardEventSecret?: string | undefined;
  /** Verifies the notices of e-Transfers that the mail server posts; without it their endpoint is 404. */
  interacSecret?: string | undefined;
  /** Looks up the keys of mail signatures. */
  lookUpDns?: DnsLookup | undefined;
  mapSources: MapSources;
  /** Rewords drafts; missing unless a model is configured. */
  languageModel?: LanguageModel | undefined;
  /** The company's Facebook page; missing unless one is configured. */
  facebook?: Facebook | undefined;
  uploadFolder: string;
  log: Logger;
};

/** Returns the context of the server itself, with the services that the environment names. */
export const createContext = (db: Db, env: Env, given: Pick<Ctx, 'now' | 'log' | 'origin'>): Ctx => ({
  ...given,
  db,
  actor: { kind: 'system' },
  live: new Live(),
  hasMailServer: env.SMTP_URL !== undefined,
  mailFrom: env.MAIL_FROM,
  sms: readSmsGateway(env),
  cards: readCardGateway(env),
  cardEventSecret: env.STRIPE_WEBHOOK_SECRET,
  interacSecret: env.INTERAC_SECRET,
  lookUpDns: readDnsLookup(env),
  mapSources: readMapSources(env, given.origin),
  languageModel: readLanguageModel(env),
  facebook: readFacebook(env),
  uploadFolder: path.join(env.DATA_DIR, 'uploads'),
});

/** The context of one request. `clientKey` counts limits; `responseHeaders` go out with the answer. */
export type RequestCtx = Ctx & {
  clientKey: string;
  requestId: string;
  sessionToken: string | undefined;
  /** The member's session. Calls for members run in the member's name even in a browser that is also signed in to the office. */
  memberSession: { actor: Extract<Actor, { kind: 'member' }>; token: string } | undefined;
  /** The client's session, in whose name only the calls of the client's page run. */
  clientSession: { actor: Extract<Actor, { kind: 'client' }>; token: string } | undefined;
  /** Token of a client's session, even if none of several clients who share the e-mail address is chosen yet. */
  clientToken: string | undefined;
  deviceToken: string | undefined;
  limits: Limits;
  responseHeaders: Headers;
  onFault: (error: unknown) => void;
};
