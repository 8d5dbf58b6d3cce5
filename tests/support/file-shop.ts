import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { closeDb } from '../../db/client';
import { openShop, type Shop } from './shop';
import { TestFolder } from './test-folder';

type Line = Record<string, unknown> & { evt: string; level: number };

/** A shop on a database file for each test, and a log whose lines can be read. */
export class FileShop extends TestFolder {
  shop!: Shop;
  readonly lines: Line[] = [];
  readonly log = pino({ level: 'info' }, { write: (line: string) => void this.lines.push(JSON.parse(line)) });

  constructor() {
    super();
    beforeEach(() => {
      this.shop = openShop({ file: this.inside('tidyline.db') });
      this.lines.length = 0;
    });
    afterEach(() => closeDb(this.shop.db));
  }
}
