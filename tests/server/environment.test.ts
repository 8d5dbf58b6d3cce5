import { existsSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { DEVELOPMENT_DEFAULTS, readEnv } from '../../src/server/env';
import { TestFolder } from '../support/test-folder';

describe('the environment', () => {
  test('needs no variables, and treats blank ones as missing', () => {
    const expected = {
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      ADMIN_USERNAME: 'owner',
      TRUST_PROXY: 0,
      ADMIN_SESSION_BINDING: 'off',
      RATE_LIMIT: 'on',
      LOG_LEVEL: 'info',
    };
    expect(readEnv({})).toEqual(expected);
    expect(
      readEnv(
        Object.fromEntries(
          [...Object.keys(expected), 'ADMIN_PASSWORD', 'SMTP_URL', 'PUBLIC_ORIGIN', 'MAP_TILE_URL', 'MAP_ATTRIBUTION', 'GEOCODER_URL'].map(
            (name) => [name, ''],
          ),
        ),
      ),
    ).toEqual(expected);
  });
  test.each([
    [{ ADMIN_PASSWORD: '1234567' }, 'ADMIN_PASSWORD needs 8 to 256 characters'],
    [{ ADMIN_PASSWORD: 'x'.repeat(257) }, 'ADMIN_PASSWORD needs 8 to 256 characters'],
    [{ PORT: 'door' }, 'PORT '],
    [{ PORT: '70000' }, 'PORT '],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY '],
    [{ SMTP_URL: 'sesame without a scheme' }, 'SMTP_URL '],
    [{ SMTP_URL: 'http://127.0.0.1:25' }, 'SMTP_URL '],
    [{ RATE_LIMIT: 'perhaps' }, 'RATE_LIMIT '],
    [{ LOG_LEVEL: 'whisper' }, 'LOG_LEVEL '],
    [{ PUBLIC_ORIGIN: 'ftp://shop.test' }, 'PUBLIC_ORIGIN '],
    [{ PUBLIC_ORIGIN: 'shop.test' }, 'PUBLIC_ORIGIN '],
    [{ PUBLIC_ORIGIN: 'https://shop.test/tidyline' }, 'PUBLIC_ORIGIN needs an address without a path or a name'],
    [{ PUBLIC_ORIGIN: 'https://owner:sesame@shop.test' }, 'PUBLIC_ORIGIN needs an address without a path or a name'],
    [{ MAP_TILE_URL: 'https://tiles.example.com/{z}/{x}.png' }, 'MAP_TILE_URL needs an address with {z}, {x} and {y}'],
    [{ MAP_TILE_URL: '/{z}/{x}/{y}.png' }, 'MAP_TILE_URL '],
    [{ MAP_TILE_URL: 'javascript:/{z}/{x}/{y}' }, 'MAP_TILE_URL '],
    [{ MAP_TILE_URL: "https://a;script-src'/{z}/{x}/{y}.png" }, 'MAP_TILE_URL '],
    [{ MAIL_FROM: 'the office' }, 'MAIL_FROM needs an address'],
    [{ GEOCODER_URL: 'nominatim' }, 'GEOCODER_URL '],
    [{ GEOCODER_URL: 'file:///etc/hosts' }, 'GEOCODER_URL '],
    [{ REMOVE_BG_URL: 'removebg' }, 'REMOVE_BG_URL '],
    [{ REMOVE_BG_KEY: 'two\r\nlines' }, 'REMOVE_BG_KEY needs plain characters without spaces'],
  ])('rejects %j by its name and without its value', (source, words) => {
    expect(() => readEnv(source)).toThrow(`The environment is not usable: ${words}`);
    for (const value of Object.values(source)) expect(() => readEnv(source)).not.toThrow(value);
  });
  test.each([
    'https://tiles.example.com/{z}/{x}/{y}.png?key=1',
    'https://{s}.example.com/{z}/{x}/{y}@2x.png',
    'http://127.0.0.1:8080/{z}/{x}/{y}',
  ])('accepts tiles at %s', (MAP_TILE_URL) => expect(readEnv({ MAP_TILE_URL })).toMatchObject({ MAP_TILE_URL }));
  test.each(['https://Shop.test', 'https://shop.test/', 'https://shop.test:443'])('accepts %s as the public address', (PUBLIC_ORIGIN) =>
    expect(readEnv({ PUBLIC_ORIGIN }).PUBLIC_ORIGIN).toBe('https://shop.test'),
  );
  test.each(['office@example.com', 'Sage & Pine <office@example.com>'])('sends mail from %s by the address alone', (MAIL_FROM) =>
    expect(readEnv({ MAIL_FROM }).MAIL_FROM).toBe('office@example.com'),
  );
  test('keeps development data, whose login is public, apart from what npm start serves', () => {
    expect(readEnv({}, DEVELOPMENT_DEFAULTS).DATA_DIR).toBe('./data/dev');
    expect(readEnv({ DATA_DIR: '' }, DEVELOPMENT_DEFAULTS).DATA_DIR).toBe('./data/dev');
    expect(readEnv({ DATA_DIR: '/srv/shop' }, DEVELOPMENT_DEFAULTS).DATA_DIR).toBe('/srv/shop');
  });
});

const home = new TestFolder();
test('npm run dev creates its database and its public login in its own folder, and draws the pages from their sources', async () => {
  const before = process.cwd();
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DATA_DIR', undefined);
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  process.chdir(home.folder);
  try {
    const { default: app } = await import('../../src/server/dev');
    for (const [address, text] of [
      ['/store', 'src/client/entry-site.tsx'],
      ['/admin', 'src/client/entry-client.tsx'],
    ] as const) {
      const answer = await app.request(`http://127.0.0.1:3000${address}`);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(await answer.text()).toContain(text);
    }
    await (globalThis as { tidylineDevelopment?: { close: () => Promise<void> } }).tidylineDevelopment?.close();
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
  expect(info).toHaveBeenCalledWith('Office login: owner / development');
  expect(existsSync(home.inside('data/dev/tidyline.db'))).toBe(true);
  expect(existsSync(home.inside('data/tidyline.db'))).toBe(false);
});
