import { expect, test } from 'vitest';
import { ServerHouse } from '../support/server-process';
import { NO_FAULTS, readBusiness, storm } from '../support/storm';

const house = new ServerHouse();

test('killed amid a storm of orders and bookings, three times over, it has lost nothing it acknowledged, kept nothing by half, and every count adds up', {
  timeout: 90_000,
}, async () => {
  const promised = { orders: [] as string[], bookings: [] as number[] };
  for (const killAt of [3, 60, 150]) {
    const server = await house.start();
    const { orders, bookings } = await storm(server.origin, {
      count: 400,
      atOnce: 16,
      onAcknowledged: (count) => count === killAt && server.child.kill('SIGKILL'),
    });
    expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(orders.length + bookings.length).toBeGreaterThanOrEqual(killAt);
    promised.orders.push(...orders);
    promised.bookings.push(...bookings);
  }
  const server = await house.start();
  expect((await server.stop()).code).toBe(0);
  const { orders, bookings, faults } = readBusiness(house.file);
  expect(faults).toEqual(NO_FAULTS);
  expect(promised.orders.length).toBeGreaterThan(50);
  expect(promised.bookings.length).toBeGreaterThan(50);
  expect(promised.orders.filter((id) => !orders.includes(id))).toEqual([]);
  expect(promised.bookings.filter((id) => !bookings.includes(id))).toEqual([]);
  expect([new Set(promised.orders).size, new Set(promised.bookings).size]).toEqual([promised.orders.length, promised.bookings.length]);
});
