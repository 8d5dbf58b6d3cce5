import { expect, test } from 'vitest';
import { approve, send } from '../support/quoting';
import { openShop, type Shop } from '../support/shop';

type Row = { purpose: string; to: string; body: string; attachments: string | null };
const messages = (shop: Shop): Row[] =>
  shop.db.$client
    .prepare('select purpose, "to", body, attachments from outbox where purpose like \'priced-quote%\' order by id')
    .all() as Row[];

test('sends the link and the PDF to the client, once', async () => {
  const shop = openShop();
  const quote = await send(shop, { message: 'Thank you for showing us your home.' });
  await shop.admin.quoting.send({ id: quote.id });
  const [sent, ...others] = messages(shop);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ purpose: 'priced-quote-sent', to: 'anna@example.com' });
  expect(sent?.body).toContain(`http://shop.test/quote/${quote.token}`);
  expect(sent?.body).toContain('Thank you for showing us your home.');
  const [attachment] = JSON.parse(sent?.attachments ?? '[]') as { filename: string; content: string }[];
  expect(attachment?.filename).toMatch(/Q-1001.*\.pdf$/);
  expect(
    Buffer.from(attachment?.content ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('mails nothing to a client without an e-mail address', async () => {
  const shop = openShop();
  const person = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St' };
  const { id: clientId } = await shop.admin.clients.create(person);
  shop.db.$client.prepare("update clients set email = ''").run();
  expect(await send(shop, { clientId })).toMatchObject({ status: 'sent', customerEmail: null });
  expect(messages(shop)).toEqual([]);
});

test('tells the office of each answer once', async () => {
  const shop = openShop();
  const [first, second] = [await send(shop, { deposit: { amount: '50.00' } }), await send(shop)];
  for (let count = 1; count <= 2; count++) {
    if (count === 1) await shop.visitor.quoting.requestChange({ token: first.token, text: 'Without the windows?' });
    await approve(shop, first);
    await shop.visitor.quoting.decline({ token: second.token, reason: 'Too far away' });
  }
  const told = messages(shop).filter(({ purpose }) => purpose !== 'priced-quote-sent');
  expect(told.map(({ purpose }) => purpose)).toEqual(['priced-quote-change', 'priced-quote-approved', 'priced-quote-declined']);
  expect(told[0]?.body).toContain('Without the windows?');
  expect(told[1]?.body).toContain('Deposit: $50.00');
  expect(told[1]?.body).toContain('http://shop.test/admin?priced=');
  expect(told[2]?.body).toContain('Too far away');
});

test('shows the quote on paper to the office by its id and to the client by the link', async () => {
  const shop = openShop();
  const { id, token } = await send(shop);
  const { token: session } = await shop.logIn();
  const office = await shop.request('GET', `/documents/priced-quote/${id}`, { token: session });
  expect(office.status).toBe(200);
  expect(await office.text()).toContain('Q-1001');
  const linked = await shop.request('GET', `/documents/quote-link/${token}`);
  expect(linked.status).toBe(200);
  expect(linked.headers.get('cache-control')).toBe('no-store');
  expect(await linked.text()).toContain('Optional extras');
  expect((await shop.request('GET', `/documents/quote-link/${token}.pdf`)).headers.get('content-type')).toBe('application/pdf');
  expect((await shop.request('GET', `/documents/priced-quote/${id}`)).status).toBe(401);
  expect((await shop.request('GET', `/documents/quote-link/${'A'.repeat(22)}`)).status).toBe(404);
});

test('answers over REST, with the current quote in a conflict', async () => {
  const shop = openShop();
  const { token, version, total } = await send(shop);
  const shown = await shop.request('GET', `/api/quotes/${token}`);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(await shown.json()).toMatchObject({ number: 'Q-1001', total: '166.60' });
  const approval = { version, chosen: [], name: 'Anna Berg' };
  const wrong = await shop.request('POST', `/api/quotes/${token}/approve`, { body: { ...approval, total: '1.00' } });
  expect(wrong.status).toBe(409);
  expect(await wrong.json()).toMatchObject({ code: 'CONFLICT', message: expect.any(String), current: { total, status: 'sent' } });
  const call = await shop.request('POST', '/trpc/quoting.approve', { body: { ...approval, token, total: '1.00' } });
  expect(await call.json()).toMatchObject({ error: { data: { code: 'CONFLICT', current: { total, status: 'sent' } } } });
  const empty = await shop.request('POST', `/api/quotes/${token}/approve`, { body: { ...approval, total, name: '' } });
  expect(empty.status).toBe(400);
  const right = await shop.request('POST', `/api/quotes/${token}/approve`, { body: { ...approval, total } });
  expect([right.status, await right.json()]).toMatchObject([200, { status: 'approved' }]);
  expect((await shop.request('POST', `/api/quotes/${token}/decline`, { body: {} })).status).toBe(409);
});
