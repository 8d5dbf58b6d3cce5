// `npm run test:scan`: scanners that exist already, against the built server with the demo company on a data folder of its own:
// wapiti, sqlmap, ffuf and slowhttptest (Debian packages of these names), axe in Chromium, and lighthouse and pa11y, which npx fetches.
// `-- --only ffuf,sqlmap` runs some of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { LoadHouse } from '../load/house';
import { percentile } from '../load/traffic';
import { axe, dialogs } from './axe';
import { lighthouse, pa11y } from './page-audits';
import { wapiti } from './wapiti';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-scan-'));
const found: string[] = [];
const tell = (scanner: string, text: string, isClean: boolean) => {
  if (!isClean) found.push(scanner);
  console.info(`${isClean ? ' ' : '✗'} ${scanner.padEnd(14)} ${text}`);
};

/** Runs a scanner to its end, at most `minutes`; answers what it said. */
function run(command: string, args: string[], minutes: number, env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: minutes * 60_000,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
      });
    child.on('error', (error) => fail(new Error(`${command} is not installed: apt-get install ${command} (${error.message})`)));
    child.on('close', () => done(stripVTControlCharacters(said)));
  });
}

type Office = { origin: string; token: string };
const trpc = (name: string, input: unknown) => `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input)).replace('STAR', '*')}`;

/** Ten parameters, among them one of a path, of a JSON body and of the office. */
async function sqlmap({ origin, token }: Office): Promise<void> {
  const json = (body: object) => ['--data', JSON.stringify(body), '--headers', 'Content-Type: application/json'];
  const targets: [what: string, args: string[]][] = [
    ['category of products', ['-u', `${origin}/api/products?category=*`]],
    ['limit of products', ['-u', `${origin}/api/products?limit=*`]],
    ['date of slots', ['-u', `${origin}/api/appointment-slots?date=*`]],
    ['id of an order', ['-u', `${origin}/api/orders/*`]],
    ['search of the store', ['-u', origin + trpc('store.browse', { search: 'STAR' })]],
    [
      'name of a quote',
      ['-u', `${origin}/api/contact`, ...json({ name: '*', email: 'a@example.com', serviceType: 'residential', message: 'x' })],
    ],
    ['username of a login', ['-u', `${origin}/api/admin/login`, ...json({ username: '*', password: 'wrong-password' })]],
    ['search of clients', ['-u', origin + trpc('clients.list', { search: 'STAR' })]],
    ['search of invoices', ['-u', origin + trpc('invoices.list', { search: 'STAR' })]],
    ['cursor of quotes', ['-u', `${origin}/api/contact?cursor=*`]],
  ];
  for (const [what, args] of targets) {
    const session = ['-H', `Authorization: Bearer ${token}`, '--output-dir', path.join(folder, 'sqlmap')];
    const level = ['--batch', '--level', '3', '--risk', '1', '--flush-session', '--ignore-code', '400,401,404,409,429', '--threads', '4'];
    const said = await run('sqlmap', [...args, ...level, ...session], 10);
    const isClean = /do(es)? not (seem|appear) to be injectable/.test(said);
    tell('sqlmap', `${what}: ${isClean ? 'not injectable' : said.slice(-400)}`, isClean);
  }
}

const HIDDEN = `.env .env.example .git/config .git/HEAD .gitignore .ci/run .htaccess .DS_Store package.json package-lock.json tsconfig.json vite.config.ts README.md
  data data/ data/tidyline.db tidyline.db tidyline.db-wal tidyline.db-shm tidyline.db.lock tidyline.db.marker backups backups/ backup.sql dump.sql database.sqlite
  uploads uploads/ dist dist/server/main.js server/main.js main.js.map assets assets/ assets/.vite/manifest.json .vite/manifest.json src src/server/main.ts
  db/schema/index.ts node_modules node_modules/hono/package.json sw.js.map index.html.br index.html admin.php wp-login.php wp-admin phpinfo.php server-status metrics debug
  api api/ api/admin api/users api/backup api/data api/env trpc trpc/ graphql swagger swagger.json api-docs documents documents/ documents/backups documents/export.json
  documents/backups/20261120T200000Z.db ..%2f..%2f.env ..%2fpackage.json %2e%2e/package.json ....//package.json assets/..%2f..%2fserver/main.js assets/%2e%2e/%2e%2e/package.json
  static/ public/ config config.json secrets id_rsa .ssh/id_rsa error.log access.log log logs/ tmp/ old/ test/ tests/ coverage/ .well-known/security.txt crossdomain.xml`;

