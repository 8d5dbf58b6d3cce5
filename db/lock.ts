import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { StartError } from './start-error';

/** When a process started, from the kernel; undefined where there is no such process or no /proc. Guards against a reused pid. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, startedAt: string | undefined): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startTimeOf(pid);
  return now === undefined || startedAt === undefined || now === startedAt;
}

/** The process that holds a database, if it still lives. */
export function findLockHolder(lockFile: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
  const [pid = '', startedAt] = text.trim().split(' ');
  const number = Number(pid);
  return Number.isInteger(number) && number > 0 && isAlive(number, startedAt || undefined) ? number : undefined;
}

const held = new Set<string>();

/**
 * Takes the lock of a database for this process; one left by a killed process is taken over. Throws StartError 75 while
 * another process, or another opening in this one, holds it.
 */
export function takeLock(lockFile: string): () => void {
  for (let attempt = 0; attempt < 2; attempt++) {
    if (held.has(lockFile)) throw new StartError(75, `Tidyline is already running on this database (${lockFile}).`);
    try {
      const handle = openSync(lockFile, 'wx', 0o600);
      writeSync(handle, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`);
      closeSync(handle);
      held.add(lockFile);
      return () => {
        held.delete(lockFile);
        rmSync(lockFile, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = findLockHolder(lockFile);
    if (holder !== undefined) throw new StartError(75, `Tidyline is already running (pid ${holder}) on this database: ${lockFile}`);
    rmSync(lockFile, { force: true });
  }
  throw new StartError(75, `Tidyline is already starting on this database: ${lockFile}`);
}
