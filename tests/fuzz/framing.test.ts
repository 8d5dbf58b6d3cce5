import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ServerHouse } from '../support/server-process';

const house = new ServerHouse();
const QUOTE = JSON.stringify({ name: 'Maria Santos', email: 'maria@example.com', serviceType: 'residential' });
/** No answer takes longer, and no connection is left waiting where there is nothing to wait for. */
const LIMIT_MS = 2000;
const PATIENCE_MS = 200;

/** Sends bytes in the given pieces and returns the response and its duration. Ends the connection once no more bytes follow. */
async function exchange(port: number, pieces: readonly string[]): Promise<{ statuses: number[]; told: string; ms: number }> {
  const startedAt = performance.now();
  const socket = connect(port, '127.0.0.1');
  let told = '';
  socket.on('data', (data) => {
    told += data.toString('latin1');
  });
  const closed = new Promise<void>((done) => {
    // A reset is an answer too.
    socket.on('error', () => done());
    socket.on('close', () => done());
  });
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await new Promise((done) => setImmediate(done));
  }
  // The server waits for the rest of an incomplete request.
  const ending = setTimeout(() => socket.end(), PATIENCE_MS);
  const giving = setTimeout(() => socket.destroy(), LIMIT_MS);
  await closed;
  clearTimeout(ending);
  clearTimeout(giving);
  const statuses = [...told.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { statuses, told, ms: performance.now() - startedAt };
}

const HOST = 'Host: 127.0.0.1\r\n';
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}Connection: close\r\n\r\n`;
const post = (headers: string, body: string) =>
  `POST /api/contact HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nConnection: close\r\n${headers}\r\n${body}`;
const plain = (line: string, headers = HOST) => `${line}\r\n${headers}Connection: close\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const length = (value: string | number) => `Content-Length: ${value}\r\n`;

