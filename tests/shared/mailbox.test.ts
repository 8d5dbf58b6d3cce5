import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { emailKey } from '../../db/schema/checks';
import { mailboxKey } from '../../src/shared/mailbox';

const sqlite = new Database(':memory:');
const db = drizzle(sqlite);
afterAll(() => void sqlite.close());
const inSql = (email: string) => db.get<{ key: string }>(sql`select ${emailKey(sql`${email}`)} as key`).key;

describe('the key of a mailbox', () => {
  test.each([
    ['Ann.Lee@Example.com ', 'ann.lee@example.com'],
    ['ann+shop@example.com', 'ann+shop@example.com'],
    ['Ann.Lee+shop@gmail.com', 'annlee@gmail.com'],
    ['a.n.n.lee@GoogleMail.com', 'annlee@gmail.com'],
    ['', ''],
    ['no address', 'no address'],
  ])('of %j is %j, here and in the database', (email, key) => {
    expect([mailboxKey(email), inSql(email)]).toEqual([key, key]);
  });

  test('is the same here as in the database for any text', () => {
    const part = fc.string({ unit: fc.constantFrom(...'abZ9.+-_'), maxLength: 12 });
    const domain = fc.constantFrom('gmail.com', 'GMAIL.COM', 'googlemail.com', 'example.com', 'gmail.com.example.com');
    fc.assert(
      fc.property(part, domain, (local, host) => {
        expect(mailboxKey(`${local}@${host}`)).toBe(inSql(`${local}@${host}`));
      }),
    );
  });
});
