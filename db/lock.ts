import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { StartError } from './start-error';

/** How long another process may take between creating its lock file and writing its pid into it. */
const WRITE_GRACE_MS = 100;

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** When a process started, from the kernel; undefined where it is gone or only waits to be reaped, or there is no /proc. */
function startTimeOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/** Names this start of the machine, also to all containers on it; '' where there is no /proc. */
const bootId = (): string => read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

type Holder = { pid: number; startedAt: string; boot: string; host: string };

function parse(text: string): Holder | undefined {
  const [, pid, startedAt = '', boot = '', host = ''] = /^(\d+) (\d*)(?: (\S*) (\S*))?\n$/.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), startedAt, boot, host };
}

/**
 * Whether it holds its lock in another container on this machine, where its pid says nothing to us. A container keeps its
 * host name over a restart, so what it left itself is not taken for another's.
 */
const isElsewhere = ({ boot, host }: Holder): boolean => boot !== '' && boot === bootId() && host !== hostname();

/** Whether the process that wrote a lock still runs; its start time tells it from a later one with the same pid. */
function isAlive(holder: Holder): boolean {
  const { pid, startedAt, boot } = holder;
  if (isElsewhere(holder)) return true;
  const ownBoot = bootId();
  if (boot !== '' && ownBoot !== '' && boot !== ownBoot) return false;
  // With its own pid it is another thread's, or from before a restart of the machine or container.
  if (pid === process.pid) return startedAt !== '' && startedAt === startTimeOf(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt === '' || startTimeOf(pid) === startedAt;
}

/** Who holds a lock with this text, in words; undefined where nobody does any more. */
function describeHolder(text: string, lockFile: string): string | undefined {
  const holder = parse(text);
  if (!holder || !isAlive(holder)) return undefined;
  if (!isElsewhere(holder)) return `pid ${holder.pid}`;
  return `pid ${holder.pid} in the container ${holder.host}; where that one is gone for good, delete ${path.basename(lockFile)}`;
}

/** Whether another process that still lives holds a lock file. */
export function isLockHeld(lockFile: string): boolean {
  const text = read(lockFile);
  return text !== undefined && describeHolder(text, lockFile) !== undefined;
}

/** Where SQLite keeps the lock that a connection holds on its file (os.h, SHARED_FIRST). */
const SHARED_LOCK = 1_073_741_826;

/**
 * The pid of another program that has a database open, such as a replicator; undefined where none has, or the kernel tells nothing.
 * The device is not compared, since on btrfs and overlays the kernel tells another one there than for the file: a file of the same
 * number on another disk would be taken for it, which refuses a restore that could be done.
 */
export function userOf(file: string): string | undefined {
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  return new RegExp(` (\\d+) [\\da-f]+:[\\da-f]+:${inode} ${SHARED_LOCK} `).exec(read('/proc/locks') ?? '')?.[1];
}

/**
 * Moves a dead process's lock out of the way. Of several that find it dead only one gets to move it; one that moved a fresh
 * lock instead, taken in the meantime, puts it back.
 */
function clearStale(lockFile: string, judged: string): void {
  const aside = `${lockFile}.stale-${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  if (moved !== undefined && moved !== judged) writeFileSync(lockFile, moved, { flag: 'wx', mode: 0o600 });
  rmSync(aside, { force: true });
}

const held = new Set<string>();

/**
 * Takes the lock of a database for this process and answers how to give it back; one left by a killed process is taken
 * over. Throws StartError 75 while another process, or another opening in this one, holds it.
 */
export function takeLock(lockFile: string): () => void {
  const key = path.resolve(lockFile);
  const own = `${process.pid} ${startTimeOf(process.pid) ?? ''} ${bootId()} ${hostname()}\n`;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (held.has(key))
      throw new StartError(75, `Tidyline is already running (pid ${process.pid}, this process) on this database: ${lockFile}`);
    try {
      writeFileSync(lockFile, own, { flag: 'wx', mode: 0o600 });
      held.add(key);
      return () => {
        if (held.delete(key) && read(lockFile) === own) rmSync(lockFile, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (read(lockFile) === '') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITE_GRACE_MS);
    const text = read(lockFile);
    if (text === undefined) continue;
    const holder = describeHolder(text, lockFile);
    if (holder !== undefined) throw new StartError(75, `Tidyline is already running (${holder}) on this database: ${lockFile}`);
    clearStale(lockFile, text);
  }
  throw new StartError(75, `Tidyline is already running, or starting, on this database: ${lockFile}`);
}
