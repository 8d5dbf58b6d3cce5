import type Database from 'better-sqlite3';
import { type Db, openDb, toDb } from '../../db/client';

/** Most statements of one text that a connection keeps. */
const KEPT_PER_TEXT = 6;

/** A connection to a new in-memory database, with the statements that earlier tests prepared on it. */
type Connection = { sqlite: Database.Database; spare: Map<string, Database.Statement[]>; changes: number };
const free: Connection[] = [];

const countChanges = (sqlite: Database.Database) => sqlite.prepare<[], number>('select total_changes()').pluck().get() ?? 0;

function takeConnection(): Connection {
  const known = free.pop();
  if (!known) return { sqlite: openDb(':memory:', { now: () => new Date() }).db.$client, spare: new Map(), changes: 0 };
  // Work that a test left running must not change the database of the next one.
  if (countChanges(known.sqlite) === known.changes) return known;
  known.sqlite.close();
  return takeConnection();
}

/** Keeps the statements for the next test, in the mode of a new one. */
function keepStatements(spare: Connection['spare'], taken: [text: string, statement: Database.Statement][]): void {
  for (const [text, statement] of taken) {
    const kept = spare.get(text) ?? [];
    spare.set(text, kept);
    if (kept.length === KEPT_PER_TEXT) continue;
    if (statement.reader) statement.raw(false).pluck(false);
    kept.push(statement);
  }
}

/** Statements that a transaction does not allow or undo, or that only its commit checks. */
const NOT_UNDONE = /\b(pragma|commit|rollback|savepoint|vacuum|attach|detach|deferrable)\b/i;
/** A pragma that no transaction allows. It changes nothing in memory, where no disk is waited for. */
const SYNCHRONOUS = /^synchronous\s*=/;

/**
 * Returns a new in-memory database for one test, which it must close. Opening one and preparing its statements takes several ms, so the
 * tests of a worker borrow the same connection one after the other: each works inside a transaction that is rolled back when it ends.
 * The connection belongs to the test alone once it does what a transaction does not allow or undo, such as most pragmas.
 */
export function borrowDb(): Db {
  const connection = takeConnection();
  const { sqlite, spare } = connection;
  const taken: [text: string, statement: Database.Statement][] = [];
  let [state, depth]: ['lent' | 'own' | 'closed', number] = ['lent', 0];
  sqlite.exec('begin');

  const use = () => {
    if (state === 'closed') throw new TypeError('The database connection is not open');
    return sqlite;
  };
  const own = () => {
    if (state === 'lent' && depth === 0) {
      sqlite.exec('commit');
      state = 'own';
    }
    return use();
  };
  const close = () => {
    if (state === 'closed') return;
    const isReusable = state === 'lent' && sqlite.inTransaction;
    state = 'closed';
    if (!isReusable) return void sqlite.close();
    sqlite.exec('rollback');
    keepStatements(spare, taken);
    free.push({ ...connection, changes: countChanges(sqlite) });
  };
  const prepare = (text: string) => {
    const statement = use() && (spare.get(text)?.pop() ?? sqlite.prepare(text));
    taken.push([text, statement]);
    return statement;
  };
  const transaction = (work: (...input: unknown[]) => unknown) =>
    use().transaction((...input: unknown[]) => {
      depth += 1;
      try {
        return work(...input);
      } finally {
        depth -= 1;
      }
    });
  const lent: Database.Database = Object.create(sqlite, {
    open: { get: () => state !== 'closed' && sqlite.open },
    inTransaction: { get: () => (state === 'lent' ? depth > 0 : sqlite.inTransaction) },
  });
  const calls = {
    prepare,
    transaction,
    close,
    pragma(text: string, options?: Database.PragmaOptions) {
      if (state === 'lent' && SYNCHRONOUS.test(text)) return [];
      return (text.includes('=') ? own() : use()).pragma(text, options);
    },
    exec: (text: string) => (NOT_UNDONE.test(text) ? own() : use()).exec(text),
    serialize: (options?: Database.SerializeOptions) => own().serialize(options),
    backup: (file: string, options?: Database.BackupOptions) => own().backup(file, options),
    function: (...input: Parameters<Database.Database['function']>) => own().function(...input),
  };
  return toDb(Object.assign(lent, calls));
}
