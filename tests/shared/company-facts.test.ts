import { expect, test } from 'vitest';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { listSampleFacts, toCompany } from '../../src/shared/company-facts';
import { BRIGHT } from '../support/bright';

const { name, phone, email } = DEFAULT_FACTS;

test.each([
  ['a new company', DEFAULT_FACTS, false, [name, phone, email]],
  ['the default company once its owner saved it', DEFAULT_FACTS, true, []],
  ['another company', BRIGHT, true, []],
  ['another company with the default phone', { ...BRIGHT, phone }, true, [phone]],
  ['another company with the default email', { ...BRIGHT, email }, true, [email]],
])('lists the sample facts of %s', (_whose, facts, isSaved, expected) => {
  expect(listSampleFacts(toCompany(facts), isSaved)).toEqual(expected);
});
