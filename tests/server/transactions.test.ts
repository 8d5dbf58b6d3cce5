import { describe, expect, test, vi } from 'vitest';
import { afterCommit, type Db, inRepeatableTransaction, inSavepoint, inTransaction, openDb } from '../../db/client';
import { products } from '../../db/schema';

const now = () => new Date('2026-11-20T20:00:00.000Z');
const open = () => openDb(':memory:', { now }).db;
/** SQLite's numbers of its levels of synchronous writing. */
const [NORMAL, FULL] = [1, 2];

describe('a transaction', () => {
  const add = (db: Db, name: string) =>
    db.insert(products).values({ name, category: 'Tools', priceCents: 100, createdAt: now().toISOString() }).run();
  const names = (db: Db) =>
    db
      .select({ name: products.name })
      .from(products)
      .all()
      .map((row) => row.name);

  test('undoes everything when its end fails', () => {
    const db = open();
    const work = () => {
      add(db, 'a');
      inTransaction(db, () => add(db, 'b'));
      throw new Error('the end');
    };
    expect(() => inTransaction(db, work)).toThrow('the end');
    expect(names(db)).toEqual([]);
  });
  test('keeps the rest when the error of a savepoint was caught', () => {
    const db = open();
    const told: string[] = [];
    inTransaction(db, () => {
      add(db, 'a');
      const part = () => {
        add(db, 'b');
        afterCommit(db, () => told.push('b'));
        throw new Error('the part');
      };
      expect(() => inSavepoint(db, part)).toThrow('the part');
      afterCommit(db, () => told.push('a'));
    });
    expect(names(db)).toEqual(['a']);
    expect(told).toEqual(['a']);
  });
  describe('in which a part failed without a savepoint', () => {
    const fail = (db: Db) => {
      const part = () => {
        add(db, 'failed');
        throw new Error('the part');
      };
      expect(() => inTransaction(db, part)).toThrow('the part');
    };
    test('is undone, even if the error was caught and a savepoint succeeded since', () => {
      const db = open();
      const told = vi.fn();
      const careless = () => {
        add(db, 'a');
        afterCommit(db, told);
        fail(db);
        inSavepoint(db, () => add(db, 'b'));
      };
      expect(() => inTransaction(db, careless)).toThrow(/part of this transaction failed/);
      expect(names(db)).toEqual([]);
      expect(told).not.toHaveBeenCalled();
    });
    test('loses only the savepoint if the part failed in one', () => {
      const db = open();
      inTransaction(db, () => {
        add(db, 'a');
        expect(() => inSavepoint(db, () => fail(db))).toThrow(/part of this transaction failed/);
      });
      expect(names(db)).toEqual(['a']);
    });
  });
  test('locks for writing at its start and returns the result', () => {
    const db = open();
    const executed = vi.spyOn(db.$client, 'transaction');
    expect(inTransaction(db, () => inTransaction(db, () => db.$client.inTransaction))).toBe(true);
    expect(executed).toHaveBeenCalledOnce();
    expect(db.$client.inTransaction).toBe(false);
  });
  test('rejects work that waits, and keeps nothing of it', () => {
    const db = open();
    expect(() => inTransaction(db, async () => add(db, 'a'))).toThrow(/promise/);
    const forgotten = () => inTransaction(db, () => db.delete(products));
    expect(() => inTransaction(db, forgotten)).toThrow(/promise/);
    expect(names(db)).toEqual([]);
  });
  test('that can be repeated does not wait for the disk, and leaves it to the others to do so, even when it fails', () => {
    const db = open();
    const synchronous = () => db.$client.pragma('synchronous', { simple: true });
    expect([inRepeatableTransaction(db, synchronous), synchronous()]).toEqual([NORMAL, FULL]);
    expect(() => inRepeatableTransaction(db, () => inTransaction(db, () => JSON.parse('')))).toThrow(SyntaxError);
    expect([inTransaction(db, () => inRepeatableTransaction(db, synchronous)), synchronous()]).toEqual([FULL, FULL]);
    expect(db.$client.transaction(() => inRepeatableTransaction(db, synchronous))()).toBe(FULL);
  });
  test('runs callbacks once and in order, after the commit', () => {
    const db = open();
    const told: [string, number][] = [];
    inTransaction(db, () => {
      afterCommit(db, () => told.push(['outer', names(db).length]));
      inTransaction(db, () => {
        afterCommit(db, () => told.push(['inner', names(db).length]));
        add(db, 'a');
      });
      add(db, 'b');
      expect(told).toEqual([]);
    });
    expect(told).toEqual([
      ['outer', 2],
      ['inner', 2],
    ]);
    inTransaction(db, () => afterCommit(db, () => told.push(['next', names(db).length])));
    expect(told).toHaveLength(3);
  });
  test('runs a callback with a key once, also when the part that asked first was undone', () => {
    const db = open();
    const told: string[] = [];
    const tell = (key: string) => afterCommit(db, () => told.push(key), key);
    inTransaction(db, () => {
      const part = () => {
        tell('a');
        tell('b');
        throw new Error('the part');
      };
      tell('b');
      expect(() => inSavepoint(db, part)).toThrow('the part');
      inTransaction(db, () => tell('a'));
      tell('a');
      tell('b');
    });
    expect(told).toEqual(['b', 'a']);
    tell('a');
    expect(told).toEqual(['b', 'a', 'a']);
  });
  test('runs no callbacks of undone work', () => {
    const db = open();
    const tell = vi.fn();
    const work = () => {
      afterCommit(db, tell);
      throw new Error('no');
    };
    expect(() => inTransaction(db, work)).toThrow('no');
    inTransaction(db, () => add(db, 'a'));
    expect(tell).not.toHaveBeenCalled();
    afterCommit(db, tell);
    expect(tell).toHaveBeenCalledOnce();
  });
  test('runs the other callbacks when one fails', () => {
    const db = open();
    const tell = vi.fn();
    const work = () => {
      add(db, 'a');
      afterCommit(db, () => {
        throw new Error('deaf');
      });
      afterCommit(db, tell);
    };
    expect(() => inTransaction(db, work)).toThrow('deaf');
    expect(tell).toHaveBeenCalledOnce();
    expect(names(db)).toEqual(['a']);
  });
  test('runs callbacks at once outside a transaction', () => {
    const tell = vi.fn();
    afterCommit(open(), tell);
    expect(tell).toHaveBeenCalledOnce();
  });
});
