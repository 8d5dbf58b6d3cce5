import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderItems, orders, outbox, stockMovements } from '../../db/schema';
import { CLIENT, slotOf } from '../support/booking';
import { times } from '../support/length';
import { QUOTE, type Shop } from '../support/shop';
import { ledgerFaults, line, openStore, place, refusal, stockOf, traces } from '../support/storefront';

const REFUSED = ['SERVICE_UNAVAILABLE', 'Storage is not available right now. Please try again.'];

/** Records the topics of the screens that a shop refreshes; two orders that share a commit refresh each screen once. */
function watchTopics(shop: Shop): string[] {
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  return topics;
}

describe('writes that arrive together', () => {
  test('share a commit, and each is kept and answered', async () => {
    const shop = openStore();
    const topics = watchTopics(shop);
    const answers = await Promise.all([place(shop), place(shop, { items: [line(2, 4)] }), shop.visitor.quotes.submit(QUOTE)]);
    expect(answers.slice(0, 2)).toMatchObject([{ orderNumber: 'ORD-0001' }, { orderNumber: 'ORD-0002' }]);
    expect(topics.sort()).toEqual(['messages', 'quotes', 'store']);
    expect([stockOf(shop, 1), stockOf(shop, 2), ledgerFaults(shop)]).toEqual([2, 46, []]);
  });

  test('are answered only after the commit', async () => {
    const shop = openStore();
    const order = place(shop).then(() => shop.db.$client.inTransaction);
    expect(shop.rows(orders)).toEqual([]);
    expect(await order).toBe(false);
  });

  test('leave no trace of a refused neighbour, and no gap in the order numbers', async () => {
    const shop = openStore();
    const found = await Promise.all([
      refusal(shop, {}),
      refusal(shop, { items: [line(2), line(1, 9)] }),
      refusal(shop, { items: [line(4)] }),
      refusal(shop, { items: [line(1, 2)] }),
      refusal(shop, {}),
    ]);
    expect(found.map((answer) => (answer === 'taken' ? answer : answer[0]))).toEqual([
      'taken',
      'CONFLICT',
      'CONFLICT',
      'taken',
      'CONFLICT',
    ]);
    expect(shop.rows(orders).map(({ orderNumber }) => orderNumber)).toEqual([1, 2]);
    expect([stockOf(shop, 1), stockOf(shop, 2), shop.rows(outbox).length, ledgerFaults(shop)]).toEqual([0, 50, 4, []]);
  });

  test('give two equal orders with one key the same answer, and count them once', async () => {
    const shop = openStore({ isLimited: true });
    const twice = () => Promise.all([1, 2].map(() => place(shop, { idempotencyKey: 'one', items: [line(2)] })));
    const [first, second] = await twice();
    expect(second).toEqual(first);
    expect(shop.rows(orders).length).toBe(1);
    for (let more = 0; more < 19; more++) await place(shop, { items: [line(2)] });
    expect(await refusal(shop, { items: [line(2)] })).toMatchObject(['TOO_MANY_REQUESTS', expect.any(String)]);
  });

  test('never book more places than a slot has', async () => {
    const shop = openStore();
    const { id: slotId } = await slotOf(shop);
    const found = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => shop.visitor.booking.book({ ...CLIENT, clientEmail: `n${n}@example.com`, slotId })),
    );
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  });

  test('form a further group after twenty, so that other requests have a turn', async () => {
    const shop = openStore();
    const topics = watchTopics(shop);
    await Promise.all(Array.from({ length: 41 }, () => place(shop, { items: [line(2)] })));
    expect(topics.filter((topic) => topic === 'store').length).toBe(3);
    expect(stockOf(shop, 2)).toBe(9);
  });
});

