import type { Position } from './position';

/** A job on a route; its time `startsAt` (ISO text) is binding only with a fixed window. */
export type Stop = { id: number; position: Position; isUrgent: boolean; hasFixedWindow: boolean; startsAt: string };

const EARTH_RADIUS_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the straight-line distance between two positions in kilometres (haversine formula). */
export function distanceKm(from: Position, to: Position): number {
  const across = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const along = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = across + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * along;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the length of a route from the depot to its last stop, in straight-line kilometres. */
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
 * Splits the stops into urgent ones and others. Fixed windows must stay in order of time, so a fixed window before the last urgent one
 * counts as urgent too.
 */
function splitByUrgency(stops: readonly Stop[]): [urgent: Stop[], others: Stop[]] {
  const lastUrgentWindow = stops
    .filter((stop) => stop.isUrgent && stop.hasFixedWindow)
    .sort(byTime)
    .at(-1);
  const isFirst = (stop: Stop) =>
    stop.isUrgent || (stop.hasFixedWindow && lastUrgentWindow !== undefined && byTime(stop, lastUrgentWindow) < 0);
  return [stops.filter(isFirst), stops.filter((stop) => !isFirst(stop))];
}

/** Orders stops by nearest neighbour; of the fixed windows only the earliest remaining one is a candidate. */
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

/** Smaller gains are rounding errors, which could repeat forever. */
const SMALLEST_GAIN_KM = 1e-6;

/**
 * Reverses parts of the route while that makes it shorter (2-opt). Never reverses across the border at `urgentCount`, nor a part with
 * two fixed windows, which would swap.
 */
function shortenRoute(depot: Position, planned: readonly Stop[], urgentCount: number): Stop[] {
  const route = [...planned];
  const at = (index: number): Position => route[index]?.position ?? depot;
  const calculateGain = (first: number, last: number): number => {
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
        if (calculateGain(first, last) <= SMALLEST_GAIN_KM) continue;
        route.splice(first, last - first + 1, ...route.slice(first, last + 1).reverse());
        isShorter = true;
      }
    }
  }
  return route;
}

/** Returns the nearest-neighbour route that {@link planRoute} improves. */
export function draftRoute(depot: Position, stops: readonly Stop[]): Stop[] {
  const [urgent, others] = splitByUrgency(stops);
  const first = nearestFirst(depot, urgent);
  return [...first, ...nearestFirst(first.at(-1)?.position ?? depot, others)];
}

/**
 * Returns the order in which to visit the stops: urgent ones first, fixed windows in order of time, otherwise by nearest neighbour and
 * 2-opt. Distances are straight lines; roads and driving times do not count.
 */
export function planRoute(depot: Position, stops: readonly Stop[]): Stop[] {
  return shortenRoute(depot, draftRoute(depot, stops), splitByUrgency(stops)[0].length);
}

/** Most stops between start and end in a directions link of Google Maps. */
const MAX_WAYPOINTS = 9;
const formatPlace = (to: Position | string): string =>
  typeof to === 'string' ? to : `${to.latitude.toFixed(6)},${to.longitude.toFixed(6)}`;

/**
 * Returns links that open a route from the depot in Google Maps, ten places per link; each link starts where the last one ends. A place
 * is a position, or an address if the position is unknown.
 */
export function directionsLinks(depot: Position, places: readonly (Position | string)[]): string[] {
  const links: string[] = [];
  for (let start = 0; start < places.length; start += MAX_WAYPOINTS + 1) {
    const leg = places.slice(start, start + MAX_WAYPOINTS + 1).map(formatPlace);
    const url = new URL('https://www.google.com/maps/dir/?api=1&travelmode=driving');
    url.searchParams.set('origin', formatPlace(places[start - 1] ?? depot));
    url.searchParams.set('destination', leg.at(-1) ?? '');
    if (leg.length > 1) url.searchParams.set('waypoints', leg.slice(0, -1).join('|'));
    links.push(url.href);
  }
  return links;
}
