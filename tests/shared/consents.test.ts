import { describe, expect, test } from 'vitest';
import {
  ADDRESS_MISSING,
  BASIS_NAMES,
  CALL_ONLY,
  consentInput,
  consentListInput,
  hasPostalAddress,
  impliedConsentEnd,
} from '../../src/shared/consents';

describe('an implied consent', () => {
  // S.C. 2010, c. 23, s. 10(10): two years after a purchase, six months after an inquiry; the whole of the last day counts.
  test.each([
    ['purchase', '2026-11-20T20:00:00.000Z', '2028-11-21T07:00:00.000Z'],
    ['inquiry', '2026-11-20T20:00:00.000Z', '2027-05-21T07:00:00.000Z'],
    ['purchase', '2026-11-20T06:59:00.000Z', '2028-11-20T07:00:00.000Z'],
    ['inquiry', '2026-08-31T20:00:00.000Z', '2027-03-01T07:00:00.000Z'],
    ['purchase', '2028-02-29T20:00:00.000Z', '2030-03-01T07:00:00.000Z'],
    ['inquiry', '2027-09-01T06:30:00.000Z', '2028-03-01T07:00:00.000Z'],
    ['inquiry', '2026-12-16T06:30:00.000Z', '2027-06-16T07:00:00.000Z'],
    ['purchase', '2027-01-01T06:30:00.000Z', '2029-01-01T07:00:00.000Z'],
    ['inquiry', '2025-06-15T20:00:00.000Z', '2025-12-16T08:00:00.000Z'],
  ] as const)('from a %s at %s ends at %s', (basis, since, end) => expect(impliedConsentEnd(basis, since)).toBe(end));

  test('has a name on screens, like the others', () => {
    expect(BASIS_NAMES).toEqual({ express: 'Express consent', purchase: 'Implied by a purchase', inquiry: 'Implied by an inquiry' });
    expect(CALL_ONLY).toBe('No consent on record: call only.');
  });
});

describe('the mailing address of the company', () => {
  test.each([
    ['12 Seymour St', 'V2C 1A1', true],
    ['12 Seymour St', null, false],
    [null, 'V2C 1A1', false],
    [null, null, false],
  ])('is complete with %s, %s: %s', (street, postalCode, isKnown) => expect(hasPostalAddress({ street, postalCode })).toBe(isKnown));
  test('is requested in words when it is missing', () => expect(ADDRESS_MISSING).toMatch(/street and postal code/));
});

describe('a consent that the owner records', () => {
  const input = { email: 'Maria@example.com ', source: 'On the phone' };
  const wordsOf = (more: object) => consentInput.safeParse({ ...input, ...more }).error?.issues[0]?.message;
  test.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['  ', null],
    [' (250) 555-0133 ', '(250) 555-0133'],
  ])('with the phone %j is stored with %j', (phone, read) => expect(consentInput.parse({ ...input, phone }).phone).toBe(read));
  test.each([
    ['call me', 'Please enter a valid phone number, such as (250) 555-0133.'],
    [12, 'Please enter text.'],
    ['1'.repeat(41), 'Use at most 40 characters.'],
  ])('with the phone %j is rejected: %s', (phone, words) => expect(wordsOf({ phone })).toBe(words));
  test('requires the source of the consent', () => {
    expect(consentInput.parse(input)).toEqual({ email: 'Maria@example.com', phone: null, source: 'On the phone' });
    for (const wrong of [{ source: ' ' }, { source: 'a\nb' }, { email: 'maria' }])
      expect(consentInput.safeParse({ ...input, ...wrong }).success).toBe(false);
    expect(consentInput.safeParse({ ...input, source: 'x'.repeat(200) }).success).toBe(true);
    expect(consentInput.safeParse({ ...input, source: 'x'.repeat(201) }).success).toBe(false);
  });
  test('is listed in pages', () => {
    expect(consentListInput.parse({})).toEqual({ limit: 20 });
    expect([0, 1, 100, 101].map((limit) => consentListInput.safeParse({ limit }).success)).toEqual([false, true, true, false]);
  });
});
