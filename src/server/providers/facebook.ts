import { z } from 'zod';
import type { Env } from '../env';
import { readBytes } from './response-bytes';

const GRAPH_VERSION = 'v25.0';
const GRAPH_URL = 'https://graph.facebook.com';
const TIMEOUT_MS = 10_000;
/** Limit for details that are worth a short wait only. */
const SHORT_TIMEOUT_MS = 3000;
const MAX_BYTES = 256 * 1024;
/** People who saw a post. Older metric names fail the whole call since June 2026. */
const REACH_METRIC = 'post_total_media_view_unique';
const METRIC_FIELDS = 'reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),shares';

/**
 * The consequence of a refusal: `token`: replace the token. `rate`: wait. `temporary`: try again. `content`: the post itself is rejected.
 * `unknown`: the call may have been carried out.
 */
type RefusalKind = 'token' | 'rate' | 'temporary' | 'content' | 'unknown';

/** Classes of Graph error codes (developers.facebook.com/docs/graph-api/guides/error-handling). */
const KINDS: Readonly<Record<number, RefusalKind>> = {
  1: 'temporary',
  2: 'temporary',
  4: 'rate',
  10: 'token',
  17: 'rate',
  32: 'rate',
  100: 'content',
  102: 'token',
  190: 'token',
  341: 'rate',
  368: 'content',
  463: 'token',
  467: 'token',
  506: 'content',
  613: 'rate',
};
const TOKEN_REFUSED =
  'Facebook does not accept the access token. Please make a new page access token, set FACEBOOK_PAGE_ACCESS_TOKEN and start again.';
const NO_PERMISSION =
  "The access token may not post on this page. It has to be the page's own token, with the permission pages_manage_posts.";
const USER_TOKEN =
  'This is a user token, or the token of another page. Please set FACEBOOK_PAGE_ACCESS_TOKEN to the token of the page itself.';
/** Shown when an attempt was cut off and may have reached the page. */
export const UNKNOWN_RESULT = 'Unknown result, check the page before you post it again.';
const SENTENCES: Record<Exclude<RefusalKind, 'content'>, string> = {
  token: TOKEN_REFUSED,
  rate: 'Facebook takes no more calls for now. Please try again later.',
  temporary: 'Facebook is not available right now. Please try again later.',
  unknown: UNKNOWN_RESULT,
};

/** An error of the Graph API. Its message is for the owner and never holds the token. */
export class GraphRefusal extends Error {
  override readonly name = 'GraphRefusal';
  constructor(
    readonly kind: RefusalKind,
    message: string,
  ) {
    super(message);
  }
}

