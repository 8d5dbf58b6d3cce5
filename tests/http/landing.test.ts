import { describe, expect } from 'vitest';
import { company } from '../../src/shared/company';
import { STARTER_TESTIMONIALS } from '../../src/shared/marketing';
import { SERVICE_PACKAGES } from '../../src/shared/packages';
import { parsePage, type Shop } from '../support/http';
import { test } from '../support/shop-test';

const open = async (shop: Shop) => parsePage(await (await shop.request('GET', '/')).text());
const REVIEW = { name: 'Sam O.', role: 'Café owner', rating: 4, source: 'Google', date: '2026-10-31', text: 'Spotless, twice a week.' };

describe('the landing page', () => {
  test('starts with the documented headline and the five documented reviews of five stars', async ({ shop }) => {
    const page = await open(shop);
    expect(page.querySelector('h1')?.textContent).toBe('Flawless Cleaning, Every Time');
    const reviews = [...page.querySelectorAll('#testimonials li')];
    expect(reviews).toHaveLength(5);
    for (const [index, { name, role, text }] of STARTER_TESTIMONIALS.entries())
      for (const words of [name, role, text]) expect(reviews[index]?.textContent).toContain(words);
    for (const review of reviews) expect(review.querySelector('[aria-label="5 out of 5 stars"]')).not.toBeNull();
  });

  test('shows the insurance and the guarantee below the buttons', async ({ shop }) => {
    const promises = (await open(shop)).querySelector('#home ul[aria-label="What we promise"]');
    expect([...(promises?.querySelectorAll('b') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Insured & Bonded',
      'Satisfaction Guaranteed',
    ]);
    expect(promises?.previousElementSibling?.textContent).toContain('Get Free Quote');
  });

  test('names the lowest package price of a service, books that package, and quotes services without one', async ({ shop }) => {
    const page = await open(shop);
    const cards = [...page.querySelectorAll('#services article')].map((card) => [
      card.querySelector('h3')?.textContent,
      card.querySelector('b')?.textContent,
      card.querySelector('a[href^="/appointments"]')?.getAttribute('href'),
      card.querySelector('a[href="#contact"]')?.textContent,
    ]);
    expect(cards).toEqual([
      ['Residential', '$89', '/appointments?service=residential&duration=180&cost=89', 'Learn More about Residential cleaning'],
      ['Commercial', '$199', '/appointments?service=commercial&duration=300&cost=199', 'Learn More about Commercial cleaning'],
      ['Specialty', 'Free quote', undefined, 'Learn More about Specialty cleaning'],
    ]);
    const prices = SERVICE_PACKAGES.map(({ price }) => `$${price}`);
    for (const [, price] of cards.slice(0, 2)) expect(prices).toContain(price);
    expect(page.querySelector('#services a[href="/marketplace?tab=services"]')).not.toBeNull();
  });

  test('shows the owner’s words and reviews with their source and day as soon as they are saved', async ({ shop }) => {
    await open(shop);
    await shop.admin.settings.save({ hero: { headline: 'Rooms that shine', lead: 'We clean Vernon.' }, testimonials: [REVIEW] });
    const page = await open(shop);
    expect([page.title, page.querySelector('h1')?.textContent]).toEqual([`${company.name} · Rooms that shine`, 'Rooms that shine']);
    expect(page.querySelector('#home')?.textContent).toContain('We clean Vernon.');
    const reviews = [...page.querySelectorAll('#testimonials li')];
    expect(reviews.map(({ textContent }) => textContent)).toEqual(['“Spotless, twice a week.”Sam O.Café ownerGoogle, October 31, 2026']);
    expect(reviews[0]?.querySelector('[aria-label="4 out of 5 stars"]')).not.toBeNull();
  });

  test('leaves the reviews out if the owner removed them all', async ({ shop }) => {
    await shop.admin.settings.save({ testimonials: [] });
    expect((await open(shop)).querySelector('#testimonials')).toBeNull();
  });

  test('has a bar with the phone and the booking below the hero, and pages with a next step of their own do not', async ({ shop }) => {
    const bar = (await open(shop)).querySelector('main > div > [data-bottom-bar]');
    expect([...(bar?.querySelectorAll('a') ?? [])].map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
      ['Call', company.phone.href],
      ['Book now', '/appointments'],
    ]);
    for (const path of ['/store', '/checkout', '/appointments', '/privacy'])
      expect(parsePage(await (await shop.request('GET', path)).text()).querySelector('[data-bottom-bar]')).toBeNull();
  });
});

describe('reviews', () => {
  test.for([
    [{ ...REVIEW, text: '' }, 'testimonials.0.text'],
    [{ ...REVIEW, name: ' ' }, 'testimonials.0.name'],
    [{ ...REVIEW, rating: 6 }, 'testimonials.0.rating'],
    [{ ...REVIEW, date: '2026-02-30' }, 'testimonials.0.date'],
  ] as const)('are rejected as %j at their field', async ([review, path], { shop }) => {
    const refused = await shop.admin.settings
      .save({ testimonials: [review] })
      .catch((error: { cause: { issues: { path: (string | number)[] }[] } }) => error.cause.issues[0]?.path.join('.'));
    expect(refused).toBe(path);
  });

  test('number at most twelve', async ({ shop }) => {
    await expect(shop.admin.settings.save({ testimonials: Array(13).fill(REVIEW) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await shop.admin.settings.save({ testimonials: Array(12).fill(REVIEW) })).testimonials).toHaveLength(12);
  });

  test('store an empty source and an empty day as unknown', async ({ shop }) => {
    const { testimonials } = await shop.admin.settings.save({ testimonials: [{ ...REVIEW, source: ' ', date: '' }] });
    expect(testimonials).toEqual([{ ...REVIEW, source: null, date: null }]);
  });
});