describe('a group that cannot be stored', () => {
  test('acknowledges none of its writes if the commit fails', async () => {
    const shop = openStore();
    // A deferred reference is checked by the commit alone.
    shop.db.$client.exec(`create table deferred (id integer references products (id) deferrable initially deferred);
      create trigger fail_commit after insert on orders when new.customer_name = 'Nobody' begin insert into deferred values (-1); end`);
    const before = traces(shop);
    const topics = watchTopics(shop);
    const found = await Promise.all([refusal(shop, {}), refusal(shop, { customerName: 'Nobody' }), refusal(shop, { items: [line(2)] })]);
    expect(found).toEqual(Array(3).fill(['CONFLICT', 'That conflicts with stored data.']));
    expect([traces(shop), topics, shop.db.$client.inTransaction]).toEqual([before, [], false]);
    expect(await refusal(shop, {})).toBe('taken');
  });

  test('acknowledges only what a full disk keeps, and works again once there is space', async () => {
    const shop = openStore();
    const sqlite = shop.db.$client;
    sqlite.pragma(`max_page_count = ${Number(sqlite.pragma('page_count', { simple: true })) + 2}`);
    const found = await Promise.all(Array.from({ length: 40 }, () => refusal(shop, { items: [line(2)], orderNotes: 'x'.repeat(900) })));
    expect(found).toContainEqual(REFUSED);
    expect(shop.rows(orders).length).toBe(found.filter((answer) => answer === 'taken').length);
    expect(ledgerFaults(shop)).toEqual([]);
    sqlite.pragma('max_page_count = 1000000');
    expect(await Promise.all([refusal(shop, {}), refusal(shop, {})])).toEqual(['taken', 'taken']);
  });

  test('rejects every write if the storage rolled the whole group back', async () => {
    const shop = openStore();
    const sqlite = shop.db.$client;
    const before = traces(shop);
    sqlite.exec(`create trigger give_up before insert on order_items when new.product_id = 2
      begin select raise(rollback, 'as a full disk does'); end`);
    const found = await Promise.all([refusal(shop, {}), refusal(shop, { items: [line(2)] }), refusal(shop, {})]);
    expect(found).toEqual(Array(3).fill(['CONFLICT', 'That conflicts with stored data.']));
    expect([traces(shop), sqlite.inTransaction]).toEqual([before, false]);
  });
});

/** Returns what a shop stored, without its random keys. */
const contentsOf = (shop: Shop) => ({
  orders: shop.rows(orders).map(({ publicId: _id, ...row }) => row),
  items: shop.rows(orderItems),
  movements: shop.rows(stockMovements),
  messages: shop.rows(outbox).map(({ messageId: _id, body: _body, ...row }) => row),
  activity: shop.db.$client.prepare('select * from activity order by id').all(),
  stock: shop.db.$client.prepare('select id, stock_quantity, stock_value_cents from products').all(),
});

type Sent = { lines: [productId: number, quantity: number][]; key: number | null; price: boolean };
const mix = fc.array(
  fc.record<Sent>({
    lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 }),
    key: fc.option(fc.integer({ min: 1, max: 3 })),
    price: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('writes that arrive together leave what they leave one by one', { timeout: 60_000 }, async () => {
  const send = (shop: Shop, { lines, key, price }: Sent) =>
    refusal(shop, {
      items: lines.map(([productId, quantity]) => line(productId, quantity, price ? { price: '19.95' } : {})),
      ...(key !== null && { idempotencyKey: `key-${key}` }),
    });
  await fc.assert(
    fc.asyncProperty(mix, async (sent) => {
      const [together, oneByOne] = [openStore(), openStore()];
      const answers = await Promise.all(sent.map((one) => send(together, one)));
      const expected = [];
      for (const one of sent) expected.push(await send(oneByOne, one));
      expect(answers).toEqual(expected);
      expect(contentsOf(together)).toEqual(contentsOf(oneByOne));
      expect(ledgerFaults(together)).toEqual([]);
      together.db.$client.close();
      oneByOne.db.$client.close();
    }),
    { numRuns: times(8, 200) },
  );
});
