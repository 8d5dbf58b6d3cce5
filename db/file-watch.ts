import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';

const SUFFIXES = ['', '-wal'];
const inodes = new WeakMap<Database.Database, Map<string, number>>();

/**
 * Returns the files of an open database that were deleted or replaced by others since the first call for it. The connection goes on with
 * the files it has open, which no one else can find any more. Always empty for a database in memory.
 */
export function findReplacedFiles(sqlite: Database.Database): string[] {
  if (sqlite.memory) return [];
  const known = inodes.get(sqlite) ?? new Map<string, number>();
  inodes.set(sqlite, known);
  return SUFFIXES.map((suffix) => sqlite.name + suffix).filter((file) => {
    const inode = statSync(file, { throwIfNoEntry: false })?.ino;
    const before = known.get(file);
    if (before === undefined && inode !== undefined) known.set(file, inode);
    return before !== undefined && before !== inode;
  });
}
