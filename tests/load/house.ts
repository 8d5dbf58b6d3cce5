import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postJson } from '../support/post-json';

const built = path.resolve(import.meta.dirname, '../../dist/server/main.js');
export const LOGIN = { username: 'owner', password: 'load-test-password' };

/** Starts a program that writes the port it listens on. Throws with what it wrote if it ends instead. */
export async function startServer(args: string[], env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      // Afterwards the output is read and dropped.
      if (said.length < 10_000) said += data.toString();
      const port = /"evt":"listening","port":(\d+)/.exec(said)?.[1];
      if (port) done(`http://127.0.0.1:${port}`);
    });
    child.on('close', () => fail(new Error(`the server ended: ${said}`)));
  });
  return { child, origin };
}

/** Returns the processor time that a process has used, in seconds, as Linux counts it (a hundred ticks a second). */
export function cpuSecondsOf(child: ChildProcess | undefined): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${child?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) / 100;
}

/** Returns the resident memory of a process in MB. */
export const rssMbOf = (child: ChildProcess | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** The built server in a process of its own, on a data folder of its own, with the volume limits off. */
export class LoadHouse {
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'tidyline-load-'));
  readonly file = path.join(this.#dataDir, 'tidyline.db');
  readonly #env: Record<string, string>;
  origin = '';
  /** The time that the last start took until the server listened, in ms. */
  startMs = 0;
  #child: ChildProcess | undefined;

  constructor(env: Record<string, string> = {}) {
    const { PATH = '' } = process.env;
    this.#env = { PATH, DATA_DIR: this.#dataDir, PORT: '0', RATE_LIMIT: 'off', ADMIN_PASSWORD: LOGIN.password, ...env };
  }

  /** Fills the empty database with the company to look at. */
  async seedDemo(): Promise<void> {
    const child = spawn(process.execPath, [path.join(path.dirname(built), 'cli.js'), 'seed', '--demo'], {
      env: this.#env,
      stdio: 'ignore',
    });
    await once(child, 'close');
  }

  /** Starts the server; returns after how many ms it listens. Throws with what it wrote if it ends instead. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    const { child, origin } = await startServer([built], this.#env);
    this.#child = child;
    this.origin = origin;
    this.startMs = performance.now() - startedAt;
    return this.startMs;
  }

  get cpuSeconds(): number {
    return cpuSecondsOf(this.#child);
  }

  /** Asks the server to stop; answers its exit code. */
  stop(): Promise<number | null> {
    return new Promise((done) => {
      if (!this.#child || this.#child.exitCode !== null) return done(this.#child?.exitCode ?? 0);
      this.#child.on('close', (code) => done(code));
      this.#child.kill('SIGTERM');
    });
  }

  remove(): void {
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** Headers of the owner, signed in anew. */
  async signIn(): Promise<{ authorization: string }> {
    const { token } = (await (await postJson(`${this.origin}/api/admin/login`, LOGIN)).json()) as { token: string };
    return { authorization: `Bearer ${token}` };
  }

  /** Memory of the process in MB, its open files, and the size of the database's log in MB. */
  vitals(): { rssMb: number; files: number; walMb: number } {
    const wal = statSync(`${this.file}-wal`, { throwIfNoEntry: false });
    return {
      rssMb: rssMbOf(this.#child),
      files: readdirSync(`/proc/${this.#child?.pid}/fd`).length,
      walMb: (wal?.size ?? 0) / 1024 ** 2,
    };
  }
}
