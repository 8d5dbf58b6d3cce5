import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `clear`: all goes through. `stalled`: asked, it never answers. `deaf`: what is asked arrives, its answer is lost. */
type Weather = 'clear' | 'stalled' | 'deaf';

/**
 * A line between a browser and the built site, whose weather a test decides; it sees every request, a service worker's too.
 * With `build` it shows the site as that build would: the hashed files under another name, and a service worker of its own.
 */
export class NetworkLine {
  weather: Weather = 'clear';
  /** The number of the build that is deployed. */
  build = 1;
  /** Paths that answer 404. */
  readonly missing = new Set<string>();
  /** Method and path of all that came through. */
  readonly asked: string[] = [];
  readonly #server: Server;

  constructor(readonly target: string) {
    this.#server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get posts(): string[] {
    return this.asked.filter((line) => line.startsWith('POST '));
  }

  open(): Promise<void> {
    return new Promise((done) => this.#server.listen(0, '127.0.0.1', done));
  }
  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // A name for the answer of another build must not bring that one back.
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...headers } = incoming.headers;
    const { method = 'GET', url = '/' } = incoming;
    if (this.weather === 'stalled') return;
    this.asked.push(`${method} ${url}`);
    const path = this.#deployedPath(url);
    if (path === undefined || this.missing.has(url)) return void outgoing.writeHead(404).end();
    const onward = request(this.target + path, { method, headers: { ...headers, 'accept-encoding': 'identity' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => this.#passBack(answer, Buffer.concat(parts), url, outgoing));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  #passBack(answer: IncomingMessage, body: Buffer, url: string, outgoing: ServerResponse): void {
    if (this.weather === 'deaf' && !url.startsWith('/api/health')) return void outgoing.destroy();
    // A new connection each time: on one that it has used before, Chromium asks again by itself when no answer comes.
    const headers: OutgoingHttpHeaders = { ...answer.headers, connection: 'close' };
    const isText = /html|javascript/.test(answer.headers['content-type'] ?? '') && body.length > 0;
    const text = isText && this.build > 1 ? this.#asDeployed(body.toString(), url) : undefined;
    // The policy holds the hash of the script that names the entry.
    if (text !== undefined) for (const name of ['content-length', 'content-security-policy', 'etag', 'last-modified']) delete headers[name];
    outgoing.writeHead(answer.statusCode ?? 502, headers).end(text ?? body);
  }

  /** Maps a path of the deployed site to the same file of the first build; undefined for the files of another build. */
  #deployedPath(url: string): string | undefined {
    if (this.build === 1 || !url.startsWith('/assets/')) return url;
    const mark = `.${this.build}.`;
    return url.includes(mark) ? url.replace(mark, '.') : undefined;
  }
  #asDeployed(text: string, url: string): string {
    const named = text.replace(/((?:assets|\.)\/[\w.$-]+)\.(js|css|svg|woff2)\b/g, `$1.${this.build}.$2`);
    return url === '/sw.js' ? named.replace(/(?<=[}-][0-9a-z]{8})`/, `-${this.build}\``) : named;
  }
}
