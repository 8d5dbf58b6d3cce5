import { afterAll, describe, expect, test } from 'vitest';
import { REST_ROWS } from '../../src/server/http/rest/table';
import { everyNth, patience, tell } from '../support/length';
import { openCompany } from './company';
import { someOf } from './inputs';
import { judgeRequest, summarize, undone } from './judge';
import { plainTargets, restTargets, type Target, trpcTargets } from './targets';

const company = await openCompany();
const TARGETS = [...trpcTargets(company), ...restTargets(company), ...plainTargets(company)];
afterAll(() => {
  company.close();
  tell(`Paths and methods: ${summarize()}.`);
});
const TIME = { timeout: patience(60_000, 600_000) };
const changes = () => company.shop.db.$client.prepare<[], number>('select total_changes()').pluck().get();

describe('an unsupported method', () => {
  // TRACE and CONNECT are tried on a listening server: no Request can have them.
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'get', 'X'];
  const paths = new Map<string, { methods: Set<string>; target: Target }>();
  for (const [place, target] of restTargets(company).entries()) {
    const [method = '', path = ''] = REST_ROWS[place] ?? [];
    const known = paths.get(path) ?? { methods: new Set<string>(), target };
    known.methods.add(method);
    paths.set(path, known);
  }
  test('gets 405 with the allowed methods and does nothing', TIME, async () => {
    for (const [path, { methods, target }] of everyNth(3, [...paths]))
      for (const method of METHODS) {
        // fetch itself writes some of them in capitals, and HEAD is GET without its body.
        const effective = method === 'HEAD' || method === 'get' ? 'GET' : method;
        if (methods.has(effective)) continue;
        const { url, headers } = target.call(target.sample);
        const before = changes();
        const answer = await judgeRequest(company, path, new Request(url, { method, headers }));
        expect([answer.status, changes()], `${method} ${path}`).toEqual([405, before]);
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...methods].sort());
      }
  });
  test('is ignored in a header or a field', TIME, async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      const headers = { ...company.headers.admin, [name]: 'DELETE' };
      const before = changes();
      const { status } = await judgeRequest(
        company,
        name,
        new Request(`http://shop.test/api/contact/all?${name}=DELETE`, { method: 'POST', headers }),
      );
      expect([status, changes()]).toEqual([405, before]);
    }
  });
});

describe('another spelling of a path', () => {
  type Spelling = [what: string, spell: (path: string) => string];
  const first = (path: string, by: string) => path.replace(/^\/\w+/, by);
  const SPELLINGS: Spelling[] = [
    ['in capitals', (path) => path.toUpperCase()],
    ['with a capital', (path) => path.replace(/^\/(\w)/, (_, letter: string) => `/${letter.toUpperCase()}`)],
    ['with two slashes', (path) => `/${path}`],
    ['with two slashes inside', (path) => path.replace(/^(\/\w+)\//, '$1//')],
    ['with a slash behind', (path) => `${path}/`],
    ['with an encoded slash behind', (path) => `${path}%2f`],
    ['with an encoded slash', (path) => path.replace(/^(\/\w+)\//, '$1%2f')],
    ['with a backslash', (path) => path.replace(/^(\/\w+)\//, '$1%5c')],
    ['with a letter encoded', (path) => path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)],
    ['encoded twice', (path) => path.replace(/^\/(\w)/, (_, letter: string) => `/%25${letter.charCodeAt(0).toString(16)}`)],
    ['with a null byte', (path) => `${path}%00`],
    ['with a null byte and a name', (path) => `${path}%00.js`],
    ['with a line feed', (path) => `${path}%0a`],
    ['with a parameter', (path) => `${path};a=b`],
    ['with a parameter inside', (path) => first(path, `${/^\/\w+/.exec(path)?.[0]};x`)],
    ['by way of a parent', (path) => `/assets/..;${path}`],
    ['by way of an encoded parent', (path) => `/assets/%2e%2e%2f${path.slice(1)}`],
    ['by way of a public one', (path) => `/api/products/..%2f..${path}`],
    ['as a file', (path) => `${path}.json`],
    ['as a script', (path) => `${path}/x.js`],
    ['with a blank', (path) => `${path}%20`],
    ['with a dot', (path) => `${path}.`],
    ['half encoded', (path) => `${path}%f`],
    ['not UTF-8', (path) => `${path}%ff`],
  ];
  /** Addresses closed to visitors, however they are spelled. */
  const inside = TARGETS.filter(({ permission }) => permission !== 'public');

  test.each(SPELLINGS)('(%s) opens no protected address', TIME, async (_what, spell) => {
    const turn = SPELLINGS.findIndex(([, one]) => one === spell);
    for (const target of someOf(inside, 20, turn)) {
      const { url, method } = target.call(target.sample);
      const { pathname, search } = new URL(url);
      const before = changes();
      const body = method === 'GET' ? {} : { body: JSON.stringify(target.sample), headers: { 'content-type': 'application/json' } };
      const request = new Request(`http://shop.test${spell(pathname)}${search}`, { method, ...body });
      const { status, told } = await judgeRequest(company, target.name, request);
      expect([status >= 300, changes()], `${method} ${spell(pathname)}: ${status}`).toEqual([true, before]);
      expect(told).not.toMatch(/maria|seymour|@example\.com/i);
    }
  });

  test.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-host', 'x-override-url'])(
    'is ignored in %s',
    TIME,
    async (name) => {
      for (const target of inside) {
        const { url, method } = target.call(target.sample);
        if (method !== 'GET') continue;
        const { pathname } = new URL(url);
        const { told } = await judgeRequest(
          company,
          target.name,
          new Request('http://shop.test/api/products', { headers: { [name]: pathname } }),
        );
        expect(told).not.toMatch(/maria|seymour|@example\.com/i);
      }
    },
  );

  test('gets the same answer for a user who is signed in with another role', TIME, async () => {
    const office = inside.filter(({ permission, name }) => permission === 'admin' && !name.endsWith('changes'));
    for (const [turn, target] of office.entries())
      for (const [, spell] of someOf(SPELLINGS, 1, turn)) {
        const { url, method } = target.call(target.sample);
        const { pathname, search } = new URL(url);
        await undone(company, async () => {
          const before = changes();
          const request = new Request(`http://shop.test${spell(pathname)}${search}`, { method, headers: company.headers.member });
          const { status } = await judgeRequest(company, target.name, request);
          expect([status >= 300, changes()], `${method} ${spell(pathname)}: ${status}`).toEqual([true, before]);
        });
      }
  });
});
