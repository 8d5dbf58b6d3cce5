import { describe, expect, test } from 'vitest';
import { quoteSubmission } from '../../src/shared/quotes-schemas';
import { sessionTimeLeft } from '../../src/shared/session';

const quote = { name: 'Maria Santos', email: 'maria@example.com', serviceType: 'residential' };

describe('a quote request', () => {
  const BROKEN_LINES = [
    'Maria\r\nBcc: x',
    'Maria\nSantos',
    'Maria\u2028Santos',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\nc@d.example',
  ];
  test.each<[string, unknown]>([
    ...['name', 'email', 'phone', 'address', 'serviceType'].flatMap((field) => BROKEN_LINES.map((text): [string, string] => [field, text])),
    ['name', 'x'.repeat(121)],
    ['name', '\ud800'],
    ['message', 'x'.repeat(4001)],
    ['message', '\u0000'],
    ['phone', 5],
  ])('with a %s of %j is rejected', (field, value) => {
    expect(quoteSubmission.safeParse({ ...quote, [field]: value }).success).toBe(false);
  });

  test('keeps the values as they were typed', () => {
    const message = '  <b>Ünïcode</b> 🧽\nsecond line\t= +1  ';
    expect(quoteSubmission.parse({ ...quote, message, website: undefined }).message).toBe(message);
  });
});

describe('the stored admin session', () => {
  const now = new Date('2026-11-20T20:30:00.000Z');
  test.each([
    ['true', '2026-11-20T20:00:00.001Z', true],
    ['true', '2026-11-20T20:00:00.000Z', false],
    ['true', 'Fri Nov 20 2026 20:10:00 GMT+0000', true],
    ['true', String(Date.parse('2026-11-20T20:10:00Z')), true],
    ['true', '2026-11-20T20:31:00.000Z', false],
    ['true', 'yesterday', false],
    ['true', null, false],
    ['false', '2026-11-20T20:10:00.000Z', false],
    [null, '2026-11-20T20:10:00.000Z', false],
  ])('with flag %s and time %s is fresh: %s', (flag, time, isFresh) => {
    expect(sessionTimeLeft(flag, time, now) > 0).toBe(isFresh);
  });
});
