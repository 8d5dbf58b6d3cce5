// `npm run test:guards`: breaks the guards of ./table one at a time in a copy of the sources, and runs the tests that have to notice.
// `-- --only session.ts,stock` breaks those whose file or name has one of these words.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { breakGuard } from './breaking';
import { type Guard, testFilesOf } from './guard';
import { GUARDS } from './table';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const root = path.resolve(import.meta.dirname, '../..');

/** Folders that no test needs. */
const LEFT_OUT = ['node_modules', 'dist', 'data', '.git', '.stryker', 'coverage', 'test-results', 'playwright-report'];

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };
type Outcome = { failed: string[]; ran: number; said: string };

/** A copy of the sources, in which one guard at a time is broken. */
class Copy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'tidyline-guards-'));
  #running: ChildProcess | undefined;

  fill(): void {
    cpSync(root, this.#folder, { recursive: true, filter: (source) => !LEFT_OUT.includes(path.relative(root, source)) });
    symlinkSync(path.join(root, 'node_modules'), path.join(this.#folder, 'node_modules'));
  }

  remove(): void {
    this.#running?.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 9 });
  }

  /** Runs some test files as they are. */
  test(files: readonly string[]): Promise<Outcome> {
    return this.#run(files, []);
  }

  /**
   * Runs the tests of a guard without it, up to the first that fails. That one alone is then run again, without the guard and with
   * it: sure is what fails for want of the guard, and not by chance.
   */
  async break(guard: Guard): Promise<Outcome & { isSure: boolean }> {
    const file = path.join(this.#folder, guard.file);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, breakGuard(guard, whole));
    let outcome: Outcome;
    let failsAgain = false;
    try {
      outcome = await this.#run(testFilesOf(guard), ['--bail', '1', '--maxWorkers', '1']);
      if (outcome.failed.length === 0) return { ...outcome, isSure: false };
      failsAgain = (await this.#runFirst(guard, outcome)).failed.length > 0;
    } finally {
      writeFileSync(file, whole);
    }
    const sound = failsAgain && (await this.#runFirst(guard, outcome));
    return { ...outcome, isSure: sound !== false && sound.ran > 0 && sound.failed.length === 0 };
  }

  /** The first test that failed, alone. */
  #runFirst(guard: Guard, { failed: [first = ''] }: Outcome): Promise<Outcome> {
    return this.#run(testFilesOf(guard), ['--maxWorkers', '1', '-t', `^${first.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}$`]);
  }

  #run(files: readonly string[], more: string[]): Promise<Outcome> {
    const report = path.join(this.#folder, 'report.json');
    rmSync(report, { force: true });
    const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '--project', 'node', ...more];
    return new Promise((done, fail) => {
      const child = spawn(process.execPath, [...args, '--reporter', 'json', '--outputFile', report], {
        cwd: this.#folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 15 * 60_000,
      });
      let said = '';
      this.#running = child;
      child.stderr.on('data', (data: Buffer) => {
        said += data.toString();
      });
      child.on('error', fail);
      child.on('close', () => done({ ...readReport(report), said: said.trim().slice(-400) }));
    });
  }
}

/** The tests that failed, and how many ran; none where there is no report, as of a file that cannot be loaded any more. */
function readReport(file: string): Omit<Outcome, 'said'> {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const ran = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
    return { failed: ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName), ran: ran.length };
  } catch {
    return { failed: [], ran: 0 };
  }
}

/** Breaks one guard; answers whether a test noticed. One that cannot run any more fails too, and proves nothing. */
async function isNoticed(copy: Copy, guard: Guard): Promise<boolean> {
  const { failed, ran, said, isSure } = await copy.break(guard);
  const place = `${path.basename(guard.file)}: ${guard.name}`;
  if (isSure) console.info(`  ${place} ← “${failed[0]}”`);
  else if (failed[0]) console.info(`✗ ${place} – unsure: alone, “${failed[0]}” does not fail without it and pass with it`);
  else console.info(`✗ ${place} – ${ran === 0 ? `no test ran: ${said}` : `${ran} tests pass without it`}`);
  return isSure;
}

const words = values.only?.split(',');
const wanted = GUARDS.filter(({ name, file }) => !words || words.some((word) => name.includes(word) || file.includes(word)));
if (wanted.length === 0) throw new Error(`No guard has one of these words: ${values.only}.`);
// Look for all of them first, so that a missing one is reported at once instead of after a quarter of an hour.
for (const guard of wanted) breakGuard(guard, readFileSync(path.join(root, guard.file), 'utf8'));

const startedAt = performance.now();
const copies: Copy[] = [];
const removeCopies = () => {
  for (const copy of copies) copy.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    removeCopies();
    process.exit(1);
  });
try {
  while (copies.length < 2) copies.push(new Copy());
  for (const copy of copies) copy.fill();
  const sound = await copies[0]?.test([...new Set(wanted.flatMap(testFilesOf))]);
  if (!sound?.ran || sound.failed.length > 0) throw new Error(`Tests fail where nothing is broken: ${sound?.failed[0] ?? sound?.said}`);
  const left = [...wanted];
  let missed = 0;
  const work = async (copy: Copy) => {
    for (let guard = left.shift(); guard; guard = left.shift()) if (!(await isNoticed(copy, guard))) missed += 1;
  };
  await Promise.all(copies.map(work));
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.info(`${wanted.length - missed} of ${wanted.length} broken guards are noticed, in ${minutes} minutes.`);
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  removeCopies();
}
