import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../src/shared/statistics';

const root = path.resolve(import.meta.dirname, '..');
const walk = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(name) : [name];
  });
const sources = ['src', 'db', 'tests'].flatMap(walk).filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts'));
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');

type Import = { from: string; to: string; isTypeOnly: boolean };
const IMPORT = /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(name: string): Import[] {
  return [...text(name).matchAll(IMPORT)].map((match) => {
    const to = match[3] ?? match[4] ?? '';
    return { from: name, to: to.startsWith('.') ? path.posix.join(path.posix.dirname(name), to) : to, isTypeOnly: match[2] !== undefined };
  });
}
const imports = sources.flatMap(importsOf);
const isSource = new Set(sources);
const resolve = (to: string) => [to, `${to}.ts`, `${to}.tsx`, `${to}.mjs`, `${to}/index.ts`].find((name) => isSource.has(name));
/** Returns the sources that run when some are imported. */
function loadedBy(starts: string[]): string[] {
  const loaded = new Set(starts);
  for (const name of loaded) for (const { to } of importsOf(name).filter(({ isTypeOnly }) => !isTypeOnly)) loaded.add(resolve(to) ?? name);
  return [...loaded];
}
const isIn = (name: string, folder: string) => name === folder || name.startsWith(`${folder}/`);
const isPackage = (to: string) => !/^(src|db|tests|public)\//.test(to) && !to.startsWith('..');
const show = ({ from, to }: Import) => `${from} → ${to}`;
const offenders = (rule: (entry: Import) => boolean) => imports.filter(rule).map(show);

