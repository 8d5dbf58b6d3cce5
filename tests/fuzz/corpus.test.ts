import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { JSON_LIMIT } from '../../src/server/http/requests/body';
import { everyNth, patience, tell } from '../support/length';
import { dump } from '../support/rows';
import { openCompany } from './company';
import { at, type Place, placesIn, replaced, someOf } from './inputs';
import { judgeDatabase, judgeRequest, summarize, undone } from './judge';
import { restTargets, type Target, trpcTargets } from './targets';

const company = await openCompany();
const sqlite = company.shop.db.$client;
const CALLS = [...trpcTargets(company), ...restTargets(company)];
const WRITES = CALLS.filter(({ name, isWrite, cost }) => isWrite && cost === 1 && !name.endsWith('logout'));
afterAll(() => {
  company.close();
  tell(`The corpus: ${summarize()}.`);
});
const TIME = { timeout: patience(60_000, 600_000) };

/** The request of a target's good input, with another body or other headers; null takes a header away. */
function rawRequest({ call, sample }: Target, body: Uint8Array | string | undefined, headers: Record<string, string | null> = {}): Request {
  const good = call(sample);
  const sent = new Headers(good.headers);
  for (const [name, value] of Object.entries(headers)) value === null ? sent.delete(name) : sent.set(name, value);
  return new Request(good.url, {
    method: good.method,
    headers: sent,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
}
const changes = () => sqlite.prepare<[], number>('select total_changes()').pluck().get();
const asMade = JSON.stringify(dump(company.shop.db));
/** Makes a call that must leave everything as it was where it is refused; answers its status. */
async function refusedOrDone(target: Target, request: Request): Promise<number> {
  return undone(company, async () => {
    const before = changes();
    const { status } = await judgeRequest(company, target.name, request);
    if (status < 400) judgeDatabase(company);
    // A login that failed is counted; and here what a transaction undid.
    else if (status !== 401 && changes() !== before)
      expect(JSON.stringify(dump(company.shop.db)) === asMade, `${target.name}: ${status}`).toBe(true);
    return status;
  });
}
/** Returns true if a call rejects an empty body. */
const needsBody = async (target: Target) =>
  (await undone(company, () => judgeRequest(company, target.name, rawRequest(target, '{}')))).status === 400;

describe('a malformed body', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  /** Adds a field whose name has these bytes to a JSON object. */
  const withBytes = (good: string, ...bytes: number[]) =>
    Buffer.concat([Buffer.from(`${good.slice(0, -1)}${good === '{}' ? '' : ','}"`), Buffer.from(bytes), Buffer.from('":1}')]);
  const REFUSED: [what: string, body: (good: string) => Uint8Array | string, headers?: Record<string, string | null>][] = [
    ['cut off', (good) => good.slice(0, -1)],
    ['cut off in a text', (good) => good.slice(0, good.lastIndexOf('"'))],
    ['a byte order mark', (good) => `\ufeff${good}`],
    ['two values', (good) => `${good}{}`],
    ['a list of it', (good) => `[${good}]`],
    ['a text of it', (good) => JSON.stringify(good)],
    ['null', () => 'null'],
    ['1e400', () => '1e400'],
    ['NaN', () => 'NaN'],
    ['ten thousand lists', () => deep(10_000)],
    ['half of them', () => '['.repeat(10_000)],
    ['a word', () => 'name'],
    ['spaces only', () => '   '],
    ['not UTF-8', (good) => withBytes(good, 0xc3, 0x28)],
    ['overlong UTF-8', (good) => withBytes(good, 0xc0, 0xaf)],
    ['half a character as UTF-8', (good) => withBytes(good, 0xed, 0xa0, 0x80)],
    ['a raw line feed in a text', (good) => withBytes(good, 0x61, 0x0a, 0x62)],
    ['a raw null byte in a text', (good) => withBytes(good, 0x61, 0x00)],
    ['UTF-16', (good) => Buffer.from(good, 'utf16le')],
    ['packed', (good) => gzipSync(good), { 'content-encoding': 'gzip' }],
    ['a form', () => 'a=b&c=d'],
    ['without a type', (good) => Buffer.from(good), { 'content-type': null }],
    ['plain text', (good) => good, { 'content-type': 'text/plain' }],
    ['a form by its type', (good) => good, { 'content-type': 'application/x-www-form-urlencoded' }],
    [
      'multipart',
      () => '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    ['UTF-16 by its type', (good) => good, { 'content-type': 'application/json; charset=utf-16' }],
    ['two types', (good) => good, { 'content-type': 'application/json, text/plain' }],
  ];
  test('is rejected by every call that needs a body, before anything is written', TIME, async () => {
    for (const [turn, target] of everyNth(3, WRITES).entries()) {
      const isNeeded = await needsBody(target);
      for (const [what, body, headers] of someOf(REFUSED, 1, turn)) {
        const status = await refusedOrDone(target, rawRequest(target, body(JSON.stringify(target.sample)), headers));
        // Calls without input never read the body.
        if (isNeeded) expect([400, 415], `${target.name}: ${what}`).toContain(status);
      }
    }
  });

  test('is rejected by every call when it is one byte too long', TIME, async () => {
    for (const [turn, target] of everyNth(8, WRITES).entries())
      for (const size of someOf([JSON_LIMIT + 1, JSON_LIMIT, JSON_LIMIT - 1], 1, turn)) {
        const bare = JSON.stringify({ ...target.sample, padding: '' });
        const status = await refusedOrDone(target, rawRequest(target, `${bare.slice(0, -2)}${'x'.repeat(size - bare.length)}"}`));
        expect(status === 413, `${target.name}: ${size} bytes`).toBe(size > JSON_LIMIT);
      }
  });

  const NUMBERS =
    '1e400 -1e400 -0 -0.0 1e-400 123456789012345678901234567890 9007199254740993 1E+2 0.1e1 01 .5 1. 0x10 +1 Infinity 1_000'.split(' ');
  test('can hold numbers in any notation', TIME, async () => {
    for (const [turn, target] of everyNth(5, WRITES).entries())
      for (const [index, place] of placesIn(target.sample).entries())
        for (const number of someOf(NUMBERS, 1, turn + index)) {
          const marked = JSON.stringify(replaced(target.sample, place, '@number@')).replace('"@number@"', number);
          await refusedOrDone(target, rawRequest(target, marked));
        }
  });
});

const nameOf = (place: Place) => String(place.findLast((key) => typeof key === 'string'));

/** Fields that accept any text: values that are only compared, or requested values that fall back to a default. */
const UNREAD = /password|^updatedAtWas$|^(workOrderId|bookingReference|invoiceNumber|receiptNumber|website)$/i;
/** Fields that may have several lines. */
const PARAGRAPHS =
  /^(notes|description|message|body|content|lead|remarks|specialRequests|orderNotes|serviceDescription|invoiceInstructions|terms|quoteTerms|text|access\w+)$|^(interac|direct-deposit|cash|cheque)$/;
/** Fields by what they take, as their good values and names tell, with what none of them may take. */
const KINDS: [what: string, isOne: (value: unknown, name: string) => boolean, bad: readonly unknown[]][] = [
  [
    'an id',
    (value, name) => typeof value === 'number' && /(^id|Ids?|^orderNumber|^cursor)$/.test(name),
    [
      ...[0, -1, 1.5, 2 ** 53, 2 ** 63, 1e308, '1 OR 1=1', '9'.repeat(400), ' 1', [1], { id: 1 }, true],
      ...'0 -1 01 +1 1.0 1e0 1; ٣ NaN __proto__'.split(' '),
    ],
  ],
  [
    'a day',
    (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
    [
      ...'0000-00-00 2026-02-30 2026-02-29 2026-13-01 2026-1-1 275760-09-13 +275760-09-13 ٢٠٢٦-١١-٢٠ tomorrow'.split(' '),
      ...['2026-11-20 ', 20_261_120, {}, ['2026-11-20']],
    ],
  ],
  [
    'an instant',
    (value, name) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && name !== 'updatedAtWas',
    [
      ...'0000-00-00T00:00:00Z 2026-02-30T00:00:00Z 2026-13-01T00:00:00Z 2026-11-20T24:00:01Z 2026-11-20T23:59:61Z 2026-02-30 now'.split(
        ' ',
      ),
      ...'2026-11-20T10:00:00 +275760-09-13T00:00:00Z +275760-09-13T00:00:01Z -000001-01-01T00:00:00Z'.split(' '),
      ...'0000-01-01T00:00:00+23:59 9999-12-31T23:59:59-23:59'.split(' '),
      ...['2026-11-20T10:00:00+99:00', '2026-11-20T10:00:00Z\n', 1_795_204_800_000, {}],
    ],
  ],
  [
    'an amount',
    (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
    [
      ...'1e3 ١٢ 12.345 100000000.00 99999999.999 0x10 1,000.00 $5 .5 5. Infinity NaN'.split(' '),
      ...[100_000_000, 1e308, 12.345, {}, ['5.00'], true],
    ],
  ],
  [
    'an address',
    (value, name) => typeof value === 'string' && /email$/i.test(name),
    [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com, b@example.com',
      'a@example.com;b@example.com',
      '"a" <a@example.com>',
      'a b@example.com',
      'a@',
      '@b',
      `${'x'.repeat(250)}@example.com`,
      'a@exa\u0000mple.com',
      {},
      ['a@example.com'],
    ],
  ],
  [
    'text',
    (value, name) => typeof value === 'string' && !UNREAD.test(name),
    ['a\u0000b', '\ud800', 'a\udfffb', '\u0007', '\u001b[31m', {}, ['text'], { toString: 'text' }],
  ],
  [
    'one line',
    (value, name) => typeof value === 'string' && !value.includes('\n') && !UNREAD.test(name) && !PARAGRAPHS.test(name),
    ['Maria\r\nBcc: everybody@example.com', 'Maria\nSubject: x', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\tb', 'x'.repeat(100_000)],
  ],
];

describe.each(KINDS)('an invalid value of %s', (_what, isOne, bad) => {
  const found = CALLS.flatMap((target) =>
    placesIn(target.sample)
      // A cursor is only a position in the order of the list.
      .filter((place) => place[0] !== 'cursor' || place.length === 1)
      // The cart repeats the product names, which the server never reads.
      .filter((place) => place[0] !== 'items' || nameOf(place) !== 'name')
      // Over REST it is a header, which a program cannot even send with most of these.
      .filter((place) => target.name.startsWith('trpc') || nameOf(place) !== 'idempotencyKey')
      .filter((place) => isOne(at(target.sample, place), nameOf(place)))
      .map((place) => [target, place] as const),
  );
  test('is rejected in every field of its kind, and nothing is written', TIME, async () => {
    expect(found.length).toBeGreaterThan(5);
    for (const [turn, [target, place]] of everyNth(3, found).entries())
      for (const value of someOf(bad, 1, turn)) {
        // In an address everything is text of whole characters, and a list is a name more than once.
        if (target.name.startsWith('GET') && (typeof value === 'object' || Buffer.from(`${value}`).toString() !== value)) continue;
        const status = await refusedOrDone(target, target.call(replaced(target.sample, place, value)));
        expect([400, 401, 403, 404], `${target.name} ${place.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`).toContain(status);
      }
  });
});