/** Sent as it stands, and which statuses may come of it; [] where the line is simply closed. */
const TABLE: [what: string, sent: string | string[], statuses: number[]][] = [
  ['a header of 20 kB', get('/api/products', `X: ${'x'.repeat(20_000)}\r\n`), [431]],
  ['three thousand headers', get('/api/products', 'X: y\r\n'.repeat(3000)), [431, 200]],
  ['an address of 8 kB', get(`/${'a'.repeat(8000)}`), [404]],
  ['a query of 8 kB', get(`/api/products?limit=${'9'.repeat(8000)}`), [400]],
  ['an address of 20 kB', get(`/${'a'.repeat(20_000)}`), [431]],
  ['TRACE of a page', plain('TRACE / HTTP/1.1'), [405]],
  ['TRACE of a call', plain('TRACE /api/contact HTTP/1.1', `${HOST}Authorization: Bearer ${'x'.repeat(43)}\r\n`), [405]],
  ['CONNECT', plain('CONNECT 169.254.169.254:80 HTTP/1.1'), []],
  ['OPTIONS of the server', plain('OPTIONS * HTTP/1.1'), [400, 404, 405]],
  ['a method of its own', plain('FOO / HTTP/1.1'), [400]],
  ['a method in small letters', plain('get / HTTP/1.1'), [400]],
  ['no version', 'GET /\r\n\r\n', [200, 400]],
  ['a version to come', plain('GET / HTTP/9.9'), [400, 505]],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
  ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['nothing', '', []],
  ['no host', 'GET /api/products HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['two hosts', plain('GET /api/products HTTP/1.1', `${HOST}Host: evil.example\r\n`), [200, 400]],
  ['a host that is none', plain('GET /api/products HTTP/1.1', 'Host: a b[::\r\n'), [200, 400]],
  ['a host with a path', plain('GET /api/products HTTP/1.1', 'Host: evil.example/api/clients?\r\n'), [200, 400]],
  ['an empty host', plain('GET /api/products HTTP/1.1', 'Host: \r\n'), [200, 400]],
  ['a whole address', get('http://evil.example/api/clients'), [400, 401, 404]],
  ['an address that is none', get('http://[::/api/clients'), [400, 404]],
  ['a parent of the root', get('/../../../../etc/passwd'), [404]],
  ['a parent of the assets', get('/assets/../../../../etc/passwd'), [404]],
  ['an encoded parent', get('/assets/..%2f..%2f..%2f..%2fetc%2fpasswd'), [404]],
  ['a parent encoded twice', get('/assets/%252e%252e%252f%252e%252e%252fetc%252fpasswd'), [404]],
  ['a parent by backslashes', get('/assets/..\\..\\..\\etc\\passwd'), [400, 404]],
  ['a parent behind a semicolon', get('/..;/api/clients'), [401, 404]],
  ['a closed call by its parent', get('/api/products/../clients'), [401, 404]],
  ['a closed call by two slashes', get('//api/clients'), [401, 404]],
  ['a closed call in capitals', get('/API/CLIENTS'), [401, 404]],
  ['the database', get('/data/tidyline.db'), [404]],
  ['the environment', get('/.env'), [404]],
  ['the environment behind a dot', get('/./.env'), [404]],
  ['a null byte', get('/assets/%00'), [404]],
  ['a raw null byte', get('/assets/\0'), [400]],
  ['a raw line feed', get('/api/products\nX: y'), [200, 400]],
  ['no UTF-8', get('/%ff%fe'), [404]],
  ['raw bytes', get('/\xff\xfe'), [400, 404]],
  ['a header without a colon', get('/api/products', 'nothing\r\n'), [400]],
  ['a header with a blank in its name', get('/api/products', 'X y: z\r\n'), [400]],
  ['a folded header', get('/api/products', 'X: y\r\n z\r\n'), [200, 400]],
  ['a null byte in a header', get('/api/products', 'X: \0\r\n'), [400]],
  ['bytes in a header', get('/api/products', 'X: \xff\xfe\r\nCookie: \xff=\xfe; tidyline-admin=\xe0\r\n'), [200]],
  ['a lone CR in a header', get('/api/products', 'X: a\rY: b\r\n'), [400]],
  ['bare line feeds', `GET /api/products HTTP/1.1\n${HOST.trim()}\n\n`, [200, 400]],
  ['less than its length', post(length(QUOTE.length + 50), QUOTE), [400]],
  ['more than its length', post(length(QUOTE.length - 1), QUOTE), [400]],
  ['a length of words', post(length('abc'), QUOTE), [400]],
  ['a length below nothing', post(length(-1), QUOTE), [400]],
  ['a length in hexadecimal', post(length('0x10'), QUOTE), [400]],
  ['a length with a sign', post(length('+5'), QUOTE), [400]],
  ['an endless length', post(length('9'.repeat(40)), QUOTE), [400]],
  ['two lengths', post(length(QUOTE.length) + length(5), QUOTE), [400]],
  ['a length and chunks', post(length(5) + CHUNKED, `${chunk(QUOTE)}0\r\n\r\n`), [400]],
  ['chunks of another kind', post('Transfer-Encoding: xchunked\r\n', QUOTE), [400, 501]],
  ['chunks twice', post('Transfer-Encoding: chunked, chunked\r\n', `${chunk(QUOTE)}0\r\n\r\n`), [400, 201]],
  ['a chunk without a size', post(CHUNKED, `zz\r\n${QUOTE}\r\n0\r\n\r\n`), [400]],
  ['a chunk beyond all sizes', post(CHUNKED, `ffffffffffffffffff\r\n${QUOTE}`), [400]],
  ['a chunk longer than told', post(CHUNKED, `5\r\n${QUOTE}\r\n0\r\n\r\n`), [400]],
  ['chunks without an end', post(CHUNKED, chunk(QUOTE)), [400]],
  ['a chunk with 20 kB behind its size', post(CHUNKED, `5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`), [400, 413]],
  ['chunks of one byte', [post(CHUNKED, ''), ...[...QUOTE].map(chunk), '0\r\n\r\n'], [201]],
  ['chunks in all too large', post(CHUNKED, `${chunk('x'.repeat(65_536)).repeat(5)}0\r\n\r\n`), [413]],
  ['trailers', post(CHUNKED, `${chunk(QUOTE)}0\r\nAuthorization: Bearer x\r\n\r\n`), [201]],
  ['an expectation', post(`Expect: 100-continue\r\n${length(QUOTE.length)}`, QUOTE), [100, 201]],
  ['an expectation of nonsense', post(`Expect: nonsense\r\n${length(QUOTE.length)}`, QUOTE), [417]],
  ['an upgrade', get('/api/products', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), [200]],
  [
    'an upgrade to HTTP/2',
    get('/api/products', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'),
    [200],
  ],
  ['a second request behind a form', `${post(length(2), '{}').replace('Connection: close\r\n', '')}${get('/api/clients')}`, [400, 401]],
];

test('the server answers malformed requests, reveals nothing, and delays no other visitor', { timeout: 60_000 }, async () => {
  const server = await house.start();
  for (const [what, sent, allowed] of TABLE) {
    const { statuses, told, ms } = await exchange(server.port, [sent].flat());
    const shown = `${what}: ${statuses.join()} ${told.slice(0, 300)}`;
    expect(statuses.length > 0, shown).toBe(allowed.length > 0);
    expect(
      statuses.filter((status) => !allowed.includes(status)),
      shown,
    ).toEqual([]);
    expect(ms, what).toBeLessThan(LIMIT_MS);
    expect(told, what).not.toMatch(/root:|sqlite|node_modules|\.[jt]s:\d|^\s+at /im);
    expect((await fetch(`${server.origin}/api/health`, { signal: AbortSignal.timeout(1000) })).status, what).toBe(200);
  }
  expect(server.stdout).not.toMatch(/"level":(50|60)/);
  expect(server.stderr).toBe('');
  expect(server.child.exitCode).toBeNull();
});
