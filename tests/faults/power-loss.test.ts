import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeDb, type Db, openDb } from '../../db/client';
import { bookSlot, DAY } from '../support/booking';
import { DataFolder, now } from '../support/data-folder';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { patience, tell, times } from '../support/length';
import { dump } from '../support/rows';
import { ServerHouse } from '../support/server-process';
import { openShop, QUOTE } from '../support/shop';
import { ORDER, shelve } from '../support/storefront';
import { NO_FAULTS, readBusiness, restock, storm } from '../support/storm';

const TRIES = times(25, 400);
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const PAGE = 4096;
const SECTOR = 512;
/** All tries use one seed, so that a failure can be repeated. */
const random = (from: number, to: number) => fc.integer({ min: from, max: to - 1 });
const digest = (db: Db) =>
  createHash('sha256')
    .update(JSON.stringify(dump(db)))
    .digest('hex');

/** A shop as a power cut leaves it: the file as of its start, and all later changes in the log only. */
type Cut = {
  database: Buffer;
  log: Buffer /** The contents after each commit with the length of the log, starting with the file itself. */;
  states: { digest: string; end: number }[];
};

async function cutPower(file: string): Promise<Cut> {
  const shop = openShop({ file });
  shelve(shop, { name: 'Squeegee', stock_quantity: 50 }, { name: 'Soap', stock_quantity: 50 });
  const { rows: slots } = await shop.visitor.booking.listSlots({ date: DAY });
  shop.db.$client.pragma('wal_checkpoint(TRUNCATE)');
  shop.db.$client.pragma('wal_autocheckpoint = 0');
  const states = [{ digest: digest(shop.db), end: 0 }];
  const two = { items: [1, 2].map((productId) => ({ productId, quantity: 1 })) };
  const acts = [
    () => shop.visitor.quotes.submit(QUOTE),
    () => shop.visitor.store.placeOrder({ ...ORDER, ...two }),
    () => shop.admin.invoices.create(INVOICE),
    (turn: number) => bookSlot(shop, slots[turn]?.id ?? 0),
    () => shop.admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1, amountPaid: '1.00' }),
  ];
  for (let turn = 0; turn < 5; turn++)
    for (const act of acts) {
      await act(turn);
      states.push({ digest: digest(shop.db), end: statSync(`${file}-wal`).size });
    }
  const cut = { database: readFileSync(file), log: readFileSync(`${file}-wal`), states };
  closeDb(shop.db);
  return cut;
}

const data = new DataFolder();
/** Returns the number of commits that are readable from the two files. Fails for contents that never existed. */
function commitsIn({ states }: Cut, database: Buffer, log: Buffer): number {
  const folder = path.join(data.outside, 'after');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const file = path.join(folder, 'tidyline.db');
  writeFileSync(file, database);
  writeFileSync(`${file}-wal`, log);
  const { db } = openDb(file, { now });
  const found = digest(db);
  closeDb(db);
  expect(readBusiness(file).faults).toEqual(NO_FAULTS);
  return states.findIndex((state) => state.digest === found);
}

