import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { postJson } from './post-json';
import { QUOTE } from './shop';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/server/main.js');
const BUILT = [built, path.join(root, 'dist/client/.vite/manifest.json')];
/** A folder that is there while one of this run's workers builds. */
const BUILDING = path.join(tmpdir(), `tidyline-building-${process.ppid}`);
const SOURCES = ['src', 'db', 'public', 'package.json', 'package-lock.json', 'vite.config.ts'];

function newest(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

const isStale = () => Math.min(...BUILT.map(newest)) < Math.max(...SOURCES.map((name) => newest(path.join(root, name))));

/** Whether this file's tests are the ones to build: two at a time would write over each other. */
function mayBuild(): boolean {
  try {
    mkdirSync(BUILDING);
    return true;
  } catch {
    return false;
  }
}

/** Builds as `npm start` does: only where either half of dist is missing or older than the sources. */
async function buildWhereStale(): Promise<void> {
  while (isStale()) {
    if (!mayBuild()) {
      await new Promise((done) => setTimeout(done, 250));
      continue;
    }
    const { NODE_ENV: _test, VITEST: _vitest, ...env } = process.env;
    const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, env, encoding: 'utf8', timeout: 170_000 });
    rmSync(BUILDING, { recursive: true });
    if (status !== 0) throw new Error(`npm run build failed:\n${stderr.slice(-2000)}`);
  }
}

type Env = Record<string, string>;
type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** One process of the built server, or of its command line. */
class ServerProcess {
  stdout = '';
  stderr = '';
  port = 0;
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (data: Buffer) => {
      this.stdout += data.toString();
    });
    child.stderr?.on('data', (data: Buffer) => {
      this.stderr += data.toString();
    });
    this.ended = new Promise((done) => child.on('close', (code, signal) => done({ code, signal })));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until it listens. Throws with what it said where it ends instead, or takes longer than ten seconds. */
  async listening(): Promise<this> {
    const deadline = Date.now() + 10_000;
    while (this.port === 0) {
      this.port = Number(/"evt":"listening","port":(\d+)/.exec(this.stdout)?.[1] ?? 0);
      if (this.child.exitCode !== null || Date.now() > deadline) throw new Error(`It does not listen: ${this.stdout}${this.stderr}`);
      await new Promise((done) => setTimeout(done, 5));
    }
    return this;
  }

  /** Asks it to stop; answers how it ended and after how many ms. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended & { ms: number }> {
    const startedAt = performance.now();
    this.child.kill(signal);
    return { ...(await this.ended), ms: performance.now() - startedAt };
  }
}

/** Starts servers on a data folder of their own for each test; whatever still runs afterwards is killed by its pid. */
export class ServerHouse {
  folder = '';
  readonly #running = new Set<ServerProcess>();

  constructor() {
    beforeAll(buildWhereStale, 180_000);
    beforeEach(() => {
      this.folder = mkdtempSync(path.join(tmpdir(), 'tidyline-process-'));
    });
    afterEach(async () => {
      for (const process of this.#running)
        if (process.child.exitCode === null && process.child.signalCode === null) await process.stop('SIGKILL');
      this.#running.clear();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }
  get file(): string {
    return path.join(this.dataDir, 'tidyline.db');
  }

  spawn(env: Env = {}, args: string[] = [built]): ServerProcess {
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH ?? '',
        TZ: 'Asia/Kolkata',
        DATA_DIR: this.dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        RATE_LIMIT: 'off',
        ADMIN_PASSWORD: 'correct horse battery',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = new ServerProcess(child);
    this.#running.add(started);
    return started;
  }

  /** A server that listens. */
  start(env: Env = {}): Promise<ServerProcess> {
    return this.spawn(env).listening();
  }

  /** One command of the command line, to its end. */
  async command(...args: string[]) {
    const started = this.spawn({}, [path.join(path.dirname(built), 'cli.js'), ...args]);
    return { ...(await started.ended), stdout: started.stdout, stderr: started.stderr };
  }
}

/** Sends `count` quotes, some at a time; `onAcknowledged` hears of each 201 with how many there are. Answers the acknowledged ids. */
export async function sendQuotes(
  origin: string,
  { count, atOnce, onAcknowledged }: { count: number; atOnce: number; onAcknowledged: (ids: number) => void },
) {
  const acknowledged: number[] = [];
  let sent = 0;
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      try {
        const response = await postJson(`${origin}/api/contact`, { ...QUOTE, message: `Number ${sent}` });
        if (response.status !== 201) continue;
        const { inquiry } = (await response.json()) as { inquiry: { id: number } };
        acknowledged.push(inquiry.id);
        onAcknowledged(acknowledged.length);
      } catch {
        // The server is gone; nothing was promised.
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return acknowledged;
}

/** What the file of a stopped server says: the ids of its quotes, and those with other than two messages or one line in the log. */
export function readQuotes(file: string) {
  const sqlite = new Database(file, { readonly: true });
  try {
    const ids = sqlite.prepare<[], number>('select id from contact_inquiries order by id').pluck().all();
    const uneven = sqlite
      .prepare(
        `select id from contact_inquiries q where
          (select count(*) from outbox where related_type = 'quote' and related_id = q.id) <> 2 or
          (select count(*) from activity where verb = 'quote.received' and entity_id = cast(q.id as text)) <> 1`,
      )
      .all();
    const orphans = sqlite
      .prepare("select id from outbox where related_type = 'quote' and related_id not in (select id from contact_inquiries)")
      .all();
    return { ids, uneven, orphans, integrity: sqlite.pragma('integrity_check', { simple: true }) };
  } finally {
    sqlite.close();
  }
}
