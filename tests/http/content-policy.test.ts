import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { appOf, refusalOf } from '../support/http';
import { NO_ASSETS, openShop } from '../support/shop';

const ORIGIN = 'http://shop.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
describe("a page's policy for scripts", () => {
  const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
  const pages: [what: string, method: string, path: string, body?: string][] = [
    ['the landing page', 'GET', '/'],
    ['the landing page with the thanks', 'GET', '/?inquiry=received'],
    ['the store', 'GET', '/store'],
    ['the checkout', 'GET', '/checkout'],
    ['the privacy policy', 'GET', '/privacy'],
    ['an order that does not exist', 'GET', '/order-confirmation/none'],
    ['the page of no page', 'GET', '/nothing-here'],
    ['the staff side', 'GET', '/admin'],
    ['a form sent back', 'POST', '/', 'name=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ];

  test.each(pages)('%s: allows only its own inline scripts, each by its hash', async (_what, method, path, body) => {
    const response = await openShop().request(method, path, body === undefined ? {} : { body, headers: FORM });
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    const inline = [...html.matchAll(SCRIPT)].filter(([, attributes]) => !/\bsrc=|application\/(ld\+)?json/.test(attributes ?? ''));
    const hashes = inline.map(([, , source = '']) => hashOf(source));
    expect(allowed.sort()).toEqual(["'self'", ...hashes].sort());
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/i);
    expect(html).not.toMatch(/href="javascript:/i);
    expect(inline.length).toBeGreaterThan(0);
  });
});

describe('CSP violation reports', () => {
  /** Sends a report. Returns what was logged. */
  async function report(body: string, method = 'POST') {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }));
    const headers = { 'content-type': 'application/csp-report' };
    const response = await appOf(openShop(), { log }).request(`${ORIGIN}/api/csp-report`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });
    return { response, said: lines.filter((line) => line.includes('csp.violation')).map((line) => JSON.parse(line) as object) };
  }

  test("have their address in the pages' policies", async () => {
    const policy = (await openShop().request('GET', '/')).headers.get('content-security-policy');
    expect(policy).toContain('report-uri /api/csp-report');
  });

  test.each([
    ['https://evil.example/steal?name=Maria', 'evil.example'],
    ['inline', 'inline'],
    ['data:text/html,Maria', 'data'],
    ['Maria Santos', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s log a directive and a host, and nothing of the visitor', async (uri, blocked) => {
    const told = { 'document-uri': 'http://shop.test/manage/secret', 'effective-directive': 'script-src-elem', 'blocked-uri': uri };
    const { response, said } = await report(JSON.stringify({ 'csp-report': told }));
    expect(response.status).toBe(204);
    expect(said).toEqual([expect.objectContaining({ directive: 'script-src-elem', blocked })]);
    expect(JSON.stringify(said)).not.toMatch(/Maria|secret|steal/);
  });

  test.each(['', '[]', '{', '{"csp-report":1}', `{"csp-report":{"blocked-uri":"${'x'.repeat(9000)}"}}`])(
    'ignore what is not a report: %s',
    async (body) => {
      const { response, said } = await report(body);
      expect(response.status).toBeLessThan(500);
      expect(said).toEqual([]);
    },
  );

  test('are accepted by POST only', async () => await refusalOf((await report('', 'GET')).response, 405));
});

test('does not allow a script that was injected into the page', async () => {
  const app = appOf(openShop(), { assets: { ...NO_ASSETS, extraHead: '<script>alert(77)</script>' } });
  const response = await app.request('http://shop.test/store');
  expect(await response.text()).toContain('<script>alert(77)</script>');
  expect(response.headers.get('content-security-policy')).not.toContain(hashOf('alert(77)'));
});
