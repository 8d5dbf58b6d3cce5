import { copyFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { postJson } from '../support/post-json';
import { fillStorefront } from './company';
import { LoadHouse, startServer } from './house';
import { pairedRatio } from './pairs';
import { tell } from './report';
import { bookingRequest, orderRequest, quoteRequest, send } from './traffic';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const PRODUCTS = 1000;

/** Returns the slots of the days ahead, each with room for every booking of a run. */
async function openSlots(house: LoadHouse): Promise<number[]> {
  const ids: number[] = [];
  for (let day = 2; day <= 60; day++) {
    const date = addDays(businessDay(new Date()), day);
    const slots = (await (await fetch(`${house.origin}/api/appointment-slots?date=${date}`)).json()) as { id: number }[];
    ids.push(...slots.map(({ id }) => id));
  }
  const sqlite = new Database(house.file);
  sqlite.exec('update appointment_slots set max_bookings = 1000000');
  sqlite.close();
  return ids;
}

/**
 * Compares orders, bookings and quotes with orders on a bare server, which commits the same 13 rows in a transaction for each request.
 * Both files have the same schema and start with the same rows; SQLite syncs each commit to the disk (synchronous FULL).
 */
export async function writeShares(): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  await house.stop();
  fillStorefront(house.file);
  await house.start();
  const slotIds = await openSlots(house);
  const first = orderRequest(PRODUCTS, 3);
  const { status } = await postJson(house.origin + first.path, String(first.body));
  if (status !== 201) throw new Error(`The first order: ${status}`);
  await house.stop();
  const file = `${house.file}.bare`;
  copyFileSync(house.file, file);
  await house.start();
  const bare = await startServer([...process.execArgv, path.join(import.meta.dirname, 'bare-writes.ts'), '--file', file], process.env);
  const rate = async (origin: string, next: () => ReturnType<typeof orderRequest>) => {
    const { answers, errors, perSecond } = await send(origin, { connections: CONNECTIONS, seconds: SECONDS, next });
    const bad = answers.find((answer) => answer.status !== 201);
    if (errors > 0 || bad) throw new Error(`${next().path}: ${errors} errors, ${bad?.status}`);
    return perSecond;
  };
  const orders = Array.from({ length: 500 }, () => orderRequest(PRODUCTS, 3));
  let turn = 0;
  const nextOrder = () => orders[turn++ % orders.length] as ReturnType<typeof orderRequest>;
  const shares = [
    { name: 'POST /api/orders, three lines, 32 at a time', next: nextOrder, goal: 1 },
    { name: 'POST /api/appointment-bookings', next: () => bookingRequest(slotIds), goal: 0.5 },
    { name: 'POST /api/contact', next: quoteRequest, goal: 1 },
  ];
  for (const { name, next, goal } of shares) {
    const { ours, ratio } = await pairedRatio(
      ROUNDS,
      () => rate(house.origin, next),
      () => rate(bare.origin, nextOrder),
    );
    tell(name, `${ratio.toFixed(2)} of raw orders (goal ${goal}), ${Math.round(ours)} a second`, ratio >= goal);
  }
  bare.child.kill('SIGTERM');
  await house.stop();
  house.remove();
}
