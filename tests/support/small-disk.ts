import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Ways to fill a disk on this machine: a small disk, and a limit on the size of files that a process writes. */
export type FullDisk = {
  name: string;
  /** The command that starts a process on a disk that is full from the beginning. */
  through: string[];
  /** True when the freed disk has the space that a server needs to be ready. */
  isRoomy: boolean;
  /** Prepares the folder before the process starts. */
  prepare: (folder: string) => void;
  /** Stops and allows writing by the process. */
  fill: (folder: string, pid: number) => void;
  free: (folder: string, pid: number) => void;
};

const mounted = new Set<string>();
const unmount = (folder: string) => run('umount', '-l', folder) && mounted.delete(folder);

/** Returns true if this machine allows mounting; root in a container may not. */
function mayMount(): boolean {
  const folder = path.join(tmpdir(), `tidyline-mount-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const may = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) && run('umount', folder);
  rmSync(folder, { recursive: true });
  return may;
}

const filler = (folder: string) => path.join(folder, 'filler');
const SMALL_DISK: FullDisk = {
  name: 'a small disk that fills up',
  through: [],
  isRoomy: false,
  prepare: (folder) => {
    mkdirSync(folder, { recursive: true });
    if (!run('mount', '-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', folder)) throw new Error(`Nothing can be mounted on ${folder}.`);
    mounted.add(folder);
  },
  fill: (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler(folder), Buffer.alloc(bavail * bsize));
  },
  free: (folder) => rmSync(filler(folder)),
};
const FILE_LIMIT: FullDisk = {
  name: 'a limit on the size of files',
  through: ['prlimit', '--fsize=1:'],
  isRoomy: true,
  prepare: () => undefined,
  fill: (_folder, pid) => void run('prlimit', '--pid', String(pid), '--fsize=1:'),
  free: (_folder, pid) => void run('prlimit', '--pid', String(pid), '--fsize=unlimited:'),
};

/** Returns the ways that this machine supports. Mounts are removed after the test. */
export function fullDisks(): FullDisk[] {
  afterEach(() => {
    for (const folder of mounted) unmount(folder);
  });
  return [...(mayMount() ? [SMALL_DISK] : []), ...(run('prlimit', '--version') ? [FILE_LIMIT] : [])];
}
