import { expect, test } from 'vitest';
import { patience, tell, times } from '../support/length';
import { onThisMachine } from '../support/pace';
import { ServerHouse } from '../support/server-process';
import { missingOf, NO_FAULTS, nothingPromised, type Promised, readBusiness, restock, storm } from '../support/storm';

const house = new ServerHouse();
const KILLS = times(1, 50);
/** Acknowledgements before each kill. The last of every ten comes while the server starts. */
const MOMENTS = [150, 60, 3, 17, 1, 90, 33, 120, 45];

test('killed amid writes, the server loses no acknowledged row, keeps no half one, and all counts agree', {
  timeout: patience(90_000, 600_000),
}, async () => {
  const first = await house.start();
  const token = await first.logIn();
  restock(house.file);

  const promised = nothingPromised();
  const restarts: number[] = [];
  const restart = async () => {
    const startedAt = performance.now();
    const server = await house.start();
    restarts.push(performance.now() - startedAt);
    return server;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % 10 === 9) {
      const starting = house.spawn();
      await new Promise((done) => setTimeout(done, (kill * 97) % 900));
      await starting.stop('SIGKILL');
      continue;
    }
    const server = kill === 0 ? first : await restart();
    const killAt = MOMENTS[kill % 10] ?? 1;
    const acknowledged = await storm(server.origin, {
      count: 400,
      atOnce: 32,
      token,
      onAcknowledged: (count) => {
        // Delayed a little, so that the kill does not always fall between two pieces of work.
        if (count === killAt) setTimeout(() => server.child.kill('SIGKILL'), (4 + kill * 5) % 13);
      },
    });
    expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(Object.values(acknowledged).flat().length).toBeGreaterThanOrEqual(killAt);
    for (const kind of Object.keys(promised) as (keyof Promised)[]) (promised[kind] as unknown[]).push(...acknowledged[kind]);
  }
  const last = await restart();
  expect((await last.stop()).code).toBe(0);

  const { faults, ...found } = readBusiness(house.file);
  expect(faults).toEqual(NO_FAULTS);
  expect(missingOf(promised, found)).toEqual(nothingPromised());
  for (const ids of Object.values(promised)) expect(ids.length).toBeGreaterThan(20);
  const slowest = Math.max(...restarts);
  expect(slowest).toBeLessThan(onThisMachine(3000));
  const total = Object.values(promised).flat().length;
  tell(`${KILLS} kills in mid-write: ${total} rows acknowledged, 0 lost, 0 by half; slowest restart ${Math.round(slowest)} ms`);
});