/** Tries file names that attackers look for. */
async function ffuf({ origin }: Office): Promise<void> {
  const words = HIDDEN.split(/\s+/);
  writeFileSync(path.join(folder, 'words.txt'), words.join('\n'));
  const report = path.join(folder, 'ffuf.json');
  await run(
    'ffuf',
    ['-u', `${origin}/FUZZ`, '-w', 'words.txt', '-mc', '200-399,500-599', '-t', '10', '-s', '-of', 'json', '-o', report],
    5,
  );
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as { results: { url: string; status: number }[] };
  for (const { url, status } of results) console.info(`    ${status} ${url}`);
  tell('ffuf', `${words.length} hidden names, ${results.length} found`, results.length === 0);
}

/** Returns the number of slow connections still open when the test ended; the tool ends early once all are closed. */
const connectionsLeft = (said: string): number =>
  /No open connections left/.test(said) ? 0 : Number([...said.matchAll(/connected:\s+(\d+)/g)].at(-1)?.[1] ?? Number.NaN);

/** Opens hundreds of slow headers and slow bodies while another visitor reads the store. */
async function slowhttptest({ origin }: Office): Promise<void> {
  const kinds: [what: string, args: string[]][] = [
    ['900 slow headers', ['-c', '900', '-H', '-i', '5', '-r', '200']],
    ['400 slow bodies', ['-c', '400', '-B', '-i', '5', '-r', '100', '-s', '8192', '-t', 'POST', '-f', 'application/json']],
  ];
  for (const [what, args] of kinds) {
    const times: number[] = [];
    let isOver = false;
    const reader = (async () => {
      while (!isOver) {
        const startedAt = performance.now();
        await fetch(`${origin}/api/products?limit=50`).then((response) => response.arrayBuffer());
        times.push(performance.now() - startedAt);
        await new Promise((done) => setTimeout(done, 50));
      }
    })();
    const said = await run('slowhttptest', [...args, '-u', `${origin}/api/contact`, '-l', '45', '-p', '3'], 3);
    isOver = true;
    await reader;
    const left = connectionsLeft(said);
    const isServing = /service available:\s+YES/.test(said) && !/service available:\s+NO/.test(said);
    tell(
      'slowhttptest',
      `${what}: a read beside it p99 ${percentile(times, 0.99).toFixed(0)} ms, ${left} connections left`,
      isServing && left === 0 && percentile(times, 0.99) <= 300,
    );
  }
}

const SCANNERS = {
  axe: () => axe(tell),
  dialogs: () => dialogs(tell),
  ffuf,
  lighthouse: ({ origin }: Office) => lighthouse({ origin, folder, run, tell }),
  pa11y: ({ origin }: Office) => pa11y({ origin, folder, run, tell }),
  slowhttptest,
  sqlmap,
  wapiti: (office: Office) => wapiti({ ...office, folder, run, tell }),
};
const wanted = values.only?.split(',') ?? Object.keys(SCANNERS);
const house = new LoadHouse();
await house.seedDemo();
await house.start();
const { authorization } = await house.signIn();
const office = { origin: house.origin, token: authorization.replace('Bearer ', '') };
try {
  for (const [name, scan] of Object.entries(SCANNERS)) if (wanted.includes(name)) await scan(office);
} finally {
  await house.stop();
  house.remove();
  rmSync(folder, { recursive: true, force: true });
}
console.info(found.length === 0 ? 'Nothing above informational.' : `Look at: ${[...new Set(found)].join(', ')}`);
process.exitCode = found.length === 0 ? 0 : 1;
