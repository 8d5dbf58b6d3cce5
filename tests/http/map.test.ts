import { expect, test } from 'vitest';
import { NO_MAP_SOURCES } from '../../src/server/providers/map-sources';
import { appOf } from '../support/http';
import { openShop } from '../support/shop';

const imagesOf = async (app: ReturnType<typeof appOf>, path: string) =>
  /img-src ([^;]*)/.exec((await app.request(`http://shop.test${path}`)).headers.get('content-security-policy') ?? '')?.[1];
const OURS = "'self' data: blob:";

test('allows map tiles on pages of the office and not on public pages', async () => {
  const tileUrl = 'https://tiles.example.com/{z}/{x}/{y}.png';
  const app = appOf(openShop(), { mapSources: { ...NO_MAP_SOURCES, tileUrl } });
  for (const path of ['/team', '/admin', '/settings', '/team?view=map'])
    expect(await imagesOf(app, path)).toBe(`${OURS} https://tiles.example.com`);
  for (const path of ['/', '/store', '/marketplace', '/appointments', '/company-profile', '/nothing-here'])
    expect(await imagesOf(app, path)).toBe(OURS);
});

test('allows no pictures from elsewhere without a tile server', async () => {
  const app = appOf(openShop());
  for (const path of ['/team', '/admin', '/']) expect(await imagesOf(app, path)).toBe(OURS);
});