describe('imports', () => {
  test('allows shared code to import shared code and zod only', () => {
    expect(offenders(({ from, to }) => isIn(from, 'src/shared') && !isIn(to, 'src/shared') && to !== 'zod')).toEqual([]);
  });
  test('keeps zod out of each shared domain that has its schemas in a file beside it, since public pages load it', () => {
    const domains = sources.filter((name) => isIn(name, 'src/shared') && sources.includes(name.replace(/\.ts$/, '-schemas.ts')));
    expect(domains.length).toBeGreaterThan(0);
    expect(loadedBy(domains).filter((file) => importsOf(file).some(({ to, isTypeOnly }) => to === 'zod' && !isTypeOnly))).toEqual([]);
  });
  test('allows db to import db, shared code and packages only', () => {
    expect(offenders(({ from, to }) => isIn(from, 'db') && !isIn(to, 'db') && !isIn(to, 'src/shared') && !isPackage(to))).toEqual([]);
  });
  test('allows the server to import db and shared code, and http/pages.tsx also the client', () => {
    expect(
      offenders(
        ({ from, to }) =>
          isIn(from, 'src/server') &&
          !isIn(to, 'src/server') &&
          !isIn(to, 'db') &&
          !isIn(to, 'src/shared') &&
          !isPackage(to) &&
          !(from === 'src/server/http/pages.tsx' && to === 'src/client/entry-server'),
      ),
    ).toEqual([]);
  });
  test('allows the client to import shared code, itself, packages and the type of the router', () => {
    expect(
      offenders(
        ({ from, to, isTypeOnly }) =>
          isIn(from, 'src/client') &&
          !isIn(to, 'src/client') &&
          !isIn(to, 'src/shared') &&
          !(isPackage(to) && !to.startsWith('node:')) &&
          !(isTypeOnly && to === 'src/server/router'),
      ),
    ).toEqual([]);
  });
  test('keeps ui free of features, features free of other features, routes imported by no file, and pages by routes alone', () => {
    const featureOf = (name: string) => /^src\/client\/features\/([^/]+)/.exec(name)?.[1];
    expect(offenders(({ from, to }) => isIn(from, 'src/client/ui') && featureOf(to) !== undefined)).toEqual([]);
    expect(
      offenders(({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to)),
    ).toEqual([]);
    expect(offenders(({ from, to }) => isIn(from, 'src') && isIn(to, 'src/client/routes'))).toEqual([]);
    const isPage = (name: string) => isIn(name, 'src/client/pages');
    expect(offenders(({ from, to }) => isPage(to) && isIn(from, 'src') && !isPage(from) && !isIn(from, 'src/client/routes'))).toEqual([]);
    expect(offenders(({ from, to }) => featureOf(from) !== undefined && to === 'src/client/router')).toEqual([]);
  });
  test('keeps tests out of all other code', () => {
    expect(offenders(({ from, to }) => !isIn(from, 'tests') && isIn(to, 'tests'))).toEqual([]);
  });
  /** Returns the domain of a file. `http` and `demo` are above the domains: they may call all of them. */
  const domainOf = (name: string) => /^src\/server\/(?!http\/|demo\/)([a-z-]+)\//.exec(name)?.[1];
  test('allows other domains no calls of automation, social and achievements', () => {
    const callers = ['automation', 'social', 'achievements'];
    const isOther = (domain: string | undefined) => domain !== undefined && !callers.includes(domain);
    expect(offenders(({ from, to }) => isOther(domainOf(from)) && callers.includes(domainOf(to) ?? ''))).toEqual([]);
  });
  test('keeps the domains of the server free of cycles', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [a, b] = [domainOf(from), domainOf(to)];
      if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b));
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(edges.get(start) ?? [])].some((next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))));
    expect([...edges.keys()].filter((domain) => reaches(domain, domain))).toEqual([]);
  });
  test('keeps the client out of the programs that run without the bundler, which alone can read its pictures', () => {
    const loaded = loadedBy(['tests/load/figures.ts', 'tests/scan/pictures.ts', 'tests/scan/scan.ts', 'tests/style.ts']);
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((name) => isIn(name, 'src/client'))).toEqual([]);
  });
  test('makes the stylesheet of the public pages from every file that they draw', () => {
    const listed = [...text('src/client/site.css').matchAll(/@source "\.\/([^"]+)"/g)].map(([, name]) => `src/client/${name}`);
    // The landing page has a stylesheet of its own.
    const pages = sources.filter((name) => /^src\/client\/pages\/(?!landing)/.test(name));
    const drawn = loadedBy(pages).filter((name) => /^src\/client\/.*\.tsx$/.test(name) && text(name).includes('className'));
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((name) => !listed.some((folder) => isIn(name, folder)))).toEqual([]);
  });
  test('keeps files free of import circles, including type imports', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), resolve(to) ?? []].flat());
    const finished = new Set<string>();
    const circles: string[] = [];
    const visit = (name: string, trail: string[]): void => {
      if (trail.includes(name)) circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
      if (trail.includes(name) || finished.has(name)) return;
      for (const next of targets.get(name) ?? []) visit(next, [...trail, name]);
      finished.add(name);
    };
    for (const name of sources) visit(name, []);
    expect(circles).toEqual([]);
  });
});

