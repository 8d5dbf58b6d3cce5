import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimeWindow } from '../../src/shared/booking';
import { BusyShop, bookingCall, callOf } from '../support/busy-shop';
import { bodyOf, refusalOf } from '../support/http';
import { overHttp } from '../support/offices';
import { ServerHouse } from '../support/server-process';
import { waiter } from '../support/waitlist';

const house = new ServerHouse('file');
let shop: BusyShop;
beforeAll(async () => {
  const server = await house.start({ PUBLIC_ORIGIN: 'http://shop.test' });
  shop = new BusyShop(house.file, server.origin, await server.logIn());
}, 30_000);
afterAll(() => shop?.close());

type Booked = { date: string; timeSlot: TimeWindow; manageUrl: string };

test('gives the place of a cancelled booking to the first of five people who wait, and to none of twenty visitors', async () => {
  const send = overHttp(shop.origin);
  const create = async <T>(call: ReturnType<typeof callOf>) => bodyOf<T>((await send([call]))[0] ?? Response.error(), 201);
  const slotId = await shop.slot(1);
  const { date, timeSlot, manageUrl } = await create<Booked>(bookingCall(slotId));
  const tokens: string[] = [];
  for (const name of ['Ann', 'Bob', 'Cleo', 'Dora', 'Emil'])
    tokens.push((await create<{ token: string }>(callOf('POST', '/api/waitlist', waiter(name, { date, timeSlot })))).token);
  const rivals = Array.from({ length: 20 }, (_, turn) =>
    bookingCall(slotId, { clientEmail: `rival${turn}@example.com`, clientPhone: `${turn}` }),
  );
  const cancel = callOf('POST', '/trpc/booking.cancelManaged', { token: manageUrl.split('/').at(-1) });
  const answers = await send([...rivals.slice(0, 10), cancel, ...rivals.slice(10)]);
  expect(answers.splice(10, 1).map(({ status }) => status)).toEqual([200]);
  for (const answer of answers) expect((await refusalOf(answer, 409)).message).toMatch(/fully booked/);

  const accepted = await send(tokens.map((token) => callOf('POST', '/trpc/booking.acceptOffer', { token })));
  expect(accepted.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409]);
  const states = shop.column('select client_name || ? || status from waitlist_entries order by id', ' ');
  expect(states).toEqual(['Ann booked', 'Bob waiting', 'Cleo waiting', 'Dora waiting', 'Emil waiting']);
  expect(shop.bookedOf(slotId)).toMatchObject({ taken: 1, places: 1, bookings: 2 });
  expect(shop.faults()).toEqual([]);
}, 60_000);

test('lets two people who take one place at the same moment, by accepting and by leaving, end in one state', async () => {
  const send = overHttp(shop.origin);
  const [token = ''] = shop.column<string>("select token from waitlist_entries where client_name = 'Bob'");
  const [first = ''] = shop.column<string>(
    'select b.manage_token from waitlist_entries w join appointment_bookings b on b.id = w.booking_id',
  );
  await send([callOf('POST', '/trpc/booking.cancelManaged', { token: first })]);
  const both = ['acceptOffer', 'leaveWaitlist', 'acceptOffer'].map((name) => callOf('POST', `/trpc/booking.${name}`, { token }));
  const [accepted] = await send(both);
  expect(shop.column("select status from waitlist_entries where client_name in ('Bob', 'Cleo') order by id")).toEqual(
    accepted?.status === 200 ? ['booked', 'waiting'] : ['left', 'offered'],
  );
  expect(shop.faults()).toEqual([]);
}, 60_000);
