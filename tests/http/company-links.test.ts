import { describe, expect } from 'vitest';
import { activity } from '../../db/schema';
import { type CompanyLinks, company } from '../../src/shared/company';
import { BRIGHT } from '../support/bright';
import { parsePage, type Shop } from '../support/http';
import { test } from '../support/shop-test';

const open = async (shop: Shop, path: string) => parsePage(await (await shop.request('GET', path)).text());
type Page = Awaited<ReturnType<typeof open>>;

/** Returns the headings of the landing page's links, each with its addresses. */
const groupsOf = (page: Page) =>
  [...page.querySelectorAll('section[aria-labelledby="referral-title"] h3')].map((title) => [
    title.textContent,
    ...[...(title.parentElement?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
  ]);
const iconsOf = (page: Page) =>
  [...page.querySelectorAll('footer [aria-label="Social networks"] button')].map((icon) => icon.getAttribute('aria-label')?.split(' ')[0]);
const sameAsOf = (page: Page) => JSON.parse(page.querySelector('#business')?.textContent ?? '{}').sameAs;

const OURS: CompanyLinks = {
  facebook: 'https://www.facebook.com/bright',
  instagram: 'https://instagram.com/bright',
  x: 'https://twitter.com/bright',
  listing: 'https://g.page/r/bright/review',
  reviews: 'https://trustedpros.ca/bright',
  map: 'https://maps.app.goo.gl/bright',
};
const NONE: CompanyLinks = { facebook: '', instagram: '', x: '', listing: '', reviews: '', map: '' };

describe('the links of the company', () => {
  test('start with the documented ones', async ({ shop }) => {
    const { facebook, instagram, x, listing, reviews, map } = company.links;
    const page = await open(shop, '/');
    expect(groupsOf(page)).toEqual([
      ['Follow along', facebook, instagram, x],
      ['Tell others how we did', listing, reviews],
      ['Find us', map],
    ]);
    expect(iconsOf(page)).toEqual(['Facebook', 'Instagram', 'X', 'Google']);
    expect(sameAsOf(page)).toEqual([facebook, instagram, x]);
  });

  test('change on every page and in the activity as soon as they are saved', async ({ shop }) => {
    for (const path of ['/', '/facebook-cover']) await open(shop, path);
    await shop.admin.settings.save({ company: BRIGHT, links: OURS });
    const page = await open(shop, '/');
    expect(groupsOf(page)).toEqual([
      ['Follow along', OURS.facebook, OURS.instagram, OURS.x],
      ['Tell others how we did', OURS.listing, OURS.reviews],
      ['Find us', OURS.map],
    ]);
    expect(page.querySelector(`a[href="${OURS.reviews}"]`)?.textContent).toMatch(/^trustedpros\.ca/);
    expect(sameAsOf(page)).toEqual([OURS.facebook, OURS.instagram, OURS.x]);
    expect((await open(shop, '/facebook-cover')).querySelector(`main a[href="${OURS.facebook}"]`)).not.toBeNull();
    expect(shop.rows(activity).map(({ data }) => data)).toContain('{"changed":["company","links"]}');
  });

  test('are shown on no page while they are empty', async ({ shop }) => {
    await shop.admin.settings.save({ links: { ...NONE, x: OURS.x } });
    const page = await open(shop, '/');
    expect([groupsOf(page), iconsOf(page), sameAsOf(page)]).toEqual([[['Follow along', OURS.x]], ['X'], [OURS.x]]);
    await shop.admin.settings.save({ links: NONE });
    for (const path of ['/', '/store', '/company-profile', '/facebook-cover'])
      expect((await open(shop, path)).querySelectorAll('a[href^="http"], [aria-label="Social networks"]')).toHaveLength(0);
    const bare = await open(shop, '/');
    expect([groupsOf(bare), sameAsOf(bare)]).toEqual([[], undefined]);
  });

  test.for([
    ['facebook', 'http://www.facebook.com/bright'],
    ['facebook', 'https://facebook.com.example/bright'],
    ['facebook', 'https://notfacebook.com/bright'],
    ['facebook', 'https://facebook.com@evil.example/'],
    ['facebook', 'https://evil.example/?https://facebook.com'],
    ['instagram', 'https://www.facebook.com/bright'],
    ['x', 'https://netflix.com/bright'],
    ['listing', 'javascript:alert(1)'],
    ['reviews', 'http://www.yelp.ca/biz/bright'],
    ['map', `https://maps.example/${'x'.repeat(500)}`],
  ] as const)('rejects for %s: %s', async ([key, link], { shop }) => {
    const refused = await shop.admin.settings
      .save({ links: { ...OURS, [key]: link } })
      .catch((error: { cause: { issues: { path: string[] }[] } }) => error.cause.issues.map(({ path }) => path.join('.')));
    expect(new Set(refused as string[])).toEqual(new Set([`links.${key}`]));
  });

  test.for([
    ['facebook', 'https://m.facebook.com/bright'],
    ['facebook', 'https://FB.com/bright'],
    ['x', ' https://x.com/bright '],
    ['listing', 'https://reviews.example/bright?a=1#top'],
  ] as const)('accepts for %s: %s', async ([key, link], { shop }) => {
    expect((await shop.admin.settings.save({ links: { ...NONE, [key]: link } })).links).toEqual({ ...NONE, [key]: link.trim() });
  });
});