describe('file names', () => {
  test('allows only the named folders at the top level', () => {
    const folders = readdirSync(root).filter((name) => statSync(path.join(root, name)).isDirectory() && !name.startsWith('.'));
    const generated = ['node_modules', 'dist', 'data', 'coverage', 'pictures', 'test-results', 'playwright-report'];
    expect(folders.filter((name) => !generated.includes(name)).sort()).toEqual(['db', 'public', 'src', 'tests']);
  });
  test('requires kebab-case and rejects utils, helpers, types and common', () => {
    const wrong = sources.filter((name) => {
      const base = path.posix.basename(name).replace(/\.(gen|test|spec|config)?\.?(ts|tsx|mjs)$/, '');
      return !/^[_a-z0-9.$-]+$/.test(base) || /^(utils?|helpers?|types|common|misc|constants)$/.test(base);
    });
    expect(wrong).toEqual([]);
  });
  test('allows only the processes and shared leaf files directly in src/server', () => {
    const loose = sources.flatMap((name) => /^src\/server\/([^/]+)$/.exec(name)?.[1] ?? []);
    expect(loose.sort()).toEqual([
      'activity.ts',
      'build-age.mjs',
      'cli.ts',
      'context.ts',
      'dev.ts',
      'env.ts',
      'jobs.ts',
      'live.ts',
      'main.ts',
      'rest-row.ts',
      'router.ts',
      'start.mjs',
      'trpc.ts',
    ]);
  });
  test('requires a service in each domain of the server', () => {
    const domains = new Set(sources.flatMap((name) => /^src\/server\/([a-z-]+)\/[^/]+$/.exec(name)?.[1] ?? []));
    const NOT_DOMAINS = ['demo', 'documents', 'http', 'mail', 'providers'];
    for (const domain of domains) if (!NOT_DOMAINS.includes(domain)) expect(sources, domain).toContain(`src/server/${domain}/service.ts`);
  });
  test('limits a file to 300 lines', () => {
    expect(sources.filter((name) => text(name).trimEnd().split('\n').length > 300)).toEqual([]);
  });
  test('limits a folder of the server to twelve files', () => {
    const files = sources.filter((name) => /^src\/server\/.+\//.test(name));
    expect([...groupBy(files, path.posix.dirname)].filter(([, names]) => names.length > 12)).toEqual([]);
  });
  test('rejects index.ts and default exports unless a tool needs them', () => {
    const indexes = sources.filter((name) => /\/index\.tsx?$/.test(name) && !isIn(name, 'src/client/routes'));
    expect(indexes).toEqual(['db/schema/index.ts']);
    expect(
      sources.filter(
        (name) =>
          isIn(name, 'src') &&
          /^export default/m.test(text(name)) &&
          !['src/server/dev.ts', 'src/client/ui/toast/toast-view.tsx', 'src/client/ui/confirmation/confirmation-view.tsx'].includes(name),
      ),
    ).toEqual([]);
  });
});

describe('places', () => {
  const within = (folder: string, pattern: RegExp, allowed: string[]) =>
    sources.filter((name) => isIn(name, folder) && pattern.test(text(name)) && !allowed.includes(name));

  test('reads process.env in env.ts only', () => {
    expect([...within('src', /process\.env/, ['src/server/env.ts']), ...within('db', /process\.env/, [])]).toEqual([]);
  });
  test("reads the server's clock in the processes only", () => {
    expect([
      ...within('src/server', /new Date\(\)|Date\.now\(/, ['src/server/main.ts', 'src/server/cli.ts', 'src/server/dev.ts']),
      ...within('db', /new Date\(\)|Date\.now\(/, []),
    ]).toEqual([]);
  });
  test("reads the browser's current day and instant in the files of its clock", () => {
    const asked = /businessDay\(new Date\(\)\)|new Date\(\)\.toISOString\(\)|Date\.now\(/;
    expect(within('src/client', asked, ['src/client/clock.ts', 'src/client/milliseconds.ts'])).toEqual([]);
  });
  test('support files leave hooks to the test files, since a module that several tests share registers them only once', () => {
    const setUp = ['tests/support/setup.ts', 'tests/support/client-setup.ts'];
    expect(within('tests/support', /^(before|after)(Each|All)\(/m, setUp)).toEqual([]);
  });
  test('adds no full stop to a time, which already ends in one', () => {
    // Messages lose it as they are rendered.
    const written = sources.filter((name) => isIn(name, 'src') && !isIn(name, 'src/server/mail'));
    const unguarded = (name: string) => text(name).replace(/withoutDoubleStops\(.*?`,?\s*\)/gs, '');
    const ends = /format(DateTime|ClockTime|Window|Appointment)\([^`{}]*\)\}(<\/\w+>)?\.(?!\.)/;
    expect(written.filter((name) => ends.test(unguarded(name)))).toEqual([]);
  });
  test('casts to never in one helper of the tests only', () => {
    const cast = /\S as [n]ever\b/;
    expect(['src', 'db', 'tests'].flatMap((folder) => within(folder, cast, ['tests/support/untyped.ts']))).toEqual([]);
  });
  test('names time zones in time.ts only', () => {
    expect(within('src', /America\/Vancouver|Etc\/GMT/, ['src/shared/time.ts'])).toEqual([]);
  });
  test('opens database files in db only', () => {
    expect(sources.filter((name) => !isIn(name, 'tests') && /new Database\(/.test(text(name)) && !/^db\/[a-z-]+\.ts$/.test(name))).toEqual(
      [],
    );
  });
  test('allows async code in the listed services only, and never in a transaction', () => {
    const waiting = [
      ...['daily-stats', 'service'].map((name) => `src/server/achievements/${name}.ts`),
      'src/server/automation/scheduler.ts',
      'src/server/data/backups.ts',
      'src/server/payments/files.ts',
      'src/server/payments/genuine.ts',
      'src/server/payments/receiving.ts',
      'src/server/drafts/rewriting.ts',
      'src/server/session/admins.ts',
      'src/server/session/service.ts',
      'src/server/session/passwords.ts',
      'src/server/team/account.ts',
      'src/server/mail/outbox.ts',
      'src/server/mail/transport.ts',
      'src/server/field/photos.ts',
      'src/server/portal/files/own-data.ts',
      ...['pictures', 'statements'].map((name) => `src/server/inventory/${name}.ts`),
      'src/server/social/accounts.ts',
      'src/server/social/metrics.ts',
      'src/server/social/publishing.ts',
      'src/server/map/service.ts',
      'src/server/invoices/mailing.ts',
      'src/server/quoting/sending.ts',
      ...[
        'billing/service',
        'billing/mails',
        'billing/plan-visits',
        'pay/service',
        'pay/page-routes',
        'invoices/payments/card-refunds',
      ].map((name) => `src/server/${name}.ts`),
      ...['invoice', 'statements'].map((name) => `src/server/documents/papers/${name}.ts`),
      ...['csv', 'logo', 'money-routes'].map((name) => `src/server/documents/${name}.ts`),
      'src/server/documents/print-paper.ts',
      'src/server/data/rescue.ts',
      ...['closures', 'nightly'].map((name) => `src/server/plans/visits/${name}.ts`),
      'src/server/dispatch/plan-visits/detaching.ts',
      ...['imports', 'sheet'].map((name) => `src/server/data/${name}.ts`),
      // Streams changes to open screens.
      'src/server/session/live-router.ts',
    ];
    expect(
      sources.filter(
        (name) =>
          /^src\/server\/(?!http\/|providers\/|demo\/)[^/]+\/(?:[^/]+\/)?(?!router|rest)[^/]+\.ts$/.test(name) &&
          /\basync\b/.test(text(name)) &&
          !/^src\/server\/(documents\/(text-stream|thread|pdf\/pdf)|settings\/(logo|photos))\.ts$/.test(name) &&
          !waiting.includes(name),
      ),
    ).toEqual([]);
    expect(
      sources.filter((name) => !isIn(name, 'tests') && /(in(\w*Transaction|Savepoint)\([^,]+,|transaction\()\s*async/.test(text(name))),
    ).toEqual([]);
  });
  test('keeps the errors of pictures in one file without imports, since public forms load it', () => {
    for (const words of ['File size must be less than 5MB', 'Please select an image file'])
      expect(sources.filter((name) => isIn(name, 'src') && text(name).includes(words))).toEqual(['src/shared/picture-errors.ts']);
    expect(text('src/shared/picture-errors.ts')).not.toMatch(/import/);
  });
  test('decodes uploaded pictures and limits their pixels in one file', () => {
    expect(within('src/server', /limitInputPixels|MAX_PIXELS/, ['src/server/http/pictures.ts'])).toEqual([]);
  });
  test('keeps drizzle and try out of routers and REST tables', () => {
    const thin = sources.filter((name) => /^src\/server\/[^/]+\/(router|rest)\.ts$/.test(name));
    expect(thin.filter((name) => /drizzle|\btry\b/.test(text(name)))).toEqual([]);
    expect(thin.filter((name) => text(name).split('\n').length > 100)).toEqual([]);
  });
});
