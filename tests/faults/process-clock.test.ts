import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tell, times } from '../support/length';
import { ServerHouse } from '../support/server-process';
import { missingOf, NO_FAULTS, nothingPromised, type Promised, readBusiness, restock, storm } from '../support/storm';

const house = new ServerHouse();

// Only in the full form, which needs faketime. The same with an injected clock is in clock-jumps and session.
test.runIf(times(false, true)).each([
  ['an hour on', '+1h'],
  ['an hour back', '-1h'],
  ['a year on', '+1y'],
  ['a year back', '-1y'],
])(
  "when the machine's clock goes %s, signed-in people must sign in again and business goes on",
  {
    timeout: 60_000,
  },
  async (how, jump) => {
    const library = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    expect(library, 'this one needs faketime: apt-get install faketime').toContain('libfaketime');
    const clock = path.join(house.folder, 'clock');
    writeFileSync(clock, '+0');
    const server = await house.start({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    restock(house.file);
    const promised = nothingPromised();
    const trade = async (token: string) => {
      const more = await storm(server.origin, { count: 50, atOnce: 5, token, onAcknowledged: () => undefined });
      for (const kind of Object.keys(promised) as (keyof Promised)[]) (promised[kind] as unknown[]).push(...more[kind]);
      return { orders: more.orders.length, quotes: more.quotes.length, invoices: more.invoices.length };
    };
    const first = await server.logIn();
    const asks = async (token: string) =>
      (await fetch(`${server.origin}/api/invoices`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await trade(first)).toEqual({ orders: 10, quotes: 10, invoices: 10 });
    expect(await asks(first)).toBe(200);

    writeFileSync(clock, jump);
    expect(await asks(first)).toBe(401);
    expect(await trade(await server.logIn())).toEqual({ orders: 10, quotes: 10, invoices: 10 });
    expect((await server.stop()).code).toBe(0);
    const found = readBusiness(house.file);
    expect(found.faults).toEqual(NO_FAULTS);
    expect(missingOf(promised, found)).toEqual(nothingPromised());
    tell(
      `the clock went ${how}: ${Object.values(promised).flat().length} rows acknowledged before and after, 0 lost, every number in its turn`,
    );
  },
);
