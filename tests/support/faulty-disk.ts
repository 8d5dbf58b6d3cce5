import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/** Runs work while renaming a file to a name that `isRefused` matches throws `fault`. Returns the result. */
export function withoutRenaming<T>(isRefused: (to: string) => boolean, fault: Error, work: () => T): T {
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    if (isRefused(String(to))) throw fault;
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  try {
    return work();
  } finally {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  }
}

/** Returns the system's error of a code. */
export const faultOf = (code: string): Error & { code: string } => Object.assign(new Error(`${code}: as it comes`), { code });

/** Creates a folder of that name. */
export const becomeFolder = (name: string) => {
  fs.rmSync(name);
  fs.mkdirSync(name);
};
/** Creates another program's database of that name. */
export const becomeForeign = (name: string) => {
  fs.rmSync(name);
  new Database(name).exec('create table notes (text)').close();
};
