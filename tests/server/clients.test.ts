import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { clients } from '../../db/schema';
import { MARIA } from '../support/dispatch';
import { times } from '../support/length';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';

const UNREACHABLE = 'Please enter a phone number or an e-mail address.';
const MISSING = 'Missing Information: Please fill in all required fields.';

describe('a client', () => {
  test.for([
    [{ name: undefined }, MISSING],
    [{ name: '' }, MISSING],
    [{ name: ' \t ' }, MISSING],
    [{ name: 'Maria\r\nBcc: all@example.com' }, 'Please use one line of ordinary text.'],
    [{ name: 'Maria\u0000' }, 'Please use one line of ordinary text.'],
    [{ name: 'x'.repeat(121) }, 'Use at most 120 characters.'],
    [{ name: 7 }, 'Please enter text.'],
    [{ email: 'maria' }, 'Please enter a valid email address, such as name@example.com.'],
    [{ email: 'maria@example.com, jon@example.com' }, 'Please enter a valid email address, such as name@example.com.'],
    [{ email: '"Maria" <maria@example.com>' }, 'Please enter a valid email address, such as name@example.com.'],
    [{ email: undefined, phone: undefined }, UNREACHABLE],
    [{ email: ' ', phone: '' }, UNREACHABLE],
    [{ email: null, phone: null, name: '' }, expect.stringContaining(MISSING)],
    [{ phone: '1'.repeat(41) }, 'Use at most 40 characters.'],
    [{ address: '' }, MISSING],
    [{ latitude: 90.001 }, 'Please enter a coordinate in degrees.'],
    [{ latitude: 'north' }, 'Please enter a coordinate in degrees.'],
    [{ latitude: [] }, 'Please enter a coordinate in degrees.'],
    [{ longitude: true }, 'Please enter a coordinate in degrees.'],
    [{ longitude: -180.001 }, 'Please enter a coordinate in degrees.'],
    [{ notes: 'x'.repeat(4001) }, 'Use at most 4000 characters.'],
  ] as const)('is rejected with %j, and nothing is written', async ([more, message], { shop }) => {
    const before = shop.db.$client.serialize();
    await expect(shop.admin.clients.create(untyped({ ...MARIA, ...more }))).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test.each([
    [{ name: 'x'.repeat(120), phone: '1'.repeat(40), address: 'y'.repeat(240) }],
    [{ latitude: 90, longitude: 180 }],
    [{ latitude: -90, longitude: -180 }],
    [{ latitude: null, longitude: null, notes: '' }],
    [{ email: '  maria@example.com ' }],
    [{ company: 'x'.repeat(120), photoConsent: true }],
    [{ company: null }],
  ])('is accepted at the limits: %j', async (more) => {
    expect(await openShop().admin.clients.create({ ...MARIA, ...more })).toMatchObject({ id: 1, email: MARIA.email });
  });

  test('stores their company and photo consent', async ({ shop }) => {
    const answer = await shop.admin.clients.create({ ...MARIA, company: ' Oak Realty ', photoConsent: true });
    expect(answer).toMatchObject({ company: 'Oak Realty', photoConsent: true });
    expect((await shop.admin.clients.list({})).rows[0]).toMatchObject({ company: 'Oak Realty', photoConsent: true });
    expect(await shop.admin.clients.create({ ...MARIA, company: ' ' })).toMatchObject({ company: null, photoConsent: false });
    await shop.visitor.quotes.submit(
      untyped({
        ...QUOTE,
        name: 'Jon Park',
        email: 'new@example.com',
        company: 'Oak Realty',
        photoConsent: true,
      }),
    );
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    expect(await shop.admin.clients.get({ id: 3 })).toMatchObject({ email: 'new@example.com', company: null, photoConsent: false });
  });

  test('keeps every character of a name and address', async ({ shop }) => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));
    await fc.assert(
      fc.asyncProperty(line, line, async (name, address) => {
        const { id } = await shop.admin.clients.create({ ...MARIA, name, address });
        expect((await shop.admin.clients.list({ limit: 1 })).rows[0]).toMatchObject({ id, name, address });
      }),
      {
        numRuns: times(40, 200),
        examples: [
          ["Robert'); drop table clients;--", '<script>alert(1)</script>'],
          ['Zoë 김', '=cmd|1!A0'],
        ],
      },
    );
  });
});

describe('a client of the office who asks for a quote', () => {
  test.for([
    ['the same e-mail, whatever its case', 1, { email: 'MARIA@Example.COM', name: 'M. S.', phone: '1' }],
    ['another e-mail, the same phone and name', 1, { email: 'other@example.com' }],
    ['another e-mail, the same phone, the name in other letters', 1, { email: 'other@example.com', name: 'maria santos' }],
    ['another e-mail, the same phone, another name', 2, { email: 'other@example.com', name: 'Jon Park' }],
    ['another e-mail, the same name, another phone', 2, { email: 'other@example.com', phone: '(250) 555-0199' }],
    ['another e-mail, the same name, no phone at all', 2, { email: 'other@example.com', phone: '' }],
  ] as const)('with %s results in %i client(s)', async ([_what, count, more], { shop }) => {
    await shop.admin.clients.create(MARIA);
    const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, ...more });
    const { clientId } = await shop.admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' });
    expect(clientId).toBe(count);
    expect(shop.rows(clients)).toHaveLength(count);
  });

  test('is matched by e-mail before phone and name', async ({ shop }) => {
    await shop.admin.clients.create({ ...MARIA, email: 'other@example.com' });
    await shop.admin.clients.create({ ...MARIA, name: 'Maria S. Silva', phone: '2' });
    const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, name: MARIA.name, email: MARIA.email, phone: MARIA.phone });
    expect(await shop.admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' })).toMatchObject({ clientId: 2 });
  });
});

test('a changed address drops its old position unless a new one is sent', async ({ shop }) => {
  const { id } = await shop.admin.clients.create({ ...MARIA, latitude: 50.67, longitude: -120.33 });
  const change = { ...MARIA, id, latitude: '50.67000000', longitude: '-120.33000000', isActive: true };
  expect(await shop.admin.clients.update({ ...change, phone: '1' })).toMatchObject({ latitude: '50.67000000' });
  expect(await shop.admin.clients.update({ ...change, address: '9 Robson Dr' })).toMatchObject({ latitude: null, longitude: null });
  expect(await shop.admin.clients.update({ ...change, address: '8 Robson Dr', latitude: 50.7 })).toMatchObject({ latitude: '50.70000000' });
});
