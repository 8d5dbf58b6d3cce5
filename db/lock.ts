import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from './start-error';

/** How long a process waits for another one that is just trying the same lock. */
const TRY_MS = 200;
const ATTEMPTS = 20;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** Where SQLite keeps the lock that a connection holds on its file (os.h, SHARED_FIRST). */
const SHARED_LOCK = 1_073_741_826;

/**
 * Returns the pid of another program that has a database open, such as a replicator; undefined if there is none, or the kernel does
 * not say. Compares inodes without their device, because btrfs and overlays report another device here than for the file: at worst
 * a restore is refused that could be done.
 */
export function userOf(file: string): string | undefined {
  const inode = inodeOf(file);
  return new RegExp(` (\\d+) [\\da-f]+:[\\da-f]+:${inode} ${SHARED_LOCK} `).exec(read('/proc/locks') ?? '')?.[1];
}

/** Names the process that holds a lock, for messages only: the lock itself is the kernel's. */
const pidFileOf = (lockFile: string) => `${lockFile}.pid`;

const isNotOurs = (error: unknown) => error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB';
const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Opens a lock file and takes the operating system's exclusive lock on it, by way of SQLite, which releases it neither when another
 * part of the process closes the file nor before the process ends. Returns undefined while another process or connection holds it,
 * in whatever container. Throws what the disk throws.
 */
function hold(lockFile: string): Database.Database | undefined {
  const lock = new Database(lockFile, { timeout: TRY_MS });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Takes a lock file that stays the same file while it is being taken; see {@link hold}. */
function take(lockFile: string): Database.Database | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = inodeOf(lockFile);
    try {
      const lock = hold(lockFile);
      if (!lock) return undefined;
      // Whoever held it may have removed the file meanwhile: then this lock is on a file that no one else will find.
      if (before !== undefined && inodeOf(lockFile) === before) return lock;
      lock.close();
    } catch (error) {
      if (!isNotOurs(error)) throw error;
      // Earlier versions wrote their pid into it and held no lock. Emptied and not removed: by now another process may hold it.
      writeFileSync(lockFile, '');
    }
  }
  return undefined;
}

/** Returns whether another process, or another opening in this one, holds a lock. */
export function isLockHeld(lockFile: string): boolean {
  if (inodeOf(lockFile) === undefined) return false;
  try {
    const lock = hold(lockFile);
    lock?.close();
    return lock === undefined;
  } catch (error) {
    if (isNotOurs(error)) return false;
    throw error;
  }
}

/** The locks of this process. The garbage collector would close one that nothing refers to, and so give it up. */
const held = new Set<Database.Database>();

/**
 * Takes the lock of a database for this process and returns how to give it back. The operating system holds it, so it ends with the
 * process however that ends, and holds between containers that share the folder. Throws StartError 75 while another process, or
 * another opening in this one, has it.
 */
export function takeLock(lockFile: string): () => void {
  const lock = take(lockFile);
  if (!lock) {
    const pid = read(pidFileOf(lockFile))?.trim();
    throw new StartError(75, `Tidyline is already running${pid ? ` (pid ${pid})` : ''} on this database: ${lockFile}`);
  }
  try {
    chmodSync(lockFile, 0o600);
    writeFileSync(pidFileOf(lockFile), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    if (!lock.open) return;
    // Removed while it is still held, so that no other process's lock is taken away.
    for (const name of [pidFileOf(lockFile), lockFile]) rmSync(name, { force: true });
    lock.close();
  };
}
