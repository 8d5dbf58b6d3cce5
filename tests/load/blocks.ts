import { Agent, request } from 'node:http';
import { WORKER_KEYS } from '../../src/shared/automation';
import { EXPORT_TABLES } from '../../src/shared/data';
import { CSV_REPORTS, PRINT_REPORTS } from '../../src/shared/inventory';
import { type LoadHouse, startServer } from './house';
import { tell } from './report';
import { openCompany } from './scale';
import { BARE } from './start';

const [MOST_WAIT_MS, MOST_FIRST_BYTE_MS, EVERY_MS] = [50, 300, 5];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Asks a page again and again, 5 ms after each answer. `stop` returns the longest wait. */
function keepAsking(url: string): { stop: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true });
  let [longest, isOver] = [0, false];
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await new Promise<void>((done, fail) => {
        request(url, { agent }, (response) => response.resume().on('end', done))
          .on('error', fail)
          .end();
      });
      longest = Math.max(longest, performance.now() - startedAt);
      await pause(EVERY_MS);
    }
  })();
  const stop = async () => {
    isOver = true;
    await asking;
    agent.destroy();
    return longest;
  };
  return { stop };
}

type Read = { status: number; firstByteMs: number; ms: number };
/** Reads an answer to its end without keeping it. */
function read(url: string, headers: Record<string, string>): Promise<Read> {
  const startedAt = performance.now();
  return new Promise((done, fail) => {
    request(url, { headers, agent: false }, (response) => {
      let firstByteMs = 0;
      response.on('data', () => {
        firstByteMs ||= performance.now() - startedAt;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, firstByteMs, ms: performance.now() - startedAt }));
      response.on('error', fail);
    })
      .on('error', fail)
      .end();
  });
}

/**
 * Runs everything that takes long in a company with so many orders, each while another visitor asks for a page every 5 ms, and shows the
 * visitor's longest wait. A bare server is asked beside it: its longest wait is what the machine adds.
 */
export async function blocks(orders: number, folder?: string): Promise<void> {
  const house = await openCompany(orders, folder);
  await measureWaits(house);
  await house.stop();
  house.remove();
}

const importClients = (house: LoadHouse, headers: Record<string, string>, isDryRun: boolean) => async () => {
  const body = new FormData();
  const rows = Array.from({ length: 1000 }, (_, row) => `import-${row}@example.com,Client ${row},250777${String(row).padStart(4, '0')}`);
  body.set('file', new Blob([`email,name,phone\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'clients.csv');
  body.set('dryRun', String(isDryRun));
  const startedAt = performance.now();
  const answer = await fetch(`${house.origin}/api/data/import/clients`, {
    method: 'POST',
    headers: { ...headers, origin: house.origin },
    body,
  });
  await answer.arrayBuffer();
  const ms = performance.now() - startedAt;
  return { status: answer.status, firstByteMs: ms, ms };
};

async function measureWaits(house: LoadHouse): Promise<void> {
  const machine = await startServer([BARE, house.file], { PATH: process.env.PATH });
  const headers = await house.signIn();
  const heavy = async (name: string, work: () => Promise<Read | undefined>, isReport = false) => {
    const [ours, theirs] = [keepAsking(`${house.origin}/api/health`), keepAsking(machine.origin)];
    await pause(100);
    const startedAt = performance.now();
    const answer = await work();
    const ms = performance.now() - startedAt;
    const [wait, noise] = [await ours.stop(), await theirs.stop()];
    const isFast = !isReport || (answer?.firstByteMs ?? 0) <= MOST_FIRST_BYTE_MS;
    const isRead = answer === undefined || answer.status === 200;
    const first = answer ? `first byte ${answer.firstByteMs.toFixed(0)} ms, ` : '';
    tell(
      name,
      `${first}all ${ms.toFixed(0)} ms${isRead ? '' : `, status ${answer.status}`}; wait ${wait.toFixed(0)} ms (bare ${noise.toFixed(0)})`,
      isRead && isFast && wait - noise <= MOST_WAIT_MS,
    );
  };
  const get = (address: string) => () => read(house.origin + address, headers);
  const post = (name: string, input: object) => async () => {
    const startedAt = performance.now();
    // Without a time limit: a backup of a large company takes longer than other calls may.
    const { status } = await fetch(`${house.origin}/trpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    const ms = performance.now() - startedAt;
    return { status, firstByteMs: ms, ms };
  };
  await heavy('the first half minute', () => pause(30_000).then(() => undefined));
  for (const key of WORKER_KEYS) await heavy(`worker ${key}`, post('automation.runNow', { key }));
  const statement = (type: string) =>
    `/trpc/inventory.statement?input=${encodeURIComponent(JSON.stringify({ type, from: '2015-01-01', to: '2026-12-31' }))}`;
  for (const type of PRINT_REPORTS) {
    await heavy(`screen of ${type}`, get(statement(type)), true);
    for (const end of ['', '.pdf']) await heavy(`${type}${end || ' page'}`, get(`/documents/report/${type}${end}`), end === '');
  }
  for (const report of CSV_REPORTS) await heavy(`${report}.csv`, get(`/documents/inventory/${report}.csv`), true);
  for (const table of EXPORT_TABLES) await heavy(`export of ${table}`, get(`/documents/export/${table}.csv`), true);
  for (const isDryRun of [true, false])
    await heavy(`import of 1,000 clients${isDryRun ? ', dry run' : ''}`, importClients(house, headers, isDryRun));
  await heavy('backup', post('data.backUp', {}));
  machine.child.kill();
}
