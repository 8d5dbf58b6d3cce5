import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { appOf, refusalOf } from '../support/http';
import { openShop, QUOTE } from '../support/shop';

const ORIGIN = 'http://shop.test';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const _form = new URLSearchParams(QUOTE).toString();
describe("a page's policy for scripts", () => {
  const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
  const pages: [what: string, method: string, path: string, body?: string][] = [
    ['the landing page', 'GET', '/'],
    ['the landing page with the thanks', 'GET', '/?inquiry=received'],
    ['the page of no page', 'GET', '/nothing-here'],
    ['the staff side', 'GET', '/admin'],
    ['a form sent back', 'POST', '/', 'name=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ];

  test.each(pages)('%s: allows only its own inline scripts, each by its hash', async (_what, method, path, body) => {
    const response = await openShop().request(method, path, body === undefined ? {} : { body, headers: FORM });
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    const inline = [...html.matchAll(SCRIPT)].filter(([, attributes]) => !/\bsrc=|application\/ld\+json/.test(attributes ?? ''));
    const hashes = inline.map(
      ([, , source]) =>
        `'sha256-${createHash('sha256')
          .update(source ?? '')
          .digest('base64')}'`,
    );
    expect(allowed.sort()).toEqual(["'self'", ...hashes].sort());
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/i);
    expect(html).not.toMatch(/href="javascript:/i);
    if (path !== '/admin') expect(inline.length).toBeGreaterThan(0);
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

describe('the policy of a page', () => {
  const findPageScripts = (html: string) =>
    [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g)].map(([, source = '']) => source);
  const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

  test.each(['/', '/store', '/checkout', '/privacy', '/admin', '/nothing', '/order-confirmation/none'])(
    'allows the inline scripts of %s',
    async (path) => {
      const response = await openShop().request('GET', path);
      const policy = response.headers.get('content-security-policy') ?? '';
      const scripts = findPageScripts(await response.text());
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((source) => !policy.includes(hashOf(source)))).toEqual([]);
    },
  );

  test('does not allow a script that was injected into the page', async () => {
    const assets = { entry: '/assets/entry.js', scripts: new Map(), css: '', siteCss: '', faces: [], isPolicyEnforced: true };
    const app = appOf(openShop(), { assets: { ...assets, extraHead: '<script>alert(77)</script>' } });
    const response = await app.request('http://shop.test/store');
    expect(await response.text()).toContain('<script>alert(77)</script>');
    expect(response.headers.get('content-security-policy')).not.toContain(hashOf('alert(77)'));
  });
});
