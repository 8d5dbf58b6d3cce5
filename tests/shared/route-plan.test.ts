import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directionsLinks, distanceKm, draftRoute, planRoute, routeLengthKm, type Stop } from '../../src/shared/route-plan';

const DEPOT = { latitude: 50.6745, longitude: -120.3273 };
const stop = (id: number, latitude: number, longitude: number, more: Partial<Stop> = {}): Stop => ({
  id,
  position: { latitude, longitude },
  isUrgent: false,
  hasFixedWindow: false,
  startsAt: '2026-11-20T20:00:00.000Z',
  ...more,
});
/** A stop so many kilometres east of the depot, roughly. */
const east = (id: number, kilometres: number, more: Partial<Stop> = {}) =>
  stop(id, DEPOT.latitude, DEPOT.longitude + kilometres / 70.5, more);
const ids = (stops: readonly Stop[]) => stops.map(({ id }) => id);

describe('the straight-line distance', () => {
  test.each([
    ['nowhere', DEPOT, DEPOT, 0],
    ['a degree of latitude', { latitude: 50, longitude: -120 }, { latitude: 51, longitude: -120 }, 111.195],
    ['to Merritt', DEPOT, { latitude: 50.1113, longitude: -120.7862 }, 70.6],
    ['over the line of dates', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.195],
    ['to the other side of the earth', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 20015.1],
  ])('%s', (_what, from, to, kilometres) => {
    expect(distanceKm(from, to)).toBeCloseTo(kilometres, 0);
    expect(distanceKm(to, from)).toBeCloseTo(kilometres, 0);
  });
});

