import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { isStale } from '../../src/server/build-age.mjs';
import { onThisMachine } from './pace';
import { postJson } from './post-json';
import { ADMIN } from './shop';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/server/main.js');
/** A folder that exists while one of this run's workers builds. */
const BUILDING = path.join(tmpdir(), `tidyline-building-${process.ppid}`);

/** Returns true if this worker may build: two at a time would overwrite each other. */
function mayBuild(): boolean {
  try {
    mkdirSync(BUILDING);
    return true;
  } catch {
    return false;
  }
}

/** Builds as `npm start` does: only if either half of dist is missing or older than the sources. */
async function buildWhereStale(): Promise<void> {
  while (isStale(root)) {
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
/** The command and user that run the server, and the target of its log. */
type How = { through?: string[]; user?: number; stdout?: 'pipe' | number };
type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** A process of the built server or of its command line. */
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

  /** Waits until it listens. Throws with its output when it ends instead, or takes longer than ten seconds, on a slow machine longer. */
  async listening(): Promise<this> {
    const startedAt = Date.now();
    let limit = 10_000;
    while (this.port === 0) {
      this.port = Number(/"evt":"listening","port":(\d+)/.exec(this.stdout)?.[1] ?? 0);
      // The machine is measured only when needed.
      if (Date.now() - startedAt > limit) limit = onThisMachine(10_000);
      if (this.child.exitCode !== null || Date.now() - startedAt > limit)
        throw new Error(`It does not listen: ${this.stdout}${this.stderr}`);
      await new Promise((done) => setTimeout(done, 5));
    }
    return this;
  }

  /** Returns the token of the owner's session. */
  async logIn(): Promise<string> {
    const { token } = (await (await postJson(`${this.origin}/api/admin/login`, ADMIN)).json()) as { token: string };
    return token;
  }

  /** Stops it. Returns how it ended and after how many ms. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended & { ms: number }> {
    const startedAt = performance.now();
    this.child.kill(signal);
    return { ...(await this.ended), ms: performance.now() - startedAt };
  }
}

/** Starts servers on a data folder for each test or file, and kills by pid whatever still runs afterwards. */
export class ServerHouse {
  folder = '';
  readonly #running = new Set<ServerProcess>();

  constructor(per: 'test' | 'file' = 'test') {
    const open = () => {
      this.folder = mkdtempSync(path.join(tmpdir(), 'tidyline-process-'));
    };
    const close = async () => {
      for (const process of this.#running)
        if (process.child.exitCode === null && process.child.signalCode === null) await process.stop('SIGKILL');
      this.#running.clear();
      rmSync(this.folder, { recursive: true, force: true });
    };
    beforeAll(buildWhereStale, 180_000);
    if (per === 'file') {
      beforeAll(open);
      afterAll(close);
    } else {
      beforeEach(open);
      afterEach(close);
    }
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }
  get file(): string {
    return path.join(this.dataDir, 'tidyline.db');
  }

  spawn(env: Env = {}, args: string[] = [built], { through = [], user, stdout = 'pipe' }: How = {}): ServerProcess {
    const [command = process.execPath, ...rest] = [...through, process.execPath, ...args];
    const child = spawn(command, rest, {
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
      stdio: ['ignore', stdout, 'pipe'],
      ...(user !== undefined && { uid: user, gid: user }),
    });
    const started = new ServerProcess(child);
    this.#running.add(started);
    return started;
  }

  /** Starts a server and waits until it listens. */
  start(env: Env = {}, how: How & { with?: string[] } = {}): Promise<ServerProcess> {
    return this.spawn(env, [...(how.with ?? []), built], how).listening();
  }

  /** Runs one command of the command line to its end. */
  async command(...args: string[]) {
    return this.commandFrom(undefined, ...args);
  }

  /** Runs a command as if typed in another folder than the project. */
  async commandFrom(folder: string | undefined, ...args: string[]) {
    const started = this.spawn(folder === undefined ? {} : { INIT_CWD: folder }, [path.join(path.dirname(built), 'cli.js'), ...args]);
    return { ...(await started.ended), stdout: started.stdout, stderr: started.stderr };
  }
}
