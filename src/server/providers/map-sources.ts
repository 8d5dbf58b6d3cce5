import type { Env } from '../env';
import { Geocoder } from './geocoder';

/** Sources of the map other than our own data. Each is off unless the environment names it. */
export type MapSources = { tileUrl: string | undefined; attribution: string | undefined; geocoder: Geocoder | undefined };

/** A plain map that loads nothing from the network. */
export const NO_MAP_SOURCES: MapSources = { tileUrl: undefined, attribution: undefined, geocoder: undefined };

/** Returns the map's sources. The geocoder sends `origin` as its user agent, as Nominatim's policy requires. */
export const readMapSources = (env: Env, origin: string): MapSources => ({
  tileUrl: env.MAP_TILE_URL,
  attribution: env.MAP_ATTRIBUTION,
  geocoder: env.GEOCODER_URL === undefined ? undefined : new Geocoder(env.GEOCODER_URL, `Tidyline (${origin})`),
});

/** Returns the tiles' origin as a source of a content security policy: "https://{s}.example.com/…" becomes all names below the host. */
export function tileSource(tileUrl: string): string {
  const { origin } = new URL(tileUrl.replace('//{s}.', '//any.'));
  return tileUrl.includes('//{s}.') ? origin.replace('//any.', '//*.') : origin;
}
