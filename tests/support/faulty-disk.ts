import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/** Does some work while renaming a file throws `fault`, wherever it is renamed to what `isRefused` says; answers what the work does. */
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

/** What the system throws, by its code. */
export const faultOf = (code: string): Error & { code: string } => Object.assign(new Error(`${code}: as it comes`), { code });

/** A folder has the name. */
export const becomeFolder = (name: string) => {
  fs.rmSync(name);
  fs.mkdirSync(name);
};
/** Another program's database has the name. */
export const becomeForeign = (name: string) => {
  fs.rmSync(name);
  new Database(name).exec('create table notes (text)').close();
};
