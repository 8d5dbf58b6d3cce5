import { type Db, inSavepoint, inTransaction } from './client';

/** `run` makes the changes and returns how to acknowledge them. */
type Write = { run: () => () => void; fail: (error: unknown) => void };
const waiting = new WeakMap<Db, Write[]>();

/** Turns of the event loop without a further write after which a group commits. */
const QUIET_TURNS = 3;
/** Longest time in ms that a group waits for further writes. */
const LONGEST_WAIT_MS = 10;
/** Writes of one group. Then other requests have a turn before the next group. */
const MOST = 20;

/**
 * Runs a write in one transaction with the writes that arrive in the same turns of the event loop, because the disk takes longer for a
 * commit than the rows of an order. Resolves after the commit. The write must be synchronous. If it throws, only its own changes are rolled
 * back. If the commit fails, every write of the group is rolled back and rejects with the error of the storage.
 */
export function shareCommit<Result>(db: Db, work: () => Result): Promise<Result> {
  return new Promise((done, fail) => {
    const run = () => {
      const result = work();
      return () => done(result);
    };
    const write = { run, fail };
    const group = waiting.get(db);
    if (group) return void group.push(write);
    const first = [write];
    waiting.set(db, first);
    gather(db, first, performance.now() + LONGEST_WAIT_MS);
  });
}

function gather(db: Db, group: Write[], until: number, size = group.length, quietTurns = 0): void {
  setImmediate(() => {
    const turns = group.length > size ? 0 : quietTurns + 1;
    if (turns < QUIET_TURNS && group.length < MOST && performance.now() < until) return gather(db, group, until, group.length, turns);
    commit(db, group);
    if (group.length === 0) waiting.delete(db);
    else gather(db, group, performance.now());
  });
}

/** Takes writes off the group, runs them and settles each after the commit. */
function commit(db: Db, group: Write[]): void {
  const taken = group.splice(0, MOST);
  try {
    for (const settle of inTransaction(db, () => taken.map((write) => runOne(db, write)))) settle();
  } catch (error) {
    for (const { fail } of taken) fail(error);
  }
}

/** Runs a write and returns how to settle it. */
function runOne(db: Db, { run, fail }: Write): () => void {
  try {
    return inSavepoint(db, run);
  } catch (error) {
    // A full disk rolls back the whole transaction, with the writes before this one.
    if (!db.$client.inTransaction) throw error;
    return () => fail(error);
  }
}
