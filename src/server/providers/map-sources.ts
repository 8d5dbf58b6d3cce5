import type { Env } from '../env';
import { Geocoder } from './geocoder';

/** What the map may use beside our own data; each is off unless the environment names it (spec/api.md, "Environment"). */
export type MapSources = { tileUrl: string | undefined; attribution: string | undefined; geocoder: Geocoder | undefined };

/** A map on its plain ground, without a network. */
export const NO_MAP_SOURCES: MapSources = { tileUrl: undefined, attribution: undefined, geocoder: undefined };

/** The map's sources as the environment names them; `origin` tells the look-up who asks, as its policy wants. */
export const readMapSources = (env: Env, origin: string): MapSources => ({
  tileUrl: env.MAP_TILE_URL,
  attribution: env.MAP_ATTRIBUTION,
  geocoder: env.GEOCODER_URL === undefined ? undefined : new Geocoder(env.GEOCODER_URL, `Tidyline (${origin})`),
});

/** Where tiles come from as a source of a policy: their origin, or all names below the host of "https://{s}.example.com/…". */
export function tileSource(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replace('//{s}.', '//any.'));
  return tileUrl.includes('//{s}.') ? origin.replace('//any.', '//*.') : origin;
}
