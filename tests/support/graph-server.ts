import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Facebook } from '../../src/server/providers/facebook';

export const PAGE_ID = '104000000000001';
export const PAGE_TOKEN = 'EAAGpageToken0123456789';
const USER_ID = '900000000000009';

/** An error of the Graph API. */
export type GraphError = { code: number; error_subcode?: number; message?: string; error_user_msg?: string; is_transient?: boolean };
/** The kind of the next answers: successful, or one of these failures. */
type Mood =
  | 'good'
  | 'hang'
  | 'huge'
  | 'redirect'
  | 'not json'
  | 'gateway'
  /** The post is created, then the connection is cut. */
  | 'made, then cut'
  | { error: GraphError };
type Figures = { likes?: number; comments?: number; shares?: number; reach?: number };
type GraphCall = { method: string; path: string; query: URLSearchParams; body: URLSearchParams; authorization: string | undefined };

/** A server on loopback with the Graph API of a page, which keeps the posts it receives. */
export class GraphServer {
  readonly calls: GraphCall[] = [];
  readonly posts: { id: string; message: string }[] = [];
  readonly figures = new Map<string, Figures>();
  mood: Mood = 'good';
  /** True for a person's token, which can read the page and not post. */
  isUserToken = false;
  /** True when reading the page returns the person instead. */
  answersUser = false;
  name = 'Sage & Pine Cleaning';
  followers: number | undefined = 480;
  hasInsights = true;
  /** Runs during a call, to look at the shop. */
  onCall: () => void = () => undefined;
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();

  private constructor() {
    this.#server = createServer((request, response) => {
      void readText(request).then((text) => {
        const answer = this.#answer(request, text);
        if (answer === 'hold') this.#open.add(response);
        else if (answer === 'cut') response.destroy();
        else response.writeHead(answer.status, answer.headers).end(answer.text);
      });
    });
  }
  static async start(): Promise<GraphServer> {
    const graph = new GraphServer();
    await new Promise<void>((done) => graph.#server.listen(0, '127.0.0.1', done));
    return graph;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** Connects our client to this server. */
  connect({ token = PAGE_TOKEN, timeoutMs = 5000 }: { token?: string; timeoutMs?: number } = {}): Facebook {
    return new Facebook(PAGE_ID, token, this.url, timeoutMs);
  }
  async stop(): Promise<void> {
    for (const response of this.#open) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
  /** Counts the calls that tried to post. */
  get attempts(): number {
    return this.calls.filter(({ method }) => method === 'POST').length;
  }

  #answer(request: IncomingMessage, text: string): Answer | 'hold' | 'cut' {
    const url = new URL(request.url ?? '/', this.url);
    const { method = 'GET' } = request;
    const body = new URLSearchParams(text);
    this.calls.push({ method, path: url.pathname, query: url.searchParams, body, authorization: request.headers.authorization });
    this.onCall();
    if (this.mood !== 'good') return this.#goWrong(this.mood, body);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (token !== PAGE_TOKEN) return refuse({ code: 190, message: `Malformed access token ${token}` });
    const [version = '', node = '', edge] = url.pathname.split('/').slice(1);
    if (!/^v\d+\.\d+$/.test(version)) return refuse({ code: 2500 });
    return method === 'POST' ? this.#publish(node, edge, body) : this.#read(node, edge, url.searchParams);
  }

  #goWrong(mood: Exclude<Mood, 'good'>, body: URLSearchParams): Answer | 'hold' | 'cut' {
    if (mood === 'hang') return 'hold';
    if (mood === 'huge') return json({ id: 'x'.repeat(2 * 1024 * 1024) });
    if (mood === 'redirect') return { status: 302, headers: { location: `${this.url}/elsewhere` }, text: '' };
    if (mood === 'not json') return { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>It works</html>' };
    if (mood === 'gateway') return { status: 502, headers: { 'content-type': 'text/html' }, text: '<html>Bad Gateway</html>' };
    if (mood !== 'made, then cut') return refuse(mood.error);
    this.#make(body);
    return 'cut';
  }

  #make(body: URLSearchParams): string {
    const id = `${PAGE_ID}_${this.posts.length + 1}`;
    this.posts.push({ id, message: body.get('message') ?? '' });
    return id;
  }

  #publish(node: string, edge: string | undefined, body: URLSearchParams): Answer {
    if (node !== PAGE_ID || edge !== 'feed') return refuse({ code: 100, error_subcode: 33 });
    if (this.isUserToken || this.answersUser)
      return refuse({ code: 200, message: '(#200) If posting to a page, requires pages_manage_posts' });
    return json({ id: this.#make(body) });
  }

  #read(node: string, edge: string | undefined, query: URLSearchParams): Answer {
    const me = this.isUserToken || this.answersUser ? USER_ID : PAGE_ID;
    if (node === 'me') return json({ id: me });
    if (node === PAGE_ID) return json({ id: this.answersUser ? USER_ID : PAGE_ID, name: this.name, followers_count: this.followers });
    const isKnown = this.figures.has(node) || this.posts.some(({ id }) => id === node);
    if (!isKnown) return refuse({ code: 100, error_subcode: 33, message: 'Unsupported get request.' });
    if (edge === 'insights') return this.#insights(node, query.get('metric') ?? '');
    if (query.get('fields') === 'permalink_url')
      return json({ id: node, permalink_url: `https://www.facebook.com/${node.replace('_', '/posts/')}` });
    const { likes, comments, shares } = this.figures.get(node) ?? {};
    const sum = (total = 0) => ({ data: [], summary: { total_count: total } });
    return json({ id: node, reactions: sum(likes), comments: sum(comments), ...(shares && { shares: { count: shares } }) });
  }

  #insights(node: string, metric: string): Answer {
    if (!this.hasInsights || metric.includes(','))
      return refuse({ code: 100, message: '(#100) The value must be a valid insights metric' });
    return json({ data: [{ name: metric, period: 'lifetime', values: [{ value: this.figures.get(node)?.reach ?? 0 }] }] });
  }
}

type Answer = { status: number; headers: Record<string, string>; text: string };
const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  text: JSON.stringify(value),
});
const refuse = ({ message = 'An error has occurred.', ...error }: GraphError): Answer =>
  json({ error: { message, type: 'OAuthException', fbtrace_id: 'AbC123', ...error } }, 400);

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
