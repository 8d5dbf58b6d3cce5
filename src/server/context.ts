import type { Logger } from 'pino';
import type { Db } from '../../db/client';
import type { Limits } from './http/requests/limits';
import type { Live } from './live';
import type { Facebook } from './providers/facebook';
import type { LanguageModel } from './providers/language-model';
import type { MapSources } from './providers/map-sources';

/** Who calls: nobody in particular, the owner, or one cleaner. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'system' }
  | { kind: 'admin'; id: number; name: string }
  | { kind: 'member'; id: number; name: string };

/** What a service works with. `now` is the injected clock; `origin` begins the links in messages; `uploadFolder` is where pictures are kept. */
export type Ctx = {
  db: Db;
  now: () => Date;
  actor: Actor;
  live: Live;
  origin: string;
  hasMailServer: boolean;
  /** The address that messages are sent from, where it is another one than the company's. */
  mailFrom?: string | undefined;
  mapSources: MapSources;
  /** What may give drafts other words; absent where none is configured. */
  languageModel?: LanguageModel | undefined;
  /** The company's page; absent where none is configured. */
  facebook?: Facebook | undefined;
  uploadFolder: string;
  log: Logger;
};

/** What one call brings besides: where it came from, what it presented, and the headers its answer will carry. */
export type RequestCtx = Ctx & {
  clientKey: string;
  requestId: string;
  sessionToken: string | undefined;
  /** The member's session, where the request brings one: calls of members are made in its name, also by who is the owner too. */
  memberSession: { actor: Extract<Actor, { kind: 'member' }>; token: string } | undefined;
  deviceToken: string | undefined;
  limits: Limits;
  responseHeaders: Headers;
  onFault: (error: unknown) => void;
};
