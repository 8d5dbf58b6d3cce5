import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { clientAddresses, clients } from '../../db/schema';
import { Geocoder } from '../../src/server/providers/geocoder';
import { KAMLOOPS, openWithClient } from '../support/map-shop';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';

describe('the look-up of an address', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  /** Opens a loopback service that returns the given answer; `asked` records its requests. */
  async function openService(answer: unknown, status = 200) {
    const asked: { query: Record<string, string>; agent: string | undefined; at: number }[] = [];
    const server = createServer((request, response) => {
      const query = Object.fromEntries(new URL(request.url ?? '', 'http://localhost').searchParams);
      asked.push({ query, agent: request.headers['user-agent'], at: performance.now() });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search` };
  }
  const FOUND = [{ lat: '50.1234567', lon: '-120.7', licence: 'Data of everybody', display_name: 'Somewhere' }];

  test('stores the geocoder’s position and returns its licence notice', async () => {
    const { asked, url } = await openService(FOUND);
    const shop = openWithClient({ mapSources: { geocoder: new Geocoder(url, 'Tidyline (http://shop.test)') } });
    expect(await shop.admin.map.lookUpPosition({ clientId: 1 })).toEqual({
      clientId: 1,
      addressId: null,
      latitude: 50.1234567,
      longitude: -120.7,
      licence: 'Data of everybody',
    });
    expect(shop.db.select().from(clients).get()).toMatchObject({ latitude: 50.1234567, longitude: -120.7 });
    expect(asked).toMatchObject([
      { query: { q: '12 Seymour St', format: 'jsonv2', limit: '1', countrycodes: 'ca' }, agent: 'Tidyline (http://shop.test)' },
    ]);
  });

  test('looks up an additional address when it is given', async () => {
    const { asked, url } = await openService(FOUND);
    const shop = openWithClient({ mapSources: { geocoder: new Geocoder(url, 'test') } });
    insertRow(shop.db, 'client_addresses');
    await shop.admin.map.lookUpPosition({ clientId: 1, addressId: 1 });
    expect(asked.map(({ query }) => query.q)).toEqual(['2 Lake Rd']);
    expect(shop.db.select().from(clientAddresses).get()).toMatchObject({ latitude: 50.1234567 });
  });

  test.each([
    ['knows no such place', [], 200, 'UNPROCESSABLE_CONTENT'],
    ['refuses', { error: 'no' }, 429, 'SERVICE_UNAVAILABLE'],
    ['answers something else', { lat: 1 }, 200, 'SERVICE_UNAVAILABLE'],
    ['answers too much', [{ ...FOUND[0], display_name: 'x'.repeat(300_000) }], 200, 'SERVICE_UNAVAILABLE'],
    ['answers what is no place', [{ lat: '95', lon: '0' }], 200, 'SERVICE_UNAVAILABLE'],
  ])('writes nothing when the geocoder %s', async (_what, answer, status, code) => {
    const { url } = await openService(answer, status);
    const shop = openWithClient({ mapSources: { geocoder: new Geocoder(url, 'test') } });
    await expect(shop.admin.map.lookUpPosition({ clientId: 1 })).rejects.toMatchObject({ code });
    expect(shop.db.select().from(clients).get()).toMatchObject(KAMLOOPS);
  });

  test('writes nothing when the geocoder is unreachable or missing, or the client does not exist', async () => {
    const { url } = await openService(FOUND);
    const place = { clientId: 1 };
    const unreachable = openWithClient({ mapSources: { geocoder: new Geocoder('http://127.0.0.1:1/search', 'test') } });
    await expect(unreachable.admin.map.lookUpPosition(place)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(openWithClient().admin.map.lookUpPosition(place)).rejects.toMatchObject({ code: 'CONFLICT' });
    const shop = openShop({ mapSources: { geocoder: new Geocoder(url, 'test') } });
    await expect(shop.admin.map.lookUpPosition(place)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('sends requests one by one with a pause, and queues at most ten', async () => {
    const { asked, url } = await openService(FOUND);
    const geocoder = new Geocoder(url, 'test', 40);
    const answers = Array.from({ length: 10 }, (_, place) => geocoder.find(`Street ${place}`));
    expect(() => geocoder.find('One too many')).toThrow('Too many addresses are being looked up.');
    await Promise.all(answers);
    expect(asked.map(({ query }) => query.q)).toEqual(Array.from({ length: 10 }, (_, place) => `Street ${place}`));
    for (const [place, { at }] of asked.entries()) if (place > 0) expect(at - (asked[place - 1]?.at ?? 0)).toBeGreaterThanOrEqual(39);
    await geocoder.find('Again');
    expect(asked).toHaveLength(11);
  });
});
