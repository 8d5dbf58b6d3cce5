import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StartError } from './start-error';

/** Time to wait for another process that is just trying the same lock. */
const TRY_MS = 200;
const ATTEMPTS = 20;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const getInode = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** Position of the lock that a connection holds on its file (SQLite's os.h, SHARED_FIRST). */
const SHARED_LOCK = 1_073_741_826;

/**
 * Returns the pid of another program that has a database open, such as a replicator; undefined if there is no such program or the kernel
 * does not say. Compares inodes without their device, because btrfs and overlays report another device here than for the file: at worst a
 * restore is refused that could be done.
 */
export function findOtherUser(file: string): string | undefined {
  const inode = getInode(file);
  return new RegExp(` (\\d+) [\\da-f]+:[\\da-f]+:${inode} ${SHARED_LOCK} `).exec(read('/proc/locks') ?? '')?.[1];
}

/** The pid is for messages only; the kernel holds the lock itself. */
const getPidFile = (lockFile: string) => `${lockFile}.pid`;

const isNotOurs = (error: unknown) => error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB';
const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Opens a lock file and takes the operating system's exclusive lock on it through SQLite, which holds it until the process ends even when
 * another part of the process closes the file. Returns undefined while another process or connection holds it, also in another container.
 * Throws what the disk throws.
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

/** Takes a lock file that was not replaced meanwhile; see {@link hold}. */
function take(lockFile: string): Database.Database | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = getInode(lockFile);
    try {
      const lock = hold(lockFile);
      if (!lock) return undefined;
      // The previous holder may have removed the file: then this lock is on a file that no one else can find.
      if (before !== undefined && getInode(lockFile) === before) return lock;
      lock.close();
    } catch (error) {
      if (!isNotOurs(error)) throw error;
      // Earlier versions wrote their pid into the file and held no lock. It is emptied and not removed, since another process may hold it
      // by now.
      writeFileSync(lockFile, '');
    }
  }
  return undefined;
}

/** Returns true while another process, or another opening in this one, holds the lock. */
export function isLockHeld(lockFile: string): boolean {
  if (getInode(lockFile) === undefined) return false;
  try {
    const lock = hold(lockFile);
    lock?.close();
    return lock === undefined;
  } catch (error) {
    if (isNotOurs(error)) return false;
    throw error;
  }
}

/** Keeps the locks of this process from the garbage collector, which would close and so release them. */
const held = new Set<Database.Database>();

/**
 * Takes the lock of a database for this process and returns the function that releases it. The operating system holds it, so it ends with
 * the process however that ends, and holds between containers that share the folder. Throws StartError 75 while another process, or
 * another opening in this one, has it.
 */
export function takeLock(lockFile: string): () => void {
  const lock = take(lockFile);
  if (!lock) {
    const pid = read(getPidFile(lockFile))?.trim();
    throw new StartError(75, `Tidyline is already running${pid ? ` (pid ${pid})` : ''} on this database: ${lockFile}`);
  }
  try {
    chmodSync(lockFile, 0o600);
    writeFileSync(getPidFile(lockFile), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    if (!lock.open) return;
    // Removed while the lock is held, so that no other process's lock file is taken away.
    for (const name of [getPidFile(lockFile), lockFile]) rmSync(name, { force: true });
    lock.close();
  };
}
