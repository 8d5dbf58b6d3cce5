import { describe, expect, test } from 'vitest';
import { company } from '../../src/shared/company';
import { landingText } from '../../src/shared/marketing';
import { SERVICE_PACKAGES } from '../../src/shared/packages';
import { profileContact, profileLegal, profileText } from '../../src/shared/profile';
import { QUOTE_SERVICE_TYPES } from '../../src/shared/quote-words';

const unique = (words: readonly string[]) => new Set(words).size === words.length;

describe('the company profile', () => {
  test('has figures of its own: 8+ years here, 5+ on the landing page', () => {
    expect(profileText.figures.map(([figure, label]) => `${figure} ${label.split(' ')[0]}`)).toEqual([
      '8+ years',
      '500+ clients',
      '24/7 emergency',
      '100% satisfaction',
    ]);
    expect(landingText.figures.map(([figure]) => figure)).toContain('5+');
  });

  test('names the six services, six different reasons and the eight towns', () => {
    expect(profileText.services.map(({ id }) => id)).toEqual([
      'residential',
      'commercial',
      'healthcare',
      'educational',
      'industrial',
      'emergency',
    ]);
    expect(profileText.reasons).toHaveLength(6);
    expect(unique(profileText.reasons.map(([title]) => title))).toBe(true);
    expect(company.towns).toEqual(['Kamloops', 'Sun Peaks', 'Barriere', 'Clearwater', 'Ashcroft', 'Cache Creek', 'Logan Lake', 'Merritt']);
  });

  test('tells phone, e-mail, hours and the emergency line', () => {
    expect(profileContact.map(({ label }) => label)).toEqual(['Phone', 'E-mail', 'Hours', 'Emergency line, 24/7']);
    expect(profileContact.flatMap(({ lines }) => lines)).toEqual([
      company.phone.display,
      company.email,
      'Mon-Fri 8AM-10PM',
      'Sat-Sun 9AM-10PM',
      company.phone.display,
    ]);
    expect(profileContact.map(({ href }) => href?.split(':')[0])).toEqual(['tel', 'mailto', undefined, 'tel']);
  });

  test.each(['2026-12-31', '2027-01-01'])('ends with the year of %s', (day) => {
    expect(profileLegal(day)).toMatch(new RegExp(`^© ${day.slice(0, 4)} ${company.name}`));
  });
});

describe('the service packages', () => {
  test('are the four documented ones', () => {
    expect(SERVICE_PACKAGES.map(({ name, price, duration, isPopular }) => [name, price, duration, isPopular])).toEqual([
      ['Basic Home Cleaning', 89, '2-3 hours', false],
      ['Deep Clean Premium', 149, '4-6 hours', true],
      ['Commercial Office', 199, '3-5 hours', false],
      ['Move-in/Move-out', 249, '6-8 hours', true],
    ]);
  });

  test('each describe themselves and lead to a quote for a service there is', () => {
    expect(unique(SERVICE_PACKAGES.map(({ id }) => id))).toBe(true);
    for (const { description, features, quoteService } of SERVICE_PACKAGES) {
      expect(description).not.toBe('');
      expect(features.length).toBeGreaterThanOrEqual(4);
      expect(unique(features)).toBe(true);
      expect(QUOTE_SERVICE_TYPES).toContain(quoteService);
    }
  });
});
