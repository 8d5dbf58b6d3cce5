import { constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { flush } from '../../db/files';
import { businessDay } from '../../src/shared/time';
import { LoadHouse } from './house';
import { fillCompany } from './proportions';
import { readingCalls } from './reading-calls';
import { tell } from './report';
import { percentile } from './traffic';

const [SMALL, ROUNDS, MOST_MS, MOST_TIMES] = [1000, 12, 5, 2];

/** Starts a server on a company with so many orders. With `folder`, the filled database is kept there for the next run. */
export async function openCompany(orders: number, folder: string | undefined): Promise<LoadHouse> {
  const house = new LoadHouse();
  const kept = folder && path.join(folder, `${orders}.db`);
  if (kept && existsSync(kept)) copyFileSync(kept, house.file, constants.COPYFILE_FICLONE);
  else {
    await house.start();
    await house.stop();
    fillCompany(house.file, orders, new Date());
    if (folder) mkdirSync(folder, { recursive: true });
    if (kept) copyFileSync(house.file, kept);
  }
  // The first commits of the server would wait until the disk has written the file.
  flush(house.file);
  await house.start();
  return house;
}

const toAddress = (name: string, input: object | undefined): string =>
  name.startsWith('/') ? name : `/trpc/${name}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;

async function time(house: LoadHouse, address: string, headers: Record<string, string>): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const answer = await fetch(house.origin + address, { headers });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  return { ms: performance.now() - startedAt, bytes: byteLength };
}

/**
 * Compares every reading call between a company with a thousand orders and one with `orders`. A call may take twice as long as in the
 * small company, or 5 ms. The sizes of the answers are shown, because a small company has fewer rows than fit on a page.
 */
export async function scale(orders: number, folder?: string): Promise<void> {
  const houses = [await openCompany(SMALL, folder), await openCompany(orders, folder)];
  const signed = await Promise.all(houses.map((house) => house.signIn()));
  let slow = 0;
  const calls = readingCalls(businessDay(new Date()));
  for (const [name, input] of calls) {
    const times: number[][] = [[], []];
    const sizes = [0, 0];
    for (let round = 0; round < ROUNDS; round++)
      for (const [which, house] of houses.entries()) {
        const { ms, bytes } = await time(house, toAddress(name, input), signed[which] ?? {});
        times[which]?.push(ms);
        sizes[which] = bytes;
      }
    const [small = 0, large = 0] = times.map((list) => percentile(list, 0.5));
    if (large <= MOST_MS || large / small <= MOST_TIMES) continue;
    slow += 1;
    const kilobytes = sizes.map((bytes) => (bytes / 1000).toFixed(1)).join(' → ');
    tell(`${name} ${input ? JSON.stringify(input) : ''}`, `${small.toFixed(2)} → ${large.toFixed(2)} ms, ${kilobytes} kB`, false);
  }
  tell(
    `${calls.length} reading calls, ${orders.toLocaleString('en-CA')} orders`,
    `${calls.length - slow} as fast as with a thousand`,
    slow === 0,
  );
  for (const house of houses) {
    await house.stop();
    house.remove();
  }
}
