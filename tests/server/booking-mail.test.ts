import { afterEach, test as base, beforeEach, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { company } from '../../src/shared/company';
import { bookSlot, CLIENT, slotOf } from '../support/booking';
import { MailServer } from '../support/mail-server';
import { openShop, type Shop } from '../support/shop';

const test = base.extend('shop', () => openShop({ hasMailServer: true }));

const LATER = '2026-11-25';

let server: MailServer;
let post: ReturnType<MailServer['connect']>;
beforeEach(async () => {
  server = await MailServer.start();
  post = server.connect();
});
afterEach(async () => {
  post.close();
  await server.stop();
});
/** The entries of a calendar file by name, with long lines put together again (RFC 5545 §3.1). */
const entriesOf = (text: string) => {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = text.replaceAll('\r\n ', '').trim().split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(/[;:]/, 1)[0], line.slice(line.indexOf(':') + 1)]));
};
const received = async (shop: Shop) => {
  await deliverDueMessages(shop.ctx, post.deliver);
  return server.received.splice(0).map(({ mail, recipients, raw }) => {
    const [file] = mail.attachments;
    // As it was sent: the parser gives line ends of its own to a calendar file.
    const [, packed] = /filename=\S+\r\n\r\n([\w+/=\r\n]+)/.exec(raw) ?? [];
    const content = Buffer.from(packed ?? '', 'base64').toString();
    const entry = content.startsWith('BEGIN') ? entriesOf(content) : undefined;
    return { to: recipients[0], subject: mail.subject, text: mail.text ?? '', file, content, entry };
  });
};

test('a confirmation attaches a calendar entry that a move and a cancellation update', async ({ shop }) => {
  const booked = await bookSlot(shop, (await slotOf(shop)).id, { specialRequests: 'One dog.' });
  const link = `http://shop.test/manage/${booked.token}`;
  const [confirmed, news] = await received(shop);
  expect(confirmed).toMatchObject({
    to: CLIENT.clientEmail,
    subject: 'Your booking is confirmed: Tuesday, November 24, 2026, 10:00 a.m. to 12:00 p.m.',
    file: { filename: 'booking.ics', mimeType: 'text/calendar', disposition: 'attachment' },
  });
  for (const words of [
    booked.bookingReference,
    'Tuesday, November 24, 2026',
    '10:00 a.m. to 12:00 p.m.',
    'Residential Cleaning',
    CLIENT.clientAddress,
    'One dog.',
    link,
    '24 hours',
    company.phone.display,
    '15% off',
    'our crew arrives',
  ])
    expect(confirmed?.text).toContain(words);
  const entry = {
    METHOD: 'REQUEST',
    UID: `${booked.bookingReference}@shop.test`,
    SEQUENCE: '0',
    DTSTAMP: '20261120T200000Z',
    DTSTART: '20261124T170000Z',
    DTEND: '20261124T190000Z',
    SUMMARY: `Residential Cleaning\\, ${company.name}`,
    LOCATION: '12 Seymour St\\, Kamloops',
    ORGANIZER: `mailto:${company.email}`,
    ATTENDEE: `MAILTO:${CLIENT.clientEmail}`,
    STATUS: 'CONFIRMED',
  };
  expect(confirmed?.entry).toMatchObject(entry);
  expect(confirmed?.entry?.DESCRIPTION).toContain(link);
  expect(news).toMatchObject({ to: company.email, file: undefined });
  for (const words of [CLIENT.clientName, CLIENT.clientPhone, 'http://shop.test/bookings?booking=1']) expect(news?.text).toContain(words);
  expect(news?.text).not.toContain('estimate');

  shop.clock.advance(60);
  await shop.visitor.booking.moveManaged({ token: booked.token, slotId: (await slotOf(shop, LATER, '18:00-20:00')).id });
  const [moved, movedNews] = await received(shop);
  const movedEntry = {
    ...entry,
    SEQUENCE: '1',
    DTSTAMP: '20261120T210000Z',
    DTSTART: '20261126T010000Z',
    DTEND: '20261126T030000Z',
  };
  expect(moved).toMatchObject({ to: CLIENT.clientEmail, entry: movedEntry });
  for (const words of ['Wednesday, November 25, 2026', '6:00 p.m. to 8:00 p.m.', 'Tuesday, November 24, 2026', link])
    expect(moved?.text).toContain(words);
  expect(movedNews).toMatchObject({ to: company.email, file: undefined, text: expect.stringContaining('/bookings?booking=1') });

  shop.clock.advance(60);
  await shop.visitor.booking.cancelManaged({ token: booked.token, reason: 'We are away' });
  const [cancelled, cancelledNews] = await received(shop);
  expect(cancelled).toMatchObject({
    to: CLIENT.clientEmail,
    entry: { ...movedEntry, METHOD: 'CANCEL', STATUS: 'CANCELLED', SEQUENCE: '2', DTSTAMP: '20261120T220000Z' },
  });
  expect(cancelled?.text).toContain('We are away');
  expect(cancelledNews).toMatchObject({ to: company.email, text: expect.stringContaining('We are away') });
  expect(await received(shop)).toEqual([]);
});

test('a message keeps typed characters and gains no header lines', async ({ shop }) => {
  const { id } = await slotOf(shop);
  const typed = {
    clientName: 'Zoë "The; Boss", \\ 김 🧽',
    clientAddress: `1; Main, St \\ "x" ${'Größe '.repeat(20)}`,
    specialRequests: 'END:VEVENT\r\nATTENDEE:mailto:victim@example.com\n.\nBye',
  };
  await bookSlot(shop, id, typed);
  const [confirmed] = await received(shop);
  expect(confirmed?.text).toContain(`Hello ${typed.clientName},`);
  expect(confirmed?.text).toContain(typed.clientAddress.trim());
  const { LOCATION, ATTENDEE } = confirmed?.entry ?? {};
  expect(LOCATION?.replace(/\\([\\;,])/g, '$1')).toBe(typed.clientAddress);
  expect(ATTENDEE).toBe(`MAILTO:${CLIENT.clientEmail}`);
  expect(confirmed?.content.match(/^(BEGIN|END|ATTENDEE)/gm)).toEqual(['BEGIN', 'BEGIN', 'ATTENDEE', 'END', 'END']);
  expect(confirmed?.content.replaceAll('\r\n ', '')).toContain(`CN="Zoë 'The; Boss', ' 김 🧽"`);
});

test('a confirmation states until when the booking can be changed, as set by the owner', async ({ shop }) => {
  const { id } = await slotOf(shop);
  for (const manageCutoffHours of [0, 1]) {
    await shop.admin.settings.save({ manageCutoffHours });
    await bookSlot(shop, id);
  }
  const texts = (await received(shop)).filter(({ to }) => to === CLIENT.clientEmail).map(({ text }) => text);
  expect(texts[0]).toContain('yourself until it begins');
  expect(texts[1]).toContain('yourself until 1 hour before it begins');
});

test('the mailer reads no file or URL that a message names', async ({ shop }) => {
  await bookSlot(shop, (await slotOf(shop)).id);
  const evil = [{ filename: 'a.ics', contentType: 'text/calendar', content: 'text', path: '/etc/hostname', href: 'http://127.0.0.1:1/' }];
  shop.db
    .update(outbox)
    .set({ attachments: JSON.stringify(evil) })
    .run();
  const [first] = await received(shop);
  expect(first?.content).toBe('text');
});
