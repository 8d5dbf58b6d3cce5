import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postJson } from '../support/post-json';

const built = path.resolve(import.meta.dirname, '../../dist/server/main.js');
const LOGIN = { username: 'owner', password: 'load-test-password' };

/** The built server in a process of its own, on a data folder of its own, with the volume limits off. */
export class LoadHouse {
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'tidyline-load-'));
  readonly file = path.join(this.#dataDir, 'tidyline.db');
  readonly #env: Record<string, string>;
  origin = '';
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

  /** Starts the server; answers after how many ms it listens. Throws with what it said where it ends instead. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [built], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.origin = await new Promise<string>((done, fail) => {
      let said = '';
      child.stdout?.on('data', (data: Buffer) => {
        // Afterwards what it says is read away.
        if (said.length < 10_000) said += data.toString();
        const port = /"evt":"listening","port":(\d+)/.exec(said)?.[1];
        if (port) done(`http://127.0.0.1:${port}`);
      });
      child.on('close', () => fail(new Error(`the server ended: ${said}`)));
    });
    return performance.now() - startedAt;
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
    const status = readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8');
    const wal = statSync(`${this.file}-wal`, { throwIfNoEntry: false });
    return {
      rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
      files: readdirSync(`/proc/${this.#child?.pid}/fd`).length,
      walMb: (wal?.size ?? 0) / 1024 ** 2,
    };
  }
}
