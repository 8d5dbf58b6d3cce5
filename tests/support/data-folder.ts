import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { closeDb, type Db, openDb, StartError } from '../../db/client';
import { seedCatalogue } from '../../db/seed';
import { dump, fillTables } from './rows';

export const root = path.resolve(import.meta.dirname, '../..');
export const now = () => new Date('2026-11-20T20:00:00.000Z');
export const sha = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
export const mode = (name: string) => (statSync(name).mode & 0o777).toString(8);

/** A folder for each test with a data folder inside. Closes what was opened and removes everything afterwards. */
export class DataFolder {
  /** A place for copies outside the data folder. */
  outside = '';
  file = '';
  private readonly opened: Db[] = [];

  constructor() {
    beforeEach(() => {
      this.outside = mkdtempSync(path.join(tmpdir(), 'tidyline-'));
      this.file = path.join(this.outside, 'data', 'tidyline.db');
    });
    afterEach(() => {
      for (const db of this.opened.splice(0)) closeDb(db);
      rmSync(this.outside, { recursive: true, force: true });
    });
  }

  reset(): void {
    rmSync(path.dirname(this.file), { recursive: true, force: true });
  }

  inside(name: string): string {
    return path.join(this.outside, 'data', name);
  }

  openWith({ file = this.file, migrationsFolder }: { file?: string; migrationsFolder?: string } = {}): { db: Db; created: boolean } {
    const answer = openDb(file, { now, ...(migrationsFolder !== undefined && { migrationsFolder }) });
    this.opened.push(answer.db);
    return answer;
  }

  open(migrationsFolder?: string): Db {
    return this.openWith({ migrationsFolder }).db;
  }

  /** Creates a closed database with a row in each table and the catalogue. Returns its contents. */
  make(): Record<string, unknown[]> {
    const db = this.open();
    fillTables(db);
    seedCatalogue(db, now());
    const contents = dump(db);
    closeDb(db);
    return contents;
  }

  /** Opens a database that must be refused. Returns the error after checking that the file is unchanged. */
  refusal(options: { migrationsFolder?: string } = {}): StartError {
    const fingerprint = () => (existsSync(this.file) && statSync(this.file).isFile() ? sha(this.file) : undefined);
    const before = fingerprint();
    try {
      this.openWith(options);
    } catch (error) {
      expect(fingerprint()).toBe(before);
      if (error instanceof StartError) return error;
      throw error;
    }
    throw new Error('It opened.');
  }

  /** Checks for a refusal with 78, this reason, the file and the restore hint. */
  expectRefusal(reason: RegExp): void {
    const { exitCode, message } = this.refusal();
    expect(message).toMatch(reason);
    expect(exitCode).toBe(78);
    expect(message).toContain(this.file);
    expect(message).toContain('npm run restore -- FILE');
  }

  /**
   * Starts a process that works on the file: `script` can use openDb, insertRow, file, now and say(). `within` is a command that runs it,
   * such as unshare.
   */
  startProcess(script: string, within: readonly string[] = []) {
    const code = `import { writeSync } from 'node:fs'; import { openDb } from '${root}/db/client.ts'; import { insertRow } from '${root}/tests/support/rows.ts';
      const file = process.argv[1]; const now = () => new Date(); const say = (line) => writeSync(1, line + '\\n');
      try { ${script} } catch (error) { say('refused: ' + error.message); process.exit(error.exitCode ?? 1); }`;
    const [command = process.execPath, ...words] = [...within, process.execPath];
    const child = spawn(command, [...words, '--import', 'tsx', '--input-type=module', '-e', code, this.file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    let wake = () => {};
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      wake();
    });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    return {
      pid: child.pid,
      ended,
      /** Returns the complete lines that it printed. */
      lines: () => said.split('\n').slice(0, -1),
      /** Waits until it has printed so many lines, or ended. */
      async hear(lines: number): Promise<void> {
        while (said.split('\n').length <= lines && child.exitCode === null)
          await Promise.race([
            ended,
            new Promise<void>((done) => {
              wake = done;
            }),
          ]);
      },
      async kill(): Promise<void> {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
}
