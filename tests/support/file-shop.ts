import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { closeDb } from '../../db/client';
import { openShop, type Shop } from './shop';

type Line = Record<string, unknown> & { evt: string; level: number };

/** A shop on a database file for each test, in a folder that is removed afterwards, and a log whose lines can be read. */
export class FileShop {
  folder = '';
  shop!: Shop;
  readonly lines: Line[] = [];
  readonly log = pino({ level: 'info' }, { write: (line: string) => void this.lines.push(JSON.parse(line)) });

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(path.join(tmpdir(), 'tidyline-'));
      this.shop = openShop({ file: this.inside('tidyline.db') });
      this.lines.length = 0;
    });
    afterEach(() => {
      closeDb(this.shop.db);
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  inside(...names: string[]): string {
    return path.join(this.folder, ...names);
  }
}
