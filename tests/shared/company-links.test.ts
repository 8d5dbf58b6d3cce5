import { expect, test } from 'vitest';
import { company, DEFAULT_FACTS } from '../../src/shared/company';
import { getDefaultLinks, listReviews } from '../../src/shared/company-links';
import { BRIGHT } from '../support/bright';

test.each([
  ['https://www.google.com/search?q=us', 'Google'],
  ['https://search.google.com/local/writereview?placeid=1', 'Google'],
  ['https://maps.google.ca/x', 'Google'],
  ['https://g.page/r/abc/review', 'Google'],
  ['https://maps.app.goo.gl/abc', 'Google'],
  ['https://share.google/abc', 'Google'],
  ['https://www.yelp.ca/biz/us', 'Yelp'],
  ['https://homestars.com/companies/1', 'HomeStars'],
  ['HTTPS://WWW.TrustedPros.ca:443/us', 'trustedpros.ca'],
  ['https://notgoogle.com/us', 'notgoogle.com'],
  ['https://reviews.example?google.com', 'reviews.example'],
])('names the site of %s: %s', (listing, name) => {
  expect(listReviews({ ...company.links, listing, reviews: '' })).toEqual([{ key: 'listing', name, href: listing }]);
});

test('a company with another name starts with a search on the map, and no page of the default company', () => {
  expect(getDefaultLinks(DEFAULT_FACTS)).toEqual(company.links);
  const map = 'https://www.google.com/maps/search/?api=1&query=Bright+%26+Rooms+Vernon+British+Columbia';
  expect(getDefaultLinks(BRIGHT)).toEqual({ facebook: '', instagram: '', x: '', listing: '', reviews: '', map });
});