describe('a route', () => {
  test('is empty without stops', () => {
    expect(planRoute(DEPOT, [])).toEqual([]);
    expect(routeLengthKm(DEPOT, [])).toBe(0);
  });
  test('visits the nearest stop next', () => {
    expect(ids(planRoute(DEPOT, [east(3, 30), east(1, 10), east(2, 20)]))).toEqual([1, 2, 3]);
  });
  test('is shortened when the nearest neighbour causes a detour', () => {
    const stops = [east(1, 10), east(2, -11), east(3, 40), east(4, 12)];
    const [draft, plan] = [draftRoute(DEPOT, stops), planRoute(DEPOT, stops)];
    expect(ids(draft)).toEqual([1, 4, 2, 3]);
    expect(ids(plan)).toEqual([2, 1, 4, 3]);
    expect(routeLengthKm(DEPOT, plan)).toBeLessThan(routeLengthKm(DEPOT, draft));
  });
  test('starts with urgent stops, however far', () => {
    expect(ids(planRoute(DEPOT, [east(1, 1), east(2, 50, { isUrgent: true }), east(3, 49)]))).toEqual([2, 3, 1]);
  });
  test('keeps fixed windows in order of time, wherever they are', () => {
    const at = (hour: number) => ({ hasFixedWindow: true, startsAt: `2026-11-20T${hour}:00:00.000Z` });
    expect(ids(planRoute(DEPOT, [east(1, 1, at(22)), east(2, 30, at(17)), east(3, 60, at(20))]))).toEqual([2, 3, 1]);
  });
  test('visits an earlier fixed window before an urgent later one', () => {
    const early = east(1, 60, { hasFixedWindow: true, startsAt: '2026-11-20T16:00:00.000Z' });
    const urgent = east(2, 5, { hasFixedWindow: true, startsAt: '2026-11-20T20:00:00.000Z', isUrgent: true });
    const late = east(3, 3, { hasFixedWindow: true, startsAt: '2026-11-20T23:00:00.000Z' });
    expect(ids(planRoute(DEPOT, [late, urgent, early, east(4, 61)]))).toEqual([1, 2, 3, 4]);
  });

  const anyStops = fc
    .array(
      fc.record({
        latitude: fc.double({ min: 49, max: 52, noNaN: true }),
        longitude: fc.double({ min: -122, max: -119, noNaN: true }),
        isUrgent: fc.boolean(),
        hasFixedWindow: fc.boolean(),
        hour: fc.integer({ min: 10, max: 23 }),
      }),
      { maxLength: 24 },
    )
    .map((drawn) =>
      drawn.map(({ latitude, longitude, hour, ...more }, place) =>
        stop(place + 1, latitude, longitude, { ...more, startsAt: `2026-11-20T${hour}:00:00.000Z` }),
      ),
    );

  test('visits every stop once and is never longer after 2-opt than before', () => {
    fc.assert(
      fc.property(anyStops, (stops) => {
        const plan = planRoute(DEPOT, stops);
        expect(ids(plan).sort((a, b) => a - b)).toEqual(ids(stops));
        expect(routeLengthKm(DEPOT, plan)).toBeLessThanOrEqual(routeLengthKm(DEPOT, draftRoute(DEPOT, stops)) + 1e-9);
      }),
      { numRuns: 300 },
    );
  });
  test('keeps fixed windows in order, with only earlier fixed windows before an urgent stop', () => {
    fc.assert(
      fc.property(anyStops, (stops) => {
        const plan = planRoute(DEPOT, stops);
        const times = plan.filter(({ hasFixedWindow }) => hasFixedWindow).map(({ startsAt }) => startsAt);
        expect(times).toEqual([...times].sort());
        const lastUrgent = plan.findLastIndex(({ isUrgent }) => isUrgent);
        for (const before of plan.slice(0, Math.max(0, lastUrgent))) expect(before.isUrgent || before.hasFixedWindow).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  test('does not depend on the order of the input', () => {
    const stops = Array.from({ length: 12 }, (_, place) => stop(place, 50 + ((place * 7) % 12) / 10, -121 + ((place * 5) % 12) / 10));
    expect(routeLengthKm(DEPOT, planRoute(DEPOT, stops.toReversed()))).toBeCloseTo(routeLengthKm(DEPOT, planRoute(DEPOT, stops)), 6);
  });
  test('is planned quickly for two hundred stops, even at one position', () => {
    const spread = Array.from({ length: 200 }, (_, place) =>
      stop(place, 50 + ((place * 37) % 200) / 100, -121 + ((place * 91) % 200) / 100),
    );
    const startedAt = performance.now();
    expect(planRoute(DEPOT, spread)).toHaveLength(200);
    expect(
      planRoute(
        DEPOT,
        spread.map((one) => ({ ...one, position: DEPOT })),
      ),
    ).toHaveLength(200);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

describe('directions links', () => {
  const places = (count: number) => Array.from({ length: count }, (_, place) => ({ latitude: 50 + place / 100, longitude: -120 }));
  const partsOf = (link: string) => {
    const { origin, pathname, searchParams } = new URL(link);
    expect(`${origin}${pathname}`).toBe('https://www.google.com/maps/dir/');
    return { from: searchParams.get('origin'), over: searchParams.get('waypoints')?.split('|') ?? [], to: searchParams.get('destination') };
  };

  test('are empty without places', () => expect(directionsLinks(DEPOT, [])).toEqual([]));
  test('lead from the depot to a single place', () => {
    expect(directionsLinks(DEPOT, places(1)).map(partsOf)).toEqual([
      { from: '50.674500,-120.327300', over: [], to: '50.000000,-120.000000' },
    ]);
  });
  test('use an address if the position is unknown', () => {
    expect(directionsLinks(DEPOT, ['12 Seymour St & 1st, Kamloops', { latitude: 50, longitude: -120 }]).map(partsOf)).toEqual([
      { from: '50.674500,-120.327300', over: ['12 Seymour St & 1st, Kamloops'], to: '50.000000,-120.000000' },
    ]);
  });
  test.each([
    [10, [9]],
    [11, [9, 0]],
    [20, [9, 9]],
    [25, [9, 9, 4]],
  ])('split %i places into links with at most nine stops between start and end: %j', (count, between) => {
    const links = directionsLinks(DEPOT, places(count)).map(partsOf);
    expect(links.map(({ over }) => over.length)).toEqual(between);
    for (const [place, link] of links.entries()) if (place > 0) expect(link.from).toBe(links[place - 1]?.to);
    const visited = links.flatMap(({ over, to }) => [...over, to]);
    expect(visited).toEqual(places(count).map(({ latitude }) => `${latitude.toFixed(6)},-120.000000`));
  });
});
