import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCompanyDomain, isBusiness } from '../../src/shared/free-mail';

describe('the domain of an organisation', () => {
  test.each([
    ['office@acme.ca', 'acme.ca'],
    [' Office@ACME.ca ', 'acme.ca'],
    ['jo@mail.acme.co.uk', 'mail.acme.co.uk'],
    ['jo@yahoo-cleaners.ca', 'yahoo-cleaners.ca'],
    ['jo@liveoak.ca', 'liveoak.ca'],
    ['jo@gmail.com', undefined],
    ['jo@Shaw.ca', undefined],
    ['jo@telus.net', undefined],
    ['jo@yahoo.co.uk', undefined],
    ['jo@hotmail.fr', undefined],
    ['jo@example.com', undefined],
    ['jo@localhost', undefined],
    ['jo', undefined],
    ['', undefined],
    ['a@b@acme.ca', undefined],
    ['jo@"acme".ca', undefined],
    ['jo@acme_x.ca', undefined],
    ['jo@-acme.ca', undefined],
    [`jo@${'a.'.repeat(200)}ca`, undefined],
    [null, undefined],
  ])('of %j is %j', (email, domain) => {
    expect(findCompanyDomain(email)).toBe(domain);
  });

  test('has letters, digits, hyphens and dots only, whatever the address', () => {
    fc.assert(fc.property(fc.string(), (text) => /^[a-z0-9.-]+$/.test(findCompanyDomain(`a@${text}`) ?? 'a')));
  });
});

describe('a business', () => {
  test.each([
    ['Acme Dental', true],
    ['RIVERSIDE STRATA', true],
    ['Pine Inn', true],
    ['Café Luna', true],
    ['Smith & Sons Ltd.', true],
    ['Maria Santos', false],
    ['Lincoln Innes', false],
    ['Charlotte Church', false],
    ['Vince Ltdman', false],
    ['', false],
  ])('is recognized by the name: %s', (name, is) => {
    expect(isBusiness({ name, email: 'jo@gmail.com', company: null })).toBe(is);
  });
  test('is recognized by the address too', () => {
    expect(isBusiness({ name: 'Maria Santos', email: 'maria@acme.ca', company: null })).toBe(true);
  });
  test.each([
    ['Oak Realty', true],
    ['  ', false],
    [null, false],
  ])('is recognized by the stored company: %j', (company, is) => {
    expect(isBusiness({ name: 'Maria Santos', email: 'maria@gmail.com', company })).toBe(is);
  });
});
