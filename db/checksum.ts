import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeDurably } from './files';
import { StartError } from './start-error';

const CHUNK_BYTES = 1024 * 1024;

export const getChecksumFile = (backup: string): string => `${backup}.sha256`;

/** Returns the SHA-256 of a file, in hexadecimal. */
export function computeChecksum(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const handle = openSync(file, 'r');
  try {
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) hash.update(chunk.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(handle);
  }
}

/** Writes the SHA-256 of a backup beside it in the format of `sha256sum -c`. Throws what the disk throws, and writes nothing then. */
export function writeChecksum(backup: string, sha256: string): void {
  const file = getChecksumFile(backup);
  try {
    writeDurably(file, `${sha256}  ${path.basename(backup)}\n`);
  } catch (error) {
    rmSync(`${file}.part`, { force: true });
    throw error;
  }
}

/** Compares a backup with the SHA-256 beside it; returns false when that is missing. Throws StartError 78 when they differ. */
export function hasItsChecksum(backup: string): boolean {
  let written: string;
  try {
    written = readFileSync(getChecksumFile(backup), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (/^([0-9a-f]{64})\s/.exec(written)?.[1] === computeChecksum(backup)) return true;
  throw new StartError(
    78,
    `The backup ${backup} does not fit its checksum in ${path.basename(getChecksumFile(backup))}: it was changed or damaged after it was made. Nothing was changed. Use another one (or, to use this one anyway, delete that file)`,
  );
}
