import { expect, test } from 'vitest';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { onThisMachine } from '../support/pace';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { ADMIN } from '../support/shop';
import { NO_FAULTS, readBusiness } from '../support/storm';
import { fillStorefront } from './company';
import { dailyRequest, faults, p99, send } from './traffic';

const house = new ServerHouse();

// The short form of `npm run test:load`, which measures; here other tests run beside it, so that only the worst is refused.
test('serves thirty people at once without an error or a hanging request, and the books stay right', {
  timeout: 60_000,
}, async () => {
  const server = await house.start();
  fillStorefront(house.file);
  const slotsOf = async (day: number) =>
    (await (await fetch(`${server.origin}/api/appointment-slots?date=${addDays(businessDay(new Date()), day)}`)).json()) as {
      id: number;
    }[];
  const slotIds = (await Promise.all([3, 4].map(slotsOf))).flatMap((slots) => slots.map(({ id }) => id));
  const { token } = (await (await postJson(`${server.origin}/api/admin/login`, ADMIN)).json()) as { token: string };
  const company = { products: 1000, slotIds, owner: { authorization: `Bearer ${token}` } };
  const { answers, errors } = await send(server.origin, { connections: 30, count: 420, next: () => dailyRequest(company) });
  expect((await server.stop()).code).toBe(0);
  const refused = [...new Set(answers.filter(({ status }) => status >= 300).map(({ status }) => status))];
  // A slot that is full is 409, and each other request is a good one.
  expect([errors, faults(answers), refused.filter((status) => status !== 409)]).toEqual([0, 0, []]);
  expect(p99(answers)).toBeLessThan(onThisMachine(3000));
  const { orders, bookings, faults: wrong } = readBusiness(house.file);
  expect(wrong).toEqual(NO_FAULTS);
  expect([orders.length > 5, bookings.length > 2]).toEqual([true, true]);
});
