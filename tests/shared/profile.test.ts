import { describe, expect, test } from 'vitest';
import { company, DEFAULT_COMPANY, DEFAULT_FACTS } from '../../src/shared/company';
import { toCompany } from '../../src/shared/company-facts';
import { landingText } from '../../src/shared/marketing';
import { SERVICE_PACKAGES } from '../../src/shared/packages';
import { getProfile } from '../../src/shared/profile';
import { QUOTE_SERVICE_TYPES } from '../../src/shared/quotes';

const profile = getProfile(DEFAULT_COMPANY, '2026-11-20');
const unique = (words: readonly string[]) => new Set(words).size === words.length;

describe('the company profile', () => {
  test('has figures of its own: 8+ years here, 5+ on the landing page', () => {
    expect(profile.figures.map(([figure, label]) => `${figure} ${label.split(' ')[0]}`)).toEqual([
      '8+ years',
      '500+ clients',
      '24/7 emergency',
      '100% satisfaction',
    ]);
    expect(landingText.figures.map(([figure]) => figure)).toContain('5+');
  });

  test('names the six services, six different reasons and the eight towns', () => {
    expect(profile.services.map(({ id }) => id)).toEqual([
      'residential',
      'commercial',
      'healthcare',
      'educational',
      'industrial',
      'emergency',
    ]);
    expect(profile.reasons).toHaveLength(6);
    expect(unique(profile.reasons.map(([title]) => title))).toBe(true);
    expect(company.towns).toEqual(['Kamloops', 'Sun Peaks', 'Barriere', 'Clearwater', 'Ashcroft', 'Cache Creek', 'Logan Lake', 'Merritt']);
  });

  test('shows phone, e-mail, hours and the emergency line', () => {
    expect(profile.contact.map(({ label }) => label)).toEqual(['Phone', 'E-mail', 'Hours', 'Emergency line, 24/7']);
    expect(profile.contact.flatMap(({ lines }) => lines)).toEqual([
      company.phone.display,
      company.email,
      'Mon-Fri 8AM-10PM',
      'Sat-Sun 9AM-10PM',
      company.phone.display,
    ]);
    expect(profile.contact.map(({ href }) => href?.split(':')[0])).toEqual(['tel', 'mailto', undefined, 'tel']);
  });

  test.each(['2026-12-31', '2027-01-01'])('ends with the year of %s', (day) => {
    expect(getProfile(DEFAULT_COMPANY, day).legal).toBe(`© ${day.slice(0, 4)} ${company.name}, Kamloops, BC`);
  });

  test('of another company names that one, and contains nothing of ours', () => {
    const other = toCompany({
      ...DEFAULT_FACTS,
      name: 'Bright Rooms',
      shortName: 'Bright',
      phone: '604 555 0101',
      email: 'us@bright.example',
      street: '5 Main St',
      city: 'Vernon',
      postalCode: 'V1T 2L5',
      towns: ['Vernon', 'Lumby'],
      hours: { weekdays: { opens: '07:30', closes: '12:00' }, weekend: { opens: '00:00', closes: '23:59' } },
    });
    const said = JSON.stringify(getProfile(other, '2026-11-20'));
    expect(said).not.toMatch(/Sage & Pine|Kamloops|555-0142/);
    for (const fact of ['Why Choose Bright', 'Bright Rooms is a cleaning company from Vernon, BC', 'tel:+16045550101', 'Lumby'])
      expect(said).toContain(fact);
    expect(getProfile(other, '2026-11-20')).toMatchObject({
      legal: '© 2026 Bright Rooms, 5 Main St, Vernon, BC V1T 2L5',
      contact: [{}, {}, { lines: ['Mon-Fri 7:30AM-12PM', 'Sat-Sun 12AM-11:59PM'] }, {}],
    });
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

  test('each have a description and link to a quote for an existing service', () => {
    expect(unique(SERVICE_PACKAGES.map(({ id }) => id))).toBe(true);
    for (const { description, features, quoteService } of SERVICE_PACKAGES) {
      expect(description).not.toBe('');
      expect(features.length).toBeGreaterThanOrEqual(4);
      expect(unique(features)).toBe(true);
      expect(QUOTE_SERVICE_TYPES).toContain(quoteService);
    }
  });
});
