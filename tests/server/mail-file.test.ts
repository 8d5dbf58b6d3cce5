import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { attachVisit } from '../../src/server/mail/messages/calendar-entry';
import { deliverDueMessages, queueMessage } from '../../src/server/mail/outbox';
import { company, DEFAULT_FACTS } from '../../src/shared/company';
import { MailServer } from '../support/mail-server';
import { openShop } from '../support/shop';

const PDF = randomBytes(70_001);
const NOTE = {
  purpose: 'note',
  to: 'maria@example.com',
  subject: 'Grüße, 김 🧽',
  body: 'Größe\n.\nFrom here: a line.\n',
  relatedType: 'quote',
  relatedId: 1,
  dedupeKey: 'note:1',
  attachments: [
    { filename: 'SPC012 – Zoë.pdf', contentType: 'application/pdf', content: PDF.toString('base64'), encoding: 'base64' as const },
    { filename: 'booking.ics', contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR\r\nX:Größe\r\nEND:VCALENDAR\r\n' },
  ],
};
const VISIT = {
  uid: 'SPC-1',
  sequence: 1,
  bounds: ['2026-11-24T18:00:00.000Z', '2026-11-24T20:00:00.000Z'] as [string, string],
  createdAt: '2026-11-20T20:00:00.000Z',
  changedAt: '2026-11-20T20:00:00.000Z',
  service: 'Residential',
  address: '12 Seymour St, Kamloops',
  description: 'Reference: SPC-1',
  person: { name: 'Maria Santos', email: 'maria@example.com' },
  isCancelled: false,
};
const open = async () => {
  const shop = openShop({ hasMailServer: true });
  const { token } = await shop.logIn();
  return { shop, get: (path: string, by: string | undefined = token) => shop.request('GET', path, by ? { token: by } : {}) };
};
const filesOf = (mail: Awaited<ReturnType<typeof PostalMime.parse>>) =>
  mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)] as const);

test('downloads a message as an .eml file with identical attachments', async () => {
  const { shop, get } = await open();
  queueMessage(shop.ctx, NOTE);
  const answer = await get('/documents/message/1.eml');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'message/rfc822',
    'content-disposition': 'attachment; filename="message-1.eml"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const mail = await PostalMime.parse(bytes);
  expect(mail).toMatchObject({
    subject: NOTE.subject,
    from: { name: company.name, address: company.email },
    to: [{ address: NOTE.to }],
    messageId: shop.db.select().from(outbox).get()?.messageId,
    date: '2026-11-20T20:00:00.000Z',
  });
  expect(mail.text?.trimEnd()).toBe(NOTE.body.trimEnd());
  const [pdf, entry] = filesOf(mail);
  expect(pdf?.[0]).toBe('SPC012 – Zoë.pdf');
  expect(pdf?.[1].equals(PDF)).toBe(true);
  expect(entry?.[0]).toBe('booking.ics');
});

test('the file equals the sent mail, with the current company name as sender', async () => {
  const { shop, get } = await open();
  const server = await MailServer.start();
  const post = server.connect();
  queueMessage(shop.ctx, { ...NOTE, attachments: [...NOTE.attachments, attachVisit('visit.ics', VISIT, 'PUBLISH')] });
  shop.clock.advance(3);
  await deliverDueMessages(shop.ctx, post.deliver);
  post.close();
  await server.stop();
  await shop.admin.settings.save({ company: { ...DEFAULT_FACTS, name: 'Clear & Bright', email: 'office@clear.example' } });
  const [sent] = server.received;
  const file = await PostalMime.parse(await (await get('/documents/message/1.eml')).arrayBuffer());
  expect(file).toMatchObject({
    messageId: sent?.mail.messageId,
    subject: sent?.mail.subject,
    text: sent?.mail.text,
    from: { name: 'Clear & Bright', address: 'office@clear.example' },
    date: '2026-11-20T20:03:00.000Z',
  });
  expect(sent && filesOf(sent.mail)[0]?.[1].equals(PDF)).toBe(true);
  // Its files stay as they were sent.
  const [, , made] = filesOf(file);
  expect(made?.[1].toString()).toContain(`SUMMARY:Residential\\, ${company.name}`);
  expect(made).toEqual(sent && filesOf(sent.mail)[2]);
});

test('is available to the office only, and only for existing mails', async () => {
  const { shop, get } = await open();
  queueMessage(shop.ctx, NOTE);
  const refused = await get('/documents/message/1.eml', '');
  expect([refused.status, await refused.text()]).toEqual([401, expect.not.stringContaining('maria')]);
  queueMessage(shop.ctx, { ...NOTE, channel: 'sms', to: '+12505550133', dedupeKey: 'text' });
  for (const id of [2, 3]) expect((await get(`/documents/message/${id}.eml`)).status).toBe(404);
  expect((await get('/documents/message/99999999999999999999.eml')).status).toBe(400);
  for (const path of ['/documents/message/1', '/documents/message/1.txt', '/documents/message/x.eml', '/documents/message/..%2f1.eml'])
    expect((await get(path)).status, path).toBe(404);
});
