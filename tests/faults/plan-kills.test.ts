import { expect, test } from 'vitest';
import { closeDb, openDb, openReader } from '../../db/client';
import { patience, times } from '../support/length';
import { insertRow } from '../support/rows';
import { ServerHouse } from '../support/server-process';

const PLANS = 200;
const house = new ServerHouse();

test('killed while it generates visits, the server creates no visit twice and leaves no hole', {
  timeout: patience(90_000, 300_000),
}, async () => {
  const first = await house.start();
  expect((await first.stop()).code).toBe(0);
  const { db } = openDb(house.file, { now: () => new Date() });
  const today = new Date().toISOString().slice(0, 10);
  insertRow(db, 'clients');
  for (let plan = 0; plan < PLANS; plan++) insertRow(db, 'plans', { start_date: today, start_time: `${10 + (plan % 8)}:00` });
  closeDb(db);
  /** Returns the number of visits of each plan that has any. */
  const countVisits = (): number[] => {
    const reader = openReader(house.file);
    const counts = reader.$client
      .prepare<[], number>('select count(*) from work_orders where plan_id is not null group by plan_id')
      .pluck()
      .all();
    reader.$client.close();
    return counts;
  };
  const partial: number[] = [];
  const isAmid = () => partial.some((plans) => plans > 0 && plans < PLANS);
  for (let kill = 0; kill < times(3, 20) || (!isAmid() && kill < 30); kill++) {
    const server = house.spawn();
    await new Promise((done) => setTimeout(done, 900 + kill * 150));
    await server.stop('SIGKILL');
    partial.push(countVisits().length);
  }
  const last = await house.start();
  await expect.poll(() => countVisits().length, { timeout: 20_000 }).toBe(PLANS);
  expect((await last.stop()).code).toBe(0);
  expect(new Set(countVisits()).size).toBe(1);
  // At least one kill fell amid the generation.
  expect(isAmid()).toBe(true);
});
