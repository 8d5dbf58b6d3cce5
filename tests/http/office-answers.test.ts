import Database from 'better-sqlite3';
import { describe, expect, test as plain } from 'vitest';
import { directCalls } from '../../src/server/http/answers/direct-calls';
import { OfficeAnswers } from '../../src/server/http/answers/office-answers';
import { openMemberSession } from '../support/field';
import { FileShop } from '../support/file-shop';
import { depsOf } from '../support/http';
import { openClientSession } from '../support/portal';
import { listenBehind } from '../support/raw-server';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

const URL = '/trpc/quotes.list?input={}';
const ORDERS = '/trpc/store.listOrders?input={}';

/** Returns a call of the cache, which reports whether its answer was made or kept. */
function openCache(shop: Shop) {
  const answers = new OfficeAnswers(shop.ctx);
  return async (url = URL, { meanwhile = () => {}, errors = [] }: { meanwhile?: () => void; errors?: Error[] } = {}) => {
    let isMade = false;
    const { body } = await answers.get(url, async () => {
      isMade = true;
      await Promise.resolve();
      meanwhile();
      return { status: 200, body: Buffer.from(url), errors };
    });
    expect(body.toString()).toBe(url);
    return isMade ? 'made' : 'kept';
  };
}

describe('the cache of answers for the office', () => {
  test('keeps an answer by its URL until the data changes', async ({ shop }) => {
    const ask = openCache(shop);
    expect([await ask(), await ask(), await ask(ORDERS), await ask()]).toEqual(['made', 'kept', 'made', 'kept']);
    insertRow(shop.db, 'products');
    expect([await ask(), await ask(), await ask(ORDERS)]).toEqual(['made', 'kept', 'made']);
  });

  test('drops all with the next minute, since a quote request waits too long from some minute on', async ({ shop }) => {
    const ask = openCache(shop);
    await ask();
    shop.clock.at = new Date(shop.clock.at.getTime() + 60_000);
    expect(await ask()).toBe('made');
  });

  test('keeps no answer that was made while the data changed, nor one with an error', async ({ shop }) => {
    const ask = openCache(shop);
    expect(await ask(URL, { meanwhile: () => insertRow(shop.db, 'products') })).toBe('made');
    expect(await ask(URL, { errors: [new Error('Not found.')] })).toBe('made');
    expect([await ask(), await ask()]).toEqual(['made', 'kept']);
  });

  test('keeps no answer that another call outdated while it was made', async ({ shop }) => {
    const ask = openCache(shop);
    let other: Promise<string> | undefined;
    await ask(URL, {
      meanwhile: () => {
        insertRow(shop.db, 'products');
        other = ask(ORDERS);
      },
    });
    expect([await other, await ask(URL), await ask(ORDERS)]).toEqual(['made', 'made', 'kept']);
  });

  test('holds fifty answers', async ({ shop }) => {
    const ask = openCache(shop);
    for (let limit = 1; limit <= 51; limit++) await ask(`${URL}&${limit}`);
    expect([await ask(`${URL}&50`), await ask(`${URL}&51`)]).toEqual(['kept', 'made']);
  });

  const onFile = new FileShop();
  plain('drops an answer after a change by another process', async () => {
    insertRow(onFile.shop.db, 'products');
    const ask = openCache(onFile.shop);
    expect([await ask(), await ask()]).toEqual(['made', 'kept']);
    const other = new Database(onFile.inside('tidyline.db'));
    other.exec('update products set stock_quantity = 3');
    other.close();
    expect(await ask()).toBe('made');
  });
});

describe('an answer kept for the office', () => {
  test('is sent to admins alone, and shows each change at once', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'contact_inquiries', { name: 'Ana Torres' });
    insertRow(shop.db, 'team_members');
    const { ask } = await listenBehind(depsOf(shop), directCalls);
    const { token, cookie } = await shop.logIn();
    const member = openMemberSession(shop, 1);
    const client = openClientSession(shop, 1);
    const shown = async (headers: Record<string, string>) => {
      const { status, text } = await ask(URL, headers);
      return [status, text.includes('Ana Torres'), text.includes('Bo Lee')];
    };
    const admin = { authorization: `Bearer ${token}` };
    for (let i = 0; i < 2; i++) {
      expect(await shown(admin)).toEqual([200, true, false]);
      expect(await shown({ cookie })).toEqual([200, true, false]);
      expect(await shown({ cookie: member })).toEqual([403, false, false]);
      expect(await shown({ cookie: client })).toEqual([401, false, false]);
      expect(await shown({})).toEqual([401, false, false]);
      expect(await shown({ authorization: 'Bearer 0000000000000000000000' })).toEqual([401, false, false]);
      // Beside the session of a client, an admin's counts as ever.
      expect(await shown({ cookie: `${cookie}; ${client}` })).toEqual([200, true, false]);
    }
    insertRow(shop.db, 'contact_inquiries', { name: 'Bo Lee' });
    expect(await shown(admin)).toEqual([200, true, true]);
    shop.db.$client.exec('delete from contact_inquiries');
    expect(await shown(admin)).toEqual([200, false, false]);
  });

  test('does not depend on the second, so that a kept list of waiting requests is like one made anew', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'contact_inquiries', { created_at: '2026-11-19T20:00:20.000Z' });
    const { ask } = await listenBehind(depsOf(shop), directCalls);
    const { token } = await shop.logIn();
    const waiting = `/trpc/quotes.list?input=${encodeURIComponent('{"waiting":true}')}`;
    const countAt = async (time: string) => {
      shop.clock.at = new Date(`2026-11-20T${time}.000Z`);
      const answers = [waiting, `${waiting}&x=${time}`].map((url) => ask(url, { authorization: `Bearer ${token}` }));
      return (await Promise.all(answers)).map(({ text }) => JSON.parse(text).result.data.total);
    };
    expect([await countAt('20:00:05'), await countAt('20:00:45'), await countAt('20:01:00')]).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
  });
});
