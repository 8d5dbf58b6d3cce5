import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Call = { path: string; isWrite: boolean; input: Record<string, unknown> };
/** Path of the page that lists the calls as links and forms. */
export const LIST = '/all-calls';
const AS = '/as';
const OUTSIDE = '/outside/';
/** Headers that concern one connection, or are set again. */
const HOP = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
type Leaf = [name: string, value: unknown];
/** The single values of an input by the way to them: items.0.price. */
const leavesOf = (value: unknown, way = ''): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, way ? `${way}.${name}` : name))
    : [[way, value]];

/** The input with some of its values as they were sent; a number stays one where what was sent is one. */
function filled(input: Call['input'], sent: URLSearchParams): unknown {
  const copy = structuredClone(input);
  for (const [way, text] of sent) {
    const names = way.split('.');
    const last = names.pop() ?? '';
    const place = names.reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      copy,
    );
    if (typeof place !== 'object' || place === null) continue;
    const was: unknown = Reflect.get(place, last);
    const isSame = typeof was !== 'string' && text === String(was);
    const asNumber = typeof was === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    Reflect.set(place, last, isSame ? was : asNumber);
  }
  return copy;
}

/** A form takes so many fields; a call with more of them gets more forms, and each sends the rest as it was. */
const FIELDS = 25;
function formsOf({ path, isWrite, input }: Call): string {
  const fields = leavesOf(input).map(([name, value]) => `<input name="${escaped(name)}" value="${escaped(String(value))}">`);
  const forms = Array.from({ length: Math.ceil(fields.length / FIELDS) }, (_, place) => fields.slice(place * FIELDS, (place + 1) * FIELDS));
  const start = `<form method="${isWrite ? 'post' : 'get'}" action="${AS}${path}">`;
  return forms.map((some) => `${start}${some.join('')}<button>Send</button></form>`).join('');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Stands between a scanner that knows links and forms and the server: it lists the server's calls as such, hands what is sent on
 * as the JSON that the call takes, and everything else as it is. It also is the outside that no call may reach.
 */
export class Bridge {
  origin = '';
  /** Outside addresses that the server, rather than the scanner, requested. */
  readonly reached: string[] = [];
  /** Number of responses by status. */
  readonly answers = new Map<number, number>();
  readonly #server: Server;

  constructor(
    readonly target: string,
    readonly calls: readonly Call[],
    readonly links: readonly string[],
    readonly headers: Record<string, string>,
  ) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(502).end(String(error));
      });
    });
  }

  get outside(): string {
    return this.origin + OUTSIDE;
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #list(): string {
    const links = this.links.map((link) => `<a href="${escaped(link)}">${escaped(link)}</a>`);
    return `<!DOCTYPE html><html lang="en"><title>All calls</title><body>${links.join(' ')}${this.calls.map(formsOf).join('')}</body></html>`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    if (url.startsWith(OUTSIDE)) {
      if (!/\/get_\w+\.php/.test(url)) this.reached.push(url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if (url === LIST) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(this.#list());
      return;
    }
    const sent = await bodyOf(request);
    const { host: _host, connection: _connection, 'content-length': _length, 'accept-encoding': _coding, ...asked } = request.headers;
    const given = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]);
    const headers = new Headers([...given, ...Object.entries(this.headers)]);
    const { path, method, body } = this.#translate(request, sent, headers);
    const answer = await fetch(this.target + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
    this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1);
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (const [name, value] of answer.headers) if (!HOP.test(name)) response.setHeader(name, value.replace(this.target, this.origin));
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    response.writeHead(answer.status);
    response.end(bytes);
  }

  /** Returns the request to make of the server in place of the scanner's. */
  #translate(
    request: IncomingMessage,
    sent: Buffer,
    headers: Headers,
  ): { path: string; method: string; body?: Uint8Array<ArrayBuffer> | string } {
    const [way = '', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
    const method = request.method ?? 'GET';
    const call = this.calls.find(({ path }) => way === AS + path);
    if (!call || call.isWrite !== (method === 'POST'))
      return { path: request.url ?? '/', method, ...(sent.length > 0 && { body: new Uint8Array(sent) }) };
    if (!call.isWrite)
      return { path: `${call.path}?input=${encodeURIComponent(JSON.stringify(filled(call.input, new URLSearchParams(query))))}`, method };
    headers.set('content-type', 'application/json');
    return { path: call.path, method, body: JSON.stringify(filled(call.input, new URLSearchParams(sent.toString()))) };
  }
}
