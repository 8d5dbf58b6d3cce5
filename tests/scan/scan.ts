// `npm run test:scan`: scanners that exist already, against the built server with the demo company on a data folder of its own:
// wapiti, sqlmap, ffuf and slowhttptest (Debian packages of these names). `-- --only ffuf,sqlmap` runs some of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LoadHouse } from '../load/house';
import { percentile } from '../load/traffic';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-scan-'));
const found: string[] = [];
const tell = (scanner: string, text: string, isClean: boolean) => {
  if (!isClean) found.push(scanner);
  console.info(`${isClean ? ' ' : '✗'} ${scanner.padEnd(14)} ${text}`);
};

/** Runs a scanner to its end, at most `minutes`; answers what it said. */
function run(command: string, args: string[], minutes: number): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: minutes * 60_000 });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
      });
    child.on('error', (error) => fail(new Error(`${command} is not installed: apt-get install ${command} (${error.message})`)));
    child.on('close', () => done(said));
  });
}

type Office = { origin: string; token: string };
const trpc = (name: string, input: unknown) => `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input)).replace('STAR', '*')}`;

/** Everything that is linked, and the calls that have parameters, is attacked with what wapiti knows; what it tells must be informational. */
async function wapiti({ origin, token }: Office): Promise<void> {
  const report = path.join(folder, 'wapiti.json');
  const starts = [
    '/api/products?category=tools&limit=5',
    '/api/appointment-slots?date=2027-01-15',
    '/?ref=customer',
    '/api/contact?limit=5&cursor=900',
  ];
  const args = [
    '-u',
    `${origin}/`,
    '--scope',
    'folder',
    '-m',
    'all,-nikto,-wapp,-brute_login_form,-drupal_enum',
    '-f',
    'json',
    '-o',
    report,
  ];
  const bounds = ['--max-scan-time', '600', '--max-attack-time', '60', '--flush-session', '--no-bugreport', '-v', '0'];
  const session = ['-H', `Authorization: Bearer ${token}`];
  const said = await run('wapiti', [...args, ...bounds, ...session, ...starts.flatMap((start) => ['-s', origin + start])], 15);
  const { vulnerabilities, anomalies, infos } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, { level: number; path: string; info: string }[]>;
    anomalies: Record<string, { path: string; info: string }[]>;
    infos: { crawled_pages_nbr?: number };
  };
  const above = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].filter(([, list]) => list.length > 0);
  for (const [name, list] of above) for (const one of list.slice(0, 5)) console.info(`    ${name}: ${one.path} ${one.info}`);
  tell(
    'wapiti',
    `${infos.crawled_pages_nbr ?? /(\d+) pages/.exec(said)?.[1] ?? 'all'} pages, ${above.length} kinds of findings`,
    above.length === 0,
  );
}

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

/** Names that somebody tries who looks for what was left lying about. */
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

/** Slow headers and slow bodies, by the hundred, while somebody else reads the store. */
async function slowhttptest({ origin }: Office): Promise<void> {
  const kinds: [what: string, args: string[]][] = [
    ['900 slow headers', ['-c', '900', '-H', '-i', '5', '-r', '200']],
    ['400 slow bodies', ['-c', '400', '-B', '-i', '5', '-r', '100', '-s', '8192', '-t', 'POST']],
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
    const left = Number(/connected:\s+(\d+)/g.exec(said.slice(said.lastIndexOf('connected:')))?.[1] ?? Number.NaN);
    const isServing = !/service available:\s+NO/i.test(said);
    tell(
      'slowhttptest',
      `${what}: a read beside it p99 ${percentile(times, 0.99).toFixed(0)} ms, ${left} connections left`,
      isServing && percentile(times, 0.99) <= 300,
    );
  }
}

const SCANNERS = { ffuf, slowhttptest, sqlmap, wapiti };
const house = new LoadHouse();
await house.seedDemo();
await house.start();
const { authorization } = await house.signIn();
const office = { origin: house.origin, token: authorization.replace('Bearer ', '') };
try {
  for (const [name, scan] of Object.entries(SCANNERS)) if (!values.only || values.only.split(',').includes(name)) await scan(office);
} finally {
  await house.stop();
  house.remove();
  rmSync(folder, { recursive: true, force: true });
}
console.info(found.length === 0 ? 'Nothing above informational.' : `Look at: ${[...new Set(found)].join(', ')}`);
process.exitCode = found.length === 0 ? 0 : 1;
