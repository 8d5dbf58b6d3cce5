// `npm run test:load`: measures latency, throughput and memory of the built server on data folders of its own. The generator runs on the
// same machine, so nothing else should. `-- --seconds 5 --minutes 1` for a quick look. The soak runs only on request, over a night: `--
// --only soak --minutes 60`.
import { parseArgs } from 'node:util';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { postJson } from '../support/post-json';
import { NO_FAULTS, readBusiness } from '../support/storm';
import { blocks } from './blocks';
import { capacity } from './capacity';
import { fillStorefront, fillYears, VOLUME } from './company';
import { LoadHouse } from './house';
import { office } from './office';
import { pages } from './pages';
import { planVisits } from './plans';
import { areAll, isClean, isUsualDay, missed, show, statusesOf, tell } from './report';
import { scale } from './scale';
import { officeShares, publicShares } from './shares';
import { signIn } from './sign-in';
import { start } from './start';
import { dailyRequest, OFFICE_LISTS, orderRequest, p99, percentile, send, slopeOf } from './traffic';
import { writeShares } from './writes';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    orders: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
  },
});
const SECONDS = Number(values.seconds);
const MINUTES = Number(values.minutes);
const PRODUCTS = 1000;

/** A house with a thousand products, open for business. */
async function openHouse(): Promise<LoadHouse> {
  const house = new LoadHouse();
  await house.start();
  await house.stop();
  fillStorefront(house.file);
  await house.start();
  return house;
}

/** Everything adds up in what a stopped house leaves. */
function assertSound(name: string, house: LoadHouse): void {
  const { orders, faults: found } = readBusiness(house.file);
  const { ordersWithOtherThanTwoLines: _lines, ...expected } = NO_FAULTS;
  const wrong = Object.entries(expected).filter(([key, none]) => JSON.stringify(found[key as keyof typeof found]) !== JSON.stringify(none));
  tell(
    `${name}: the books`,
    wrong.length === 0 ? `${orders.length} orders, every count adds up` : JSON.stringify(wrong),
    wrong.length === 0,
  );
}

/** The slots of the next days, each made by being asked for. */
async function slotIdsOf(house: LoadHouse): Promise<number[]> {
  const ids: number[] = [];
  for (let day = 1; day <= 120; day++) {
    const date = addDays(businessDay(new Date()), day);
    const slots = (await (await fetch(`${house.origin}/api/appointment-slots?date=${date}`)).json()) as { id: number }[];
    ids.push(...slots.map(({ id }) => id));
  }
  return ids;
}

async function readsAndOrders(): Promise<void> {
  const house = await openHouse();
  const date = addDays(businessDay(new Date()), 3);
  const search = encodeURIComponent(JSON.stringify({ search: 'corner 7' }));
  const get = (path: string) => () => ({ method: 'GET' as const, path });
  const reads: [string, string, number][] = [
    ['GET /api/products?limit=50', '/api/products?limit=50', 50],
    ['GET /api/appointment-slots', `/api/appointment-slots?date=${date}`, 50],
    ['search of 1,000 products, 50 at a time', `/trpc/store.browse?input=${search}`, 50],
    ['search of 1,000 products, one at a time', `/trpc/store.browse?input=${search}`, 1],
  ];
  for (const [name, path, connections] of reads) {
    const found = await send(house.origin, { connections, seconds: SECONDS, next: get(path) });
    const isFast = path.startsWith('/api') ? found.perSecond >= 1500 && p99(found.answers) <= 100 : true;
    tell(name, show(found), isClean(found) && areAll(found, 200) && isFast);
  }
  const orders = await send(house.origin, { connections: 50, seconds: SECONDS, next: () => orderRequest(PRODUCTS) });
  const isFast = orders.perSecond >= 300 && p99(orders.answers) <= 250;
  tell('POST /api/orders, two lines, 50 at a time', show(orders), isClean(orders) && areAll(orders, 201) && isFast);
  await house.stop();
  assertSound('orders', house);
  house.remove();
}

type House = Awaited<ReturnType<typeof openHouse>>;

