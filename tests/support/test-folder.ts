import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A folder for each test, removed afterwards. */
export class TestFolder {
  folder = '';

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(path.join(tmpdir(), 'tidyline-'));
    });
    afterEach(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  inside(...names: string[]): string {
    return path.join(this.folder, ...names);
  }
}
