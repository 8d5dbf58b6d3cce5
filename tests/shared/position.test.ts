import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPosition, parsePosition, positionInput } from '../../src/shared/position';

const KAMLOOPS = { latitude: 50.6745, longitude: -120.3273 };

describe('a position is read', () => {
  test.each([
    ['50.6745, -120.3273', KAMLOOPS],
    ['50.6745,-120.3273', KAMLOOPS],
    ['  50.6745  -120.3273 ', KAMLOOPS],
    ['50.6745;-120.3273', KAMLOOPS],
    ['(50.6745, -120.3273)', KAMLOOPS],
    ['50.6745°, -120.3273°', KAMLOOPS],
    ['+50.6745, -120.3273', KAMLOOPS],
    ['50, -120', { latitude: 50, longitude: -120 }],
    ['0, 0', { latitude: 0, longitude: 0 }],
    ['-90, 180', { latitude: -90, longitude: 180 }],
    ['50.67451239, -120.32730001', { latitude: 50.674512, longitude: -120.3273 }],
    ['50.6745° N, 120.3273° W', KAMLOOPS],
    ['50.6745N 120.3273W', KAMLOOPS],
    ['33.8688 S, 151.2093 E', { latitude: -33.8688, longitude: 151.2093 }],
    [`50°40'28.2"N 120°19'38.28"W`, { latitude: 50.6745, longitude: -120.3273 }],
    ['50°40′28.2″N, 120°19′38.28″W', { latitude: 50.6745, longitude: -120.3273 }],
    [`50°30'N 120°15'W`, { latitude: 50.5, longitude: -120.25 }],
  ])('from coordinates: %s', (text, position) => expect(parsePosition(text)).toEqual(position));

  test.each([
    ['https://www.google.com/maps/@50.6745,-120.3273,15z', KAMLOOPS],
    [
      'https://www.google.com/maps/place/Kamloops/@50.1,-120.1,12z/data=!3m1!4b1!4m6!3m5!1s0x537e2!8m2!3d50.6745!4d-120.3273!16zL20',
      KAMLOOPS,
    ],
    ["https://www.google.ca/maps/place/50%C2%B040'28.2%22N/@50.6745,-120.3273,17z", KAMLOOPS],
    ['https://www.google.com/maps/place/50.6745,-120.3273', KAMLOOPS],
    ['https://www.google.com/maps/search/50.6745,+-120.3273?entry=tts', KAMLOOPS],
    ['https://maps.google.com/?q=50.6745,-120.3273', KAMLOOPS],
    ['https://maps.google.com/maps?q=loc:50.6745,-120.3273&z=12', KAMLOOPS],
    ['https://www.google.com/maps/search/?api=1&query=50.6745%2C-120.3273', KAMLOOPS],
    ['https://www.google.com/maps/dir/?api=1&destination=50.6745,-120.3273', KAMLOOPS],
    ['https://maps.apple.com/?ll=50.6745,-120.3273&q=Home', KAMLOOPS],
    ['https://maps.apple.com/place?coordinate=50.6745,-120.3273&name=Home', KAMLOOPS],
    ['https://www.openstreetmap.org/?mlat=50.6745&mlon=-120.3273#map=12/50.1/-120.1', KAMLOOPS],
    ['https://www.openstreetmap.org/#map=15/50.6745/-120.3273', KAMLOOPS],
    ['https://www.bing.com/maps?cp=50.6745~-120.3273&lvl=12', KAMLOOPS],
    ['maps.google.com/?q=50.6745,-120.3273', KAMLOOPS],
    ['geo:50.6745,-120.3273', KAMLOOPS],
    ['geo:50.6745,-120.3273?z=17', KAMLOOPS],
    ['geo:50.6745,-120.3273;u=35', KAMLOOPS],
    ['geo:0,0?q=50.6745,-120.3273(Home)', KAMLOOPS],
  ])('from a link of a map: %s', (text, position) => expect(parsePosition(text)).toEqual(position));

  test.each([
    '',
    'Kamloops',
    '12 Seymour St, Kamloops',
    '50.6745',
    '50,6745 -120,3273',
    '90.1, 0',
    '0, 180.1',
    '-120.3273, 50.6745',
    '50.6745, -120.3273, 12',
    '1.2.3, 4',
    "50°61'N 120°15'W",
    'call 250, 555',
    'https://maps.app.goo.gl/AbCdEf',
    'https://www.google.com/maps/place/Kamloops',
    'https://example.com/?q=cats,dogs',
    'https://maps.google.com/?q=91,200',
  ])('but not from %j', (text) => expect(parsePosition(text)).toBeUndefined());

  test('from its own formatted text, anywhere on earth', () => {
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }), (latitude, longitude) => {
        const shown = formatPosition({ latitude, longitude });
        const read = parsePosition(shown);
        expect(read?.latitude).toBeCloseTo(latitude, 5);
        expect(read?.longitude).toBeCloseTo(longitude, 5);
        expect(read && formatPosition(read)).toBe(shown);
      }),
    );
  });

  test('from any text without long delays', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parsePosition(`https://a.b/${text}`)));
    const startedAt = performance.now();
    parsePosition(`https://www.google.com/maps/dir/${'1'.repeat(50_000)}`);
    parsePosition(`50 ${' '.repeat(50_000)}x`);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe('the input of a position', () => {
  const wordsOf = (value: unknown) => positionInput.safeParse(value).error?.issues[0]?.message;
  test('is accepted as a position object', () => expect(positionInput.parse(KAMLOOPS)).toEqual(KAMLOOPS));
  test.each([
    ['the yard', /^Please paste coordinates such as/],
    ['', /^Please paste coordinates such as/],
    ['https://maps.app.goo.gl/AbCdEf', /^This short link does not say where it leads/],
    [{ latitude: 91, longitude: 0 }, /^Please enter a coordinate in degrees/],
  ])('is rejected as %j with advice', (value, words) => expect(wordsOf(value)).toMatch(words));
});