/** Samples the memory, files and log of a server until it is stopped. */
function watchVitals(house: House, everyMs: number) {
  const samples: ({ minute: number } & ReturnType<House['vitals']>)[] = [];
  const startedAt = performance.now();
  const watch = setInterval(() => samples.push({ minute: (performance.now() - startedAt) / 60_000, ...house.vitals() }), everyMs);
  return { samples, startedAt, stop: () => clearInterval(watch) };
}

/** A hundred people at once for some minutes, while memory and log are watched; a backup is made half-way. */
async function mix(): Promise<void> {
  const house = await openHouse();
  const company = { products: PRODUCTS, slotIds: await slotIdsOf(house), owner: await house.signIn() };
  const { samples, startedAt, stop } = watchVitals(house, 1000);
  const backup = new Promise<{ from: number; to: number; status: number }>((done) =>
    setTimeout(async () => {
      const from = performance.now() - startedAt;
      const { status } = await postJson(`${house.origin}/trpc/data.backUp`, {}, company.owner);
      done({ from, to: performance.now() - startedAt, status });
    }, MINUTES * 30_000),
  );
  const day = await send(house.origin, { connections: 100, seconds: MINUTES * 60, next: () => dailyRequest(company) });
  stop();
  const { from, to, status } = await backup;
  const during = day.answers.filter(({ at }) => at >= from && at <= to);
  const before = day.answers.filter(({ at }) => at < from && at >= from - 30_000);
  tell(`100 people, ${MINUTES} min`, `${show(day)}  answers ${statusesOf(day).join(', ')}`, isUsualDay(day) && p99(day.answers) <= 300);
  const rise = p99(during) - p99(before);
  tell(
    '  a backup in the middle',
    `${((to - from) / 1000).toFixed(1)} s, p99 ${p99(before).toFixed(0)} → ${p99(during).toFixed(0)} ms`,
    status === 200 && during.length > 0 && before.length > 0 && rise <= 100,
  );
  const late = samples.filter(({ minute }) => minute >= Math.min(2, MINUTES / 2)).map(({ rssMb }) => rssMb);
  const eighth = Math.max(1, Math.floor(late.length / 8));
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const growth = mean(late.slice(-eighth)) - mean(late.slice(0, eighth));
  tell('  memory after minute 2', `${mean(late.slice(0, eighth)).toFixed(0)} → ${mean(late.slice(-eighth)).toFixed(0)} MB`, growth <= 64);
  const wal = Math.max(...samples.map(({ walMb }) => walMb));
  tell('  the log at its largest', `${wal.toFixed(0)} MB`, wal <= 64);
  const stalls = await eventLoopP99(house);
  tell('  event loop p99', `${stalls.toFixed(0)} ms`, stalls <= 60);
  await house.stop();
  assertSound('100 people', house);
  house.remove();
}

/** Returns the 99th percentile of event loop stalls in ms, as the readiness call reports it to the owner. */
async function eventLoopP99(house: LoadHouse): Promise<number> {
  const ready = (await (await fetch(`${house.origin}/api/ready`, { headers: await house.signIn() })).json()) as {
    checks?: { eventLoop?: { p99Ms?: number } };
  };
  return ready.checks?.eventLoop?.p99Ms ?? Number.NaN;
}

/** Keeps four logins under way, each with a name of its own, so that each is hashed and no account is locked. */
async function logins(): Promise<void> {
  const house = await openHouse();
  let isOver = false;
  let tried = 0;
  const told = new Set<number>();
  const login = async () => {
    while (!isOver) {
      tried += 1;
      const { status } = await postJson(`${house.origin}/api/admin/login`, { username: `nobody-${tried}`, password: 'wrong-password' });
      told.add(status);
    }
  };
  const trying = Array.from({ length: 4 }, login);
  const found = await send(house.origin, {
    connections: 50,
    seconds: SECONDS,
    next: () => ({ method: 'GET', path: '/api/products?limit=50' }),
  });
  isOver = true;
  await Promise.all(trying);
  tell(
    'reads beside four logins',
    `${show(found)}  (${tried} logins, answered ${[...told].join(', ')})`,
    isClean(found) && areAll(found, 200) && told.size === 1 && told.has(401) && p99(found.answers) <= 300,
  );
  await house.stop();
  house.remove();
}

