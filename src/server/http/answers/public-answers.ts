import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Context } from 'hono';
import { businessDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import { readDataState } from './data-state';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export type Coding = 'br' | 'gzip' | 'identity';
/** The effort of compression: `smallest` takes a page 100 ms of a core, off the event loop. */
type Effort = 'smallest' | 'quick';
/** An answer in one coding, ready to be sent. */
export type Encoded = { headers: Record<string, string>; etag: string; body: Buffer };

async function encode(body: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'identity') return body;
  const isSmallest = effort === 'smallest';
  if (coding === 'gzip') return gzip(body, { level: isSmallest ? 9 : 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: isSmallest ? 11 : 4, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** Checks that an Accept-Encoding header names the coding with a weight above zero. */
const accepts = (header: string, coding: string) =>
  new RegExp(`(^|[,\\s])${coding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`).test(header);

const codings = new Map<string, Coding>();
/** Returns the best coding that an Accept-Encoding header allows. */
export function chooseCoding(header = ''): Coding {
  const known = codings.get(header);
  if (known) return known;
  const coding = (['br', 'gzip'] as const).find((candidate) => accepts(header, candidate)) ?? 'identity';
  // Browsers send a handful of different headers.
  if (codings.size < 100) codings.set(header, coding);
  return coding;
}

/** An answer that is the same for all visitors, compressed once for each coding on the first request for it. */
export class PublicAnswer {
  readonly #encoded = new Map<Coding, Promise<Encoded>>();
  readonly #ready = new Map<Coding, Encoded>();
  readonly #tag: string;
  readonly #body: Buffer;

  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    body: string,
    readonly effort: Effort = 'quick',
  ) {
    this.#body = Buffer.from(body);
    this.#tag = createHash('sha256').update(this.#body).digest('base64url').slice(0, 22);
  }

  /** Returns the answer in a coding if it has been encoded before. */
  find(coding: Coding): Encoded | undefined {
    return this.#ready.get(coding);
  }

  encode(coding: Coding): Promise<Encoded> {
    let encoded = this.#encoded.get(coding);
    if (!encoded) {
      encoded = this.#encode(coding);
      this.#encoded.set(coding, encoded);
    }
    return encoded;
  }

  async #encode(coding: Coding): Promise<Encoded> {
    const body = await encode(this.#body, coding, this.effort);
    const etag = `"${this.#tag}${coding === 'identity' ? '' : `-${coding}`}"`;
    const headers = {
      etag,
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
      ...this.headers,
      ...(coding !== 'identity' && { 'content-encoding': coding }),
      'content-length': String(body.length),
    };
    const ready = { headers, etag, body };
    this.#ready.set(coding, ready);
    return ready;
  }
}

/** Request headers that may change an answer. */
const SHAPING = ['content-length', 'content-type', 'expect', 'transfer-encoding', 'trpc-accept', 'upgrade'];
/** Checks that only the URL and the accepted codings of a request shape its answer. tRPC streams to those who accept JSON lines. */
export const isPlain = (getHeader: (name: string) => string | string[] | undefined): boolean =>
  SHAPING.every((name) => getHeader(name) === undefined) && !getHeader('accept')?.includes('jsonl');

/** Checks that the caller already has this version (RFC 9110 §13.1.2). */
export const isKnownTo = (ifNoneMatch: string | undefined, etag: string): boolean => ifNoneMatch?.split(/,\s*/).includes(etag) ?? false;

/** Returns the headers of a 304: those of the answer without the ones that describe its body. */
export function withoutBody({ headers }: Encoded): Record<string, string> {
  const { 'content-encoding': _coding, 'content-length': _length, 'content-type': _type, ...rest } = headers;
  return rest;
}

export async function respond(c: Context, answer: PublicAnswer): Promise<Response> {
  const encoded = await answer.encode(chooseCoding(c.req.header('accept-encoding')));
  if (answer.status === 200 && isKnownTo(c.req.header('if-none-match'), encoded.etag))
    return new Response(null, { status: 304, headers: withoutBody(encoded) });
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(encoded.body), { status: answer.status, headers: encoded.headers });
}

/**
 * The changes that outdate an answer. `data`: each change of the database, by each process, and the next minute, since booking windows
 * start on the minute. `settings` and `store`: a change of settings (and of products or orders), and the next business day.
 */
export type Source = 'data' | 'settings' | 'store';
/** Most answers that are cached for each source. There are about thirty pages, and all unknown paths share the 404 page. */
const KEPT = 200;
/** Never dropped for other pages. */
const PINNED = ['/', '/404'];
/** Longer addresses are answered, but not cached. */
const LONGEST_URL = 2000;

/** The answers of one source in its current state, by address and by the URLs of the requests for them. */
class Shelf {
  state: string | number = '';
  readonly answers = new Map<string, Promise<PublicAnswer>>();
  readonly byUrl = new Map<string, PublicAnswer>();
  /** Answers that were made in this state. */
  current = new WeakSet<PublicAnswer>();

  moveTo(state: string | number): void {
    if (state === this.state) return;
    this.state = state;
    this.answers.clear();
    this.byUrl.clear();
    this.current = new WeakSet();
  }
}

/** Drops the least recently used entry of a full map, except the pinned ones. */
function makeRoom(entries: Map<string, unknown>): void {
  if (entries.size <= KEPT) return;
  for (const key of entries.keys())
    if (!PINNED.includes(key)) {
      entries.delete(key);
      return;
    }
}

/** Caches public answers until what they show changes. */
export class PublicAnswers {
  readonly #shelves: Record<Source, Shelf> = { data: new Shelf(), settings: new Shelf(), store: new Shelf() };
  readonly #ctx: Pick<Ctx, 'db' | 'now'>;
  readonly #versions = { settings: 0, store: 0 };
  #minute = Number.NaN;
  #day = '';

  constructor(ctx: Pick<Ctx, 'db' | 'now' | 'live'>) {
    this.#ctx = ctx;
    ctx.live.onChange((topic) => {
      if (topic === 'settings' || topic === 'store') this.#outdate(topic);
    });
  }

  #outdate(topic: 'settings' | 'store'): void {
    if (topic === 'settings') this.#versions.settings += 1;
    this.#versions.store += 1;
  }

  #stateOf(source: Source): string | number {
    if (source === 'data') return readDataState(this.#ctx);
    const now = this.#ctx.now();
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      const day = businessDay(now);
      if (day !== this.#day) this.#outdate('settings');
      this.#day = day;
    }
    return this.#versions[source];
  }

  #shelfOf(source: Source): Shelf {
    const shelf = this.#shelves[source];
    shelf.moveTo(this.#stateOf(source));
    return shelf;
  }

  /** Returns the cached answer of an address and marks it as recently used. */
  find(source: Source, address: string): Promise<PublicAnswer> | undefined {
    const { answers } = this.#shelfOf(source);
    const found = answers.get(address);
    if (found && answers.delete(address)) answers.set(address, found);
    return found;
  }

  /** Makes an answer and caches it if `isKept`, unless what it shows changed meanwhile, since it may show either state. */
  make(source: Source, address: string, build: () => Promise<PublicAnswer>, isKept = ({ status }: PublicAnswer) => status === 200) {
    const shelf = this.#shelfOf(source);
    const answer = build();
    if (address.length > LONGEST_URL) return answer;
    shelf.answers.set(address, answer);
    makeRoom(shelf.answers);
    const drop = () => shelf.answers.get(address) === answer && shelf.answers.delete(address);
    const { state } = shelf;
    answer.then((made) => {
      if (isKept(made) && this.#stateOf(source) === state) shelf.current.add(made);
      else drop();
    }, drop);
    return answer;
  }

  async get(source: Source, address: string, build: () => Promise<PublicAnswer>): Promise<PublicAnswer> {
    return this.find(source, address) ?? this.make(source, address, build);
  }

  /** Lets {@link findByUrl} find a cached answer under the URL of a request. */
  addUrl(source: Source, url: string, answer: PublicAnswer): void {
    const { byUrl, current } = this.#shelfOf(source);
    if (url.length > LONGEST_URL || answer.status !== 200 || !current.has(answer)) return;
    byUrl.set(url, answer);
    makeRoom(byUrl);
  }

  findByUrl(url: string): PublicAnswer | undefined {
    if (url.startsWith('/api/') || url.startsWith('/trpc/')) return this.#shelfOf('data').byUrl.get(url);
    return this.#shelfOf('settings').byUrl.get(url) ?? this.#shelfOf('store').byUrl.get(url);
  }
}