const errorSchema = z.object({
  error: z.object({
    message: z.string().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    code: z.coerce.number().optional().catch(undefined),
    error_subcode: z.coerce.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});
const idSchema = z.coerce.string().regex(/^[\w.:-]{1,200}$/);
const count = z.int().min(0).nullable().catch(null);
const pageSchema = z.object({ id: idSchema, name: z.string().max(300).nullable().catch(null), followers_count: count.optional() });
const createdSchema = z.object({ id: idSchema });
const linkSchema = z.object({ permalink_url: z.url({ protocol: /^https$/ }).max(2000) });
const sumSchema = z
  .object({ summary: z.object({ total_count: count }) })
  .nullish()
  .catch(null);
const metricsSchema = z.object({ reactions: sumSchema, comments: sumSchema, shares: z.object({ count }).nullish().catch(null) });
const reachSchema = z.object({ data: z.array(z.object({ values: z.array(z.object({ value: z.int().min(0) })).min(1) })).min(1) });

export type PageFacts = { id: string; name: string | null; followers: number | null };
/** Metrics of a post; null when Facebook does not report one. */
export type PostMetrics = { likes: number | null; comments: number | null; shares: number | null; reach: number | null };

/** Failures before a connection existed, so nothing can have been posted. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|UNABLE_TO_VERIFY|SELF_SIGNED)/;
function wasNotSent(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return typeof cause === 'object' && cause !== null && 'code' in cause && NOT_SENT.test(String(cause.code));
}

type Refused = z.output<typeof errorSchema>['error'];

function findKind({ code, error_subcode: subcode, is_transient: isTransient }: Refused, isAboutPage: boolean): RefusalKind {
  // The object is missing or not visible to this token. A post may have been deleted; the page exists.
  if (code === 100 && subcode === 33 && isAboutPage) return 'token';
  if (code !== undefined && code >= 200 && code <= 299) return 'token';
  if (code !== undefined && code >= 80_000 && code <= 80_014) return 'rate';
  return KINDS[code ?? 0] ?? KINDS[subcode ?? 0] ?? (isTransient ? 'temporary' : 'content');
}

type Call = { method?: 'POST'; fields?: Record<string, string>; timeoutMs?: number };

/** Client of the company's Facebook page, by the Graph API or a server with the same API. */
export class Facebook {
  readonly #token: string;
  readonly #root: string;
  readonly #shortMs: number;

  constructor(
    readonly pageId: string,
    token: string,
    url: string = GRAPH_URL,
    readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.#token = token;
    this.#shortMs = Math.min(timeoutMs, SHORT_TIMEOUT_MS);
    const root = url.replace(/\/+$/, '');
    this.#root = /\/v\d+\.\d+$/.test(root) ? root : `${root}/${GRAPH_VERSION}`;
  }

  /** Returns name and followers of the page. Throws GraphRefusal, also when the token is not the page's own: it could read but not post. */
  async checkPage(): Promise<PageFacts> {
    const page = pageSchema.safeParse(await this.#read(this.pageId, { fields: 'id,name,followers_count' }));
    if (!page.success) throw new GraphRefusal('temporary', SENTENCES.temporary);
    const { id, name, followers_count: followers = null } = page.data;
    if (id !== this.pageId) throw new GraphRefusal('token', USER_TOKEN);
    // "me" is the page for a page's token and the user for a user's token, which can also read the page.
    const me = await this.#read('me', { fields: 'id' }, this.#shortMs).catch(() => undefined);
    const holder = createdSchema.safeParse(me);
    if (holder.success && holder.data.id !== this.pageId) throw new GraphRefusal('token', USER_TOKEN);
    return { id, name: name === null ? null : this.#withoutToken(name), followers };
  }

  /** Posts a text once and returns its id. Throws GraphRefusal; with kind `unknown` the post may be on the page. */
  async publish(message: string): Promise<string> {
    const made = createdSchema.safeParse(await this.#call(`${this.pageId}/feed`, { method: 'POST', fields: { message } }));
    if (!made.success) throw new GraphRefusal('unknown', UNKNOWN_RESULT);
    return this.#withoutToken(made.data.id);
  }

  /** Returns the address of a post, or null when Facebook does not return it soon. */
  async findPermalink(id: string): Promise<string | null> {
    const answer = await this.#read(id, { fields: 'permalink_url' }, this.#shortMs).catch(() => undefined);
    const link = linkSchema.safeParse(answer).data?.permalink_url;
    return link === undefined ? null : this.#withoutToken(link);
  }

  /** Returns the metrics of a post. Asks for the reach separately, since one removed metric fails its whole call. Throws GraphRefusal. */
  async readMetrics(id: string): Promise<PostMetrics> {
    const answer = metricsSchema.safeParse(await this.#read(id, { fields: METRIC_FIELDS }));
    if (!answer.success) throw new GraphRefusal('temporary', SENTENCES.temporary);
    const likes = answer.data.reactions?.summary.total_count ?? null;
    const comments = answer.data.comments?.summary.total_count ?? null;
    // Facebook leaves shares out when they are 0.
    const shares = answer.data.shares?.count ?? (likes === null && comments === null ? null : 0);
    const insights = await this.#read(`${id}/insights`, { metric: REACH_METRIC }).catch(() => undefined);
    return { likes, comments, shares, reach: reachSchema.safeParse(insights).data?.data[0]?.values[0]?.value ?? null };
  }

  /** Reading can be repeated, so a missing answer is only temporary. */
  async #read(path: string, fields: Record<string, string>, timeoutMs?: number): Promise<unknown> {
    return this.#call(path, { fields, ...(timeoutMs !== undefined && { timeoutMs }) }).catch((error: unknown) => {
      if (error instanceof GraphRefusal && error.kind === 'unknown') throw new GraphRefusal('temporary', SENTENCES.temporary);
      throw error;
    });
  }

  async #call(path: string, { method, fields = {}, timeoutMs = this.timeoutMs }: Call): Promise<unknown> {
    const parameters = new URLSearchParams(fields);
    const where = `${this.#root}/${path.split('/').map(encodeURIComponent).join('/')}`;
    let response: Response;
    let text: string;
    try {
      response = await fetch(method ? where : `${where}?${parameters}`, {
        method: method ?? 'GET',
        headers: { authorization: `Bearer ${this.#token}`, accept: 'application/json' },
        ...(method && { body: parameters }),
        // The token is for this address only.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = (await readBytes(response, MAX_BYTES, 'Facebook')).toString('utf8');
    } catch (error) {
      const kind = wasNotSent(error) ? 'temporary' : 'unknown';
      throw new GraphRefusal(kind, SENTENCES[kind]);
    }
    const answer = parseJson(text);
    const refused = errorSchema.safeParse(answer);
    if (refused.success) throw this.#refusal(refused.data.error, response.status, path.split('/')[0] === this.pageId);
    if (response.ok && answer !== undefined) return answer;
    throw this.#strange(response.status);
  }

  #refusal(refused: Refused, status: number, isAboutPage: boolean): GraphRefusal {
    const { code, error_user_msg, message } = refused;
    const kind =
      code === undefined && status === 429 ? 'rate' : code === undefined && status === 401 ? 'token' : findKind(refused, isAboutPage);
    if (kind !== 'content') {
      const isPermission = code !== undefined && (code === 10 || (code >= 200 && code <= 299));
      return new GraphRefusal(kind, isPermission ? NO_PERMISSION : SENTENCES[kind]);
    }
    const reason = this.#withoutToken(error_user_msg ?? message ?? 'no reason was given')
      .replace(/\s+/g, ' ')
      .slice(0, 300);
    return new GraphRefusal('content', `Facebook refused it: ${reason}`);
  }

  /** Returns the error for an answer that is not the Graph's: from a proxy, or cut off. */
  #strange(status: number): GraphRefusal {
    if (status === 429) return new GraphRefusal('rate', SENTENCES.rate);
    if (status === 401) return new GraphRefusal('token', SENTENCES.token);
    return status >= 400 && status < 500
      ? new GraphRefusal('content', `Facebook refused it: it answered ${status}.`)
      : new GraphRefusal('unknown', UNKNOWN_RESULT);
  }

  /** Facebook repeats a malformed token in its error message. */
  #withoutToken(text: string): string {
    return text.replaceAll(this.#token, '…');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the page that the environment names with its id and token, or undefined. */
export const readFacebook = ({ FACEBOOK_PAGE_ID, FACEBOOK_PAGE_ACCESS_TOKEN, FACEBOOK_GRAPH_URL }: Env): Facebook | undefined =>
  FACEBOOK_PAGE_ID === undefined || FACEBOOK_PAGE_ACCESS_TOKEN === undefined
    ? undefined
    : new Facebook(FACEBOOK_PAGE_ID, FACEBOOK_PAGE_ACCESS_TOKEN, FACEBOOK_GRAPH_URL);