/** Opens a thousand connections at once: excess requests are asked to come back, the health call still succeeds, and latency recovers. */
async function overload(): Promise<void> {
  const house = await openHouse();
  const next = () => ({ method: 'GET' as const, path: '/api/products?limit=50' });
  const health: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await fetch(`${house.origin}/api/health`);
      health.push(performance.now() - startedAt);
      await new Promise((done) => setTimeout(done, 250));
    }
  })();
  const found = await send(house.origin, { connections: 1000, seconds: SECONDS, next });
  isOver = true;
  await asking;
  const statuses = statusesOf(found);
  tell(
    '1,000 connections',
    `${show(found)}  answers ${statuses.join(', ')}`,
    found.errors === 0 &&
      statuses.includes(200) &&
      statuses.some((status) => status !== 200) &&
      statuses.every((status) => [200, 429, 503].includes(status)),
  );
  tell('  health meanwhile', `slowest ${Math.max(...health).toFixed(0)} ms`, Math.max(...health) < 1000);
  const after = await send(house.origin, { connections: 50, seconds: 5, next });
  tell('  the five seconds after', show(after), isClean(after) && areAll(after, 200) && p99(after.answers) <= 100);
  await house.stop();
  house.remove();
}

/** The years of a large company: how long a start takes, and each list of the office. */
async function years(): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  await house.stop();
  fillYears(house.file);
  const ms = await house.start();
  tell(`start with ${VOLUME.orders.toLocaleString('en-CA')} orders`, `${ms.toFixed(0)} ms`, ms <= 5000);
  const headers = await house.signIn();
  for (const [name, path] of OFFICE_LISTS) {
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      const startedAt = performance.now();
      const response = await fetch(house.origin + path, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    tell(`  ${name}`, `p95 ${percentile(times, 0.95).toFixed(0)} ms`, percentile(times, 0.95) <= 200);
  }
  await house.stop();
  house.remove();
}

/** Fifty requests a second for as long as asked, by ten people: after a quarter of it nothing may grow any more. */
async function soak(): Promise<void> {
  const house = await openHouse();
  const company = { products: PRODUCTS, slotIds: await slotIdsOf(house), owner: await house.signIn() };
  const { samples, stop } = watchVitals(house, 5000);
  // The owner's session ends after half an hour.
  const renew = setInterval(async () => {
    company.owner = await house.signIn();
  }, 20 * 60_000);
  const found = await send(house.origin, { connections: 10, perSecond: 50, seconds: MINUTES * 60, next: () => dailyRequest(company) });
  stop();
  clearInterval(renew);
  tell(`50 requests a second, ${MINUTES} min`, `${show(found)}  answers ${statusesOf(found).join(', ')}`, isUsualDay(found));
  const warm = samples.filter(({ minute }) => minute >= MINUTES / 4);
  const slope = slopeOf(warm.map(({ minute, rssMb }) => ({ at: minute, value: rssMb })));
  const sizes = warm.map(({ rssMb }) => rssMb);
  tell(
    `  memory after minute ${MINUTES / 4}`,
    `${slope.toFixed(2)} MB a minute, ${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)} MB`,
    slope <= 1,
  );
  // Short peaks such as a backup are not growth.
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  const usual = (part: typeof warm) =>
    percentile(
      part.map(({ files }) => files),
      0.5,
    );
  const [before, after] = [usual(warm.slice(0, fifth)), usual(warm.slice(-fifth))];
  tell('  open files', `${before} → ${after}`, after <= before);
  await house.stop();
  assertSound('soak', house);
  house.remove();
}

const PARTS = {
  reads: publicShares,
  pages,
  office,
  lists: officeShares,
  capacity,
  writes: writeShares,
  orders: readsAndOrders,
  logins,
  plans: planVisits,
  signIn,
  overload,
  years,
  mix,
};
/** Parts that run only on request, because they take long. `scale` keeps its filled databases in the folder `--keep` for the next run. */
const LONG = {
  soak,
  scale: () => scale(Number(values.orders), values.keep),
  start: () => start(Number(values.orders), values.keep),
  blocks: () => blocks(Number(values.orders), values.keep),
};
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
for (const [name, part] of Object.entries({ ...PARTS, ...LONG })) if (wanted.includes(name)) await part();
console.info(missed.length === 0 ? 'Every figure is reached.' : `Not reached: ${missed.map((name) => name.trim()).join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
