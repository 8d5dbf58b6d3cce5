import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Flushes a file or folder to the disk. */
export function flush(name: string): void {
  const handle = openSync(name, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Gives a finished file its final name so that a power cut leaves either nothing or all of it under that name. */
export function moveDurably(from: string, to: string): void {
  flush(from);
  renameSync(from, to);
  flush(path.dirname(to));
}

/** Writes a whole file that only its owner can read, by way of `<file>.part`; see {@link moveDurably}. */
export function writeDurably(file: string, contents: Buffer | string): void {
  const part = `${file}.part`;
  writeFileSync(part, contents, { mode: 0o600 });
  moveDurably(part, file);
}
