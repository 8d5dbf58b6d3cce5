import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { afterAll, describe, expect, test } from 'vitest';
import { phoneKey } from '../../db/schema/checks';
import { isPossiblePhone, toE164, toPhoneKey } from '../../src/server/consents/phones';
import { globalPhoneHref, isPhone, phoneHref, splitPhone } from '../../src/shared/phone';
import { MISSING, optionalPhone, requiredPhone } from '../../src/shared/text';
import { openShop } from '../support/shop';

const sqlite = new Database(':memory:');
const db = drizzle(sqlite);
afterAll(() => void sqlite.close());
const keyOf = (phone: string) => db.get<{ key: string }>(sql`select ${phoneKey(sql`${phone}`)} as key`).key;

describe('a phone number', () => {
  test.each([
    ['(250) 555-0133', '2505550133', undefined, 'tel:2505550133'],
    ['+1 250/555.0133', '12505550133', undefined, 'tel:+12505550133'],
    ['250\u2011555\u20110133', '2505550133', undefined, 'tel:2505550133'],
    ['250-555-0133 ext. 4', '2505550133', '4', 'tel:2505550133;ext=4'],
    ['250 555 0133x12', '2505550133', '12', 'tel:2505550133;ext=12'],
    ['250 555 0133, poste 204', '2505550133', '204', 'tel:2505550133;ext=204'],
    ['+1 (250) 555-0133 #1234567', '12505550133', '1234567', 'tel:+12505550133;ext=1234567'],
    ['555-0133', '5550133', undefined, 'tel:5550133'],
    ['+44 20 7946 0958', '442079460958', undefined, 'tel:+442079460958'],
  ])('accepts %j and dials it with its extension apart', (text, digits, extension, href) => {
    expect([isPhone(text), isPossiblePhone(text)]).toEqual([true, true]);
    expect(splitPhone(text)).toMatchObject({ digits, extension });
    expect(phoneHref(text)).toBe(href);
    expect(globalPhoneHref('250-555-0133 x4')).toBe('tel:+12505550133;ext=4');
  });

  test.each(['', 'call me', '250 555', '250-555-CLEAN', 'x12', '(250) 555-0133 or 0134', '1'.repeat(16)])('rejects %j', (text) => {
    expect([isPhone(text), isPossiblePhone(text)]).toEqual([false, false]);
  });

  test.each(['25055501', '+1 250 555 01', '+49 1'])('rejects %j, which no country uses', (text) => {
    expect(isPossiblePhone(text)).toBe(false);
  });

  test.each([
    ['(250) 555-0133', '+12505550133'],
    ['1 250 555 0133', '+12505550133'],
    ['250-555-0133 poste 5', '+12505550133'],
    ['+44 20 7946 0958', '+442079460958'],
    ['555-0133', undefined],
    ['310-1234', undefined],
    ['050 555 0133', undefined],
    ['', undefined],
    ['call me', undefined],
  ])('can be sent a text: %j as %j', (text, number) => {
    expect(toE164(text)).toBe(number);
  });

  test.each([
    ['(250) 555-0133', '(250) 555-0133'],
    ['\u202a+1 (250) 555\u20110133\u202c', '+1 (250) 555-0133'],
    ['250\u00a0555\u202f0133', '250 555 0133'],
    ['250\u2014555\u22120133', '250-555-0133'],
    ['\uff12\uff15\uff10-555-0133', '250-555-0133'],
    ['250-555-0133 poste 5', '250-555-0133 poste 5'],
  ])('is stored as it was typed, but with ordinary characters: %j', (typed, stored) => {
    expect([requiredPhone.parse(typed), optionalPhone.parse(typed)]).toEqual([stored, stored]);
    expect(keyOf(stored)).toBe('2505550133');
    expect(toPhoneKey(typed)).toBe('2505550133');
  });

  test('is missing if it has nothing but invisible marks', () => {
    expect(requiredPhone.safeParse('\u200b').error?.issues[0]?.message).toBe(MISSING);
    expect(optionalPhone.parse('\u200b')).toBeNull();
  });

  test.each(['+44 20 7946 0958', '+44 (0)20 7946 0958', '020 7946 0958', '0044 20 7946 0958', '+44 20 7946 0958 ext. 7'])(
    'matches a number of another country written as %j',
    (text) => {
      expect(keyOf(text)).toBe(parsePhoneNumberFromString('+442079460958')?.nationalNumber);
    },
  );

  test('finds the client again whose phone was copied with invisible marks', async () => {
    const shop = openShop();
    const maria = { name: 'Maria Santos', address: '12 Seymour St, Kamloops' };
    await shop.admin.clients.create({ ...maria, email: null, phone: '\u202a250\u2011555\u20110133\u202c' });
    expect((await shop.admin.clients.list({ search: '+1 250 555 0133' })).rows).toMatchObject([{ phone: '250-555-0133' }]);
  });

  test('is compared in the database by its national number', () => {
    const digit = fc.integer({ min: 0, max: 9 }).map(String);
    const number = fc.tuple(
      fc.constantFrom('250', '604', '778', '236'),
      fc.constantFrom(...'23456789'),
      fc.array(digit, { minLength: 6, maxLength: 6 }),
    );
    const mark = fc.constantFrom('', ' ', '-', '.', '/', '\u2011', '\u2010', '\u2013', '\u00a0');
    const prefix = fc.constantFrom('', '1 ', '+1 ', '+1-', '1');
    const suffix = fc.constantFrom('', ' x12', ' ext. 4', ' #7', 'x1');
    fc.assert(
      fc.property(number, mark, prefix, suffix, fc.boolean(), ([area, first, rest], between, before, after, isBracketed) => {
        const local = `${first}${rest.slice(0, 2).join('')}${between}${rest.slice(2).join('')}`;
        const text = `${before}${isBracketed ? `(${area})` : area}${between}${local}${after}`;
        expect(keyOf(text)).toBe(parsePhoneNumberFromString(text, 'CA')?.nationalNumber);
      }),
    );
  });

  test('is rejected for the company and for a consent when it cannot exist', async () => {
    const shop = openShop();
    const { company } = await shop.admin.settings.get();
    await expect(shop.admin.settings.save({ company: { ...company, phone: '250 555 01' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'company.phone' }] },
    });
    const consent = { email: 'ann@example.com', source: 'On the phone' };
    await expect(shop.admin.consents.record({ ...consent, phone: '25055501' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await shop.admin.consents.record({ ...consent, phone: '250/555-0133 ext. 4' })).toMatchObject({
      rows: [{ phone: '250/555-0133 ext. 4' }],
    });
  });
});
