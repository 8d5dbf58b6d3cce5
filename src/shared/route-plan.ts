import type { Position } from './position';

/** A job as the route sees it; `startsAt` is its time as ISO text, which only those with a fixed window keep to. */
export type Stop = { id: number; position: Position; isUrgent: boolean; hasFixedWindow: boolean; startsAt: string };

const EARTH_RADIUS_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The straight-line distance between two places over the ground, in kilometres (haversine, on a sphere). */
export function distanceKm(from: Position, to: Position): number {
  const across = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const along = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = across + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * along;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The length of the way from the depot over all stops to the last one, in straight-line kilometres. */
export function routeLengthKm(depot: Position, stops: readonly Pick<Stop, 'position'>[]): number {
  let [length, at] = [0, depot];
  for (const { position } of stops) {
    length += distanceKm(at, position);
    at = position;
  }
  return length;
}

const byTime = (a: Stop, b: Stop): number => a.startsAt.localeCompare(b.startsAt) || a.id - b.id;

/**
 * The stops in two parts, what is urgent before the rest. Fixed windows keep the order of their times above all, so that one
 * comes with the urgent part where a later one in it does.
 */
function inParts(stops: readonly Stop[]): [urgent: Stop[], others: Stop[]] {
  const lastUrgentWindow = stops
    .filter((stop) => stop.isUrgent && stop.hasFixedWindow)
    .sort(byTime)
    .at(-1);
  const isFirst = (stop: Stop) =>
    stop.isUrgent || (stop.hasFixedWindow && lastUrgentWindow !== undefined && byTime(stop, lastUrgentWindow) < 0);
  return [stops.filter(isFirst), stops.filter((stop) => !isFirst(stop))];
}

/** Always the nearest next; of the fixed windows only the earliest that is left may be next. */
function nearestFirst(from: Position, stops: readonly Stop[]): Stop[] {
  const fixed = stops.filter((stop) => stop.hasFixedWindow).sort(byTime);
  const free = new Set(stops.filter((stop) => !stop.hasFixedWindow));
  const route: Stop[] = [];
  for (let at = from; fixed.length + free.size > 0; ) {
    const candidates = [...fixed.slice(0, 1), ...free];
    const next = candidates.reduce((best, stop) => (distanceKm(at, stop.position) < distanceKm(at, best.position) ? stop : best));
    if (next === fixed[0]) fixed.shift();
    else free.delete(next);
    route.push(next);
    at = next.position;
  }
  return route;
}

/** A gain smaller than a millimetre is none; with rounding it could go on for ever. */
const SMALLEST_GAIN_KM = 1e-6;

/**
 * Turns parts of the way round while that makes it shorter (2-opt), never over the border at `urgentCount` and never a part
 * with two fixed windows, which would change places.
 */
function untangled(depot: Position, planned: readonly Stop[], urgentCount: number): Stop[] {
  const route = [...planned];
  const at = (place: number): Position => route[place]?.position ?? depot;
  const gainOf = (first: number, last: number): number => {
    const entry = distanceKm(at(first - 1), at(first)) - distanceKm(at(first - 1), at(last));
    return last === route.length - 1 ? entry : entry + distanceKm(at(last), at(last + 1)) - distanceKm(at(first), at(last + 1));
  };
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let first = 0; first < route.length - 1; first++) {
      let windows = route[first]?.hasFixedWindow ? 1 : 0;
      for (let last = first + 1; last < route.length && last < urgentCount === first < urgentCount; last++) {
        windows += route[last]?.hasFixedWindow ? 1 : 0;
        if (windows > 1) break;
        if (gainOf(first, last) <= SMALLEST_GAIN_KM) continue;
        route.splice(first, last - first + 1, ...route.slice(first, last + 1).reverse());
        isShorter = true;
      }
    }
  }
  return route;
}

/** The first draft of a route, which {@link planRoute} makes shorter: from each place to the nearest next one. */
export function draftRoute(depot: Position, stops: readonly Stop[]): Stop[] {
  const [urgent, others] = inParts(stops);
  const first = nearestFirst(depot, urgent);
  return [...first, ...nearestFirst(first.at(-1)?.position ?? depot, others)];
}

/**
 * The order in which to drive to the stops from the depot: nearest neighbour, then 2-opt, over straight lines; urgent ones
 * first, and fixed windows in the order of their times (automation.md §7). It says nothing about roads or driving times.
 */
export function planRoute(depot: Position, stops: readonly Stop[]): Stop[] {
  return untangled(depot, draftRoute(depot, stops), inParts(stops)[0].length);
}

/** Places between start and end that a directions link of Google Maps takes. */
const MAX_WAYPOINTS = 9;
const place = (to: Position | string): string => (typeof to === 'string' ? to : `${to.latitude.toFixed(6)},${to.longitude.toFixed(6)}`);

/**
 * Links that hand a route over to Google Maps, from the depot to each place in turn: one for up to ten places, each further
 * one going on where the one before ends. A place is a position, or an address where the position is not known.
 */
export function directionsLinks(depot: Position, places: readonly (Position | string)[]): string[] {
  const links: string[] = [];
  for (let start = 0; start < places.length; start += MAX_WAYPOINTS + 1) {
    const leg = places.slice(start, start + MAX_WAYPOINTS + 1).map(place);
    const url = new URL('https://www.google.com/maps/dir/?api=1&travelmode=driving');
    url.searchParams.set('origin', place(places[start - 1] ?? depot));
    url.searchParams.set('destination', leg.at(-1) ?? '');
    if (leg.length > 1) url.searchParams.set('waypoints', leg.slice(0, -1).join('|'));
    links.push(url.href);
  }
  return links;
}
