import { expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { clientMessages, conversations, outbox } from '../../db/schema';
import { receiveMessage } from '../../src/server/conversations/service';
import { openShop, type Shop } from '../support/shop';

const MARIA = { name: 'Maria Santos', email: 'maria@example.com', phone: '(250) 555-0133', address: '12 Seymour St, Kamloops' };
const JON = { ...MARIA, name: 'Jon Toews', email: 'jon@example.com', phone: '(250) 555-0142' };

async function openWithClients() {
  const shop = openShop();
  await shop.admin.clients.create(MARIA);
  await shop.admin.clients.create(JON);
  return shop;
}
const write = (shop: Shop, clientId: number, text: string) =>
  inTransaction(shop.db, () => receiveMessage(shop.contextOf({ kind: 'client', id: clientId, name: 'Client' }), { clientId, text }));
const mails = (shop: Shop, purpose: string) => shop.rows(outbox).filter((row) => row.purpose === purpose);

test('lists the clients with messages, the newest first, with what is unread', async () => {
  const shop = await openWithClients();
  write(shop, 1, 'Please ring at the back door.');
  shop.clock.advance(1);
  write(shop, 2, 'Could you come an hour later?');
  shop.clock.advance(1);
  write(shop, 1, 'And mind the dog.');
  expect((await shop.admin.conversations.list({})).rows).toEqual([
    { clientId: 1, name: 'Maria Santos', unread: 2, lastAt: '2026-11-20T20:02:00.000Z', lastFrom: 'client', lastText: 'And mind the dog.' },
    {
      ...{ clientId: 2, name: 'Jon Toews', unread: 1, lastAt: '2026-11-20T20:01:00.000Z', lastFrom: 'client' },
      lastText: 'Could you come an hour later?',
    },
  ]);
  const first = await shop.admin.conversations.list({ limit: 1 });
  expect(first.nextCursor).not.toBeNull();
  const next = await shop.admin.conversations.list({ limit: 1, cursor: first.nextCursor ?? undefined });
  expect([...first.rows, ...next.rows].map(({ name }) => name)).toEqual(['Maria Santos', 'Jon Toews']);
});

test('mails the office each message of a client, with the link to the conversation', async () => {
  const shop = await openWithClients();
  write(shop, 1, 'Please ring at the back door.');
  const [mail] = mails(shop, 'client-message');
  expect(mail?.subject).toBe('Message from Maria Santos');
  expect(mail?.body).toContain('Please ring at the back door.');
  expect(mail?.body).toContain('http://shop.test/messages?view=conversations&client=1');
});

test('reading a conversation takes its messages off the count of the navigation and off the start page', async () => {
  const shop = await openWithClients();
  write(shop, 1, 'One');
  write(shop, 1, 'Two');
  write(shop, 2, 'Three');
  expect((await shop.admin.overview.today()).unreadMessages).toBe(3);
  const needs = await shop.admin.overview.needsYou();
  expect(needs.find(({ kind }) => kind === 'unread')).toMatchObject({ total: 2, rows: [{ id: 2, title: 'Jon Toews' }, { id: 1 }] });
  expect(await shop.admin.conversations.markRead({ clientId: 1 })).toEqual({ read: 2 });
  expect(await shop.admin.conversations.markRead({ clientId: 1 })).toEqual({ read: 0 });
  expect((await shop.admin.overview.today()).unreadMessages).toBe(1);
  expect((await shop.admin.conversations.list({ unread: true })).rows.map(({ clientId }) => clientId)).toEqual([2]);
  const { rows } = await shop.admin.conversations.get({ clientId: 1 });
  expect(rows.map(({ text, readAt }) => [text, readAt])).toEqual([
    ['Two', '2026-11-20T20:00:00.000Z'],
    ['One', '2026-11-20T20:00:00.000Z'],
  ]);
});

test('an answer of the office is stored, counts as no unread message and is mailed to the client', async () => {
  const shop = await openWithClients();
  write(shop, 1, 'Could you come an hour later?');
  const { id } = await shop.admin.conversations.send({ clientId: 1, text: 'Yes, gladly.' });
  expect((await shop.admin.conversations.list({})).rows).toMatchObject([{ unread: 1, lastFrom: 'office', lastText: 'Yes, gladly.' }]);
  expect((await shop.admin.conversations.get({ clientId: 1 })).rows[0]).toEqual({
    ...{ id, from: 'office', text: 'Yes, gladly.', at: '2026-11-20T20:00:00.000Z', readAt: null },
  });
  const [mail] = mails(shop, 'office-message');
  expect(mail?.to).toBe('maria@example.com');
  expect(mail?.body).toContain('Yes, gladly.');
  expect(mail?.body).toContain('http://shop.test/my/messages');
});

test('rejects a message to nobody, an empty and a long one, and one to a merged client', async () => {
  const shop = await openWithClients();
  const { conversations: calls, clients } = shop.admin;
  await expect(calls.send({ clientId: 9, text: 'Hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(calls.get({ clientId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(calls.markRead({ clientId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(calls.send({ clientId: 1, text: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(calls.send({ clientId: 1, text: 'x'.repeat(4001) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await clients.merge({ id: 2, intoId: 1 });
  await expect(calls.send({ clientId: 2, text: 'Hi' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(shop.rows(clientMessages)).toEqual([]);
});

test('a merged client hands the messages on, read and unread', async () => {
  const shop = await openWithClients();
  write(shop, 2, 'From Jon');
  await shop.admin.conversations.markRead({ clientId: 2 });
  write(shop, 1, 'From Maria');
  write(shop, 2, 'From Jon again');
  await shop.admin.clients.merge({ id: 2, intoId: 1 });
  expect(shop.rows(conversations)).toEqual([{ clientId: 1, lastMessageId: 3, lastAt: '2026-11-20T20:00:00.000Z', unread: 2 }]);
  expect((await shop.admin.conversations.get({ clientId: 1 })).rows.map(({ text }) => text)).toEqual([
    'From Jon again',
    'From Maria',
    'From Jon',
  ]);
});