describe('a power failure', () => {
  test(`keeps exactly what was committed before the place at which the log ends or is garbled, in ${TRIES} tries`, {
    timeout: patience(60_000, 300_000),
  }, async () => {
    const cut = await cutPower(data.file);
    const { database, log, states } = cut;
    expect(new Set(states.map((state) => state.digest)).size).toBe(states.length);
    expect(states.at(-1)?.end).toBe(log.length);
    expect(commitsIn(cut, database, log)).toBe(states.length - 1);

    const damages: Record<string, (at: number, bytes: Buffer) => Buffer> = {
      'is cut off': (at) => log.subarray(0, at),
      'is garbled': (at, bytes) => Buffer.concat([log.subarray(0, at), bytes, log.subarray(at + bytes.length)]).subarray(0, log.length),
      'has a sector of zeros': (at) => Buffer.from(log).fill(0, at - (at % SECTOR), Math.min(log.length, at - (at % SECTOR) + SECTOR)),
      'has one flipped bit': (at, bytes) => {
        const flipped = Buffer.from(log);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << ((bytes[0] ?? 0) % 8)), at);
        return flipped;
      },
      'is followed by what was there before': (at, bytes) => Buffer.concat([log.subarray(0, at), bytes, log.subarray(0, at)]),
    };
    const found: number[] = [];
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(damages)),
        random(0, log.length),
        fc.uint8Array({ minLength: 1, maxLength: 2 * PAGE }),
        (how, at, bytes) => {
          const damaged = damages[how]?.(at, Buffer.from(bytes)) ?? log;
          // Index of the first changed byte, counting a shortened log's end.
          const differs = log.findIndex((byte, place) => damaged[place] !== byte);
          const whole = states.filter(({ end }) => end <= (differs === -1 ? log.length : differs)).length - 1;
          // SQLite ignores a log without its header of 32 bytes.
          const expected = differs !== -1 && differs < WAL_HEADER ? 0 : whole;
          expect(commitsIn(cut, database, damaged), `${how} at ${at}`).toBe(expected);
          found.push(expected);
        },
      ),
      { numRuns: TRIES },
    );
    tell(
      `${TRIES} torn logs: exactly the commits before the damage (${Math.min(...found)} to ${Math.max(...found)} of ${states.length - 1}), nothing else, every count adds up`,
    );
  });

  test('during a checkpoint keeps everything committed, whatever pages were half written', async () => {
    const cut = await cutPower(data.file);
    const { database, log, states } = cut;
    const frames = Array.from({ length: (log.length - WAL_HEADER) / (FRAME_HEADER + PAGE) }, (_, number) => {
      const at = WAL_HEADER + number * (FRAME_HEADER + PAGE);
      return { page: log.readUInt32BE(at), bytes: log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + PAGE) };
    });
    const latest = [...new Map(frames.map((frame) => [frame.page, frame])).values()].sort((a, b) => a.page - b.page);
    fc.assert(
      fc.property(random(0, latest.length + 1), random(1, PAGE / SECTOR), (written, sectors) => {
        const partly = Buffer.alloc(Math.max(database.length, (latest[written - 1]?.page ?? 0) * PAGE));
        database.copy(partly);
        for (const [number, { page, bytes }] of latest.slice(0, written).entries())
          bytes.copy(partly, (page - 1) * PAGE, 0, number === written - 1 ? sectors * SECTOR : PAGE);
        expect(commitsIn(cut, partly, log)).toBe(states.length - 1);
      }),
      { numRuns: times(5, 50) },
    );
  });
});

describe('each commit', () => {
  const house = new ServerHouse();
  // Only in the full form, which needs strace. Every start reads the settings behind it back (database-faults).
  test.runIf(times(0, 1))('is flushed to the disk before it is acknowledged', { timeout: 60_000 }, async () => {
    expect(spawnSync('strace', ['-V']).status, 'this one needs strace: apt-get install strace').toBe(0);
    const trace = path.join(house.folder, 'trace');
    const through = ['strace', '-f', '-D', '-e', 'trace=fsync,fdatasync', '-o', trace];
    const server = await house.start({}, { through });
    restock(house.file);
    const syncs = () => readFileSync(trace, 'utf8').match(/(fsync|fdatasync).*= 0$/gm)?.length ?? 0;
    const before = syncs();
    // One after another, since writes at the same time share a commit.
    const acknowledged = Object.values(await storm(server.origin, { count: 300, atOnce: 1, onAcknowledged: () => undefined })).flat()
      .length;
    const during = syncs() - before;
    expect((await server.stop()).code).toBe(0);
    expect(acknowledged).toBe(300);
    expect(during).toBeGreaterThanOrEqual(acknowledged);
    tell(`${acknowledged} rows acknowledged, ${during} syncs to the disk meanwhile (strace)`);
  });
});
