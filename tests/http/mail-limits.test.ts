import { eq, lte } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activity, appointmentBookings, outbox } from '../../db/schema';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { CLIENT, slotOf } from '../support/booking';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { openShop, QUOTE } from '../support/shop';

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('mail of the office', () => {
  test('is limited to sixty messages an hour, and rejected messages do not count', async () => {
    const { call } = await openOffice({ isLimited: true });
    const send = () => call('POST', '/trpc/mail.sendTest', { to: 'maria@example.com' });
    for (let i = 0; i < 3; i++) expect((await call('POST', '/trpc/mail.sendTest', { to: 'nobody' })).status).toBe(400);
    for (let i = 0; i < 3; i++)
      await refusalOf(await call('POST', '/api/email-invoice', { invoiceId: 99, customerEmail: 'maria@example.com' }), 404);
    for (let i = 0; i < 60; i++) expect((await send()).status).toBe(200);
    expect((await send()).headers.get('retry-after')).toMatch(/^3[56]\d\d$/);
    await refusalOf(await call('POST', '/api/email-invoice', { invoiceId: 99, customerEmail: 'maria@example.com' }), 429);
  });
});

describe('a flood of bookings', () => {
  test('is logged once an hour, from the twenty-first booking on', async () => {
    const shop = openShop({ isLimited: true });
    const floods = () => shop.db.select().from(activity).where(eq(activity.verb, 'booking.flood')).all();
    const book = async (number: number) => {
      const slot = await slotOf(shop, `2026-12-${String(1 + (number % 28)).padStart(2, '0')}`);
      const person = { clientEmail: `${number}@example.com`, clientPhone: `(250) 555-${1000 + number}` };
      const body = { ...CLIENT, ...person, slotId: slot.id };
      await bodyOf(await shop.request('POST', '/api/appointment-bookings', { body, headers: from(`203.0.113.${number}`) }), 201);
    };
    for (let number = 0; number < 20; number++) await book(number);
    expect(floods()).toHaveLength(0);
    for (let number = 20; number < 23; number++) await book(number);
    expect(floods()).toEqual([expect.objectContaining({ data: JSON.stringify({ made: 21 }) })]);
    // Not when one booking leaves the hour as the next enters it, but again for a flood that lasts an hour.
    shop.db.update(appointmentBookings).set({ createdAt: '2026-01-01T00:00:00.000Z' }).where(lte(appointmentBookings.id, 3)).run();
    await book(23);
    expect(floods()).toHaveLength(1);
    // An entry written while the clock was a year ahead does not silence the next one.
    shop.db
      .insert(activity)
      .values({
        at: '2027-11-20T20:00:00.000Z',
        actorKind: 'visitor',
        verb: 'booking.flood',
        entityType: 'booking',
        entityId: 'all',
        data: '{}',
      })
      .run();
    shop.clock.advance(61);
    for (let number = 24; number < 46; number++) await book(number);
    expect(floods()).toHaveLength(3);
  });
});

describe('mail to one address', () => {
  const open = () => openShop({ isLimited: true, hasMailServer: true });
  const ask = async (shop: Shop, number: number, email: string) =>
    bodyOf(await shop.request('POST', '/api/contact', { body: { ...QUOTE, email }, headers: from(`203.0.113.${number % 200}`) }), 201);
  const mailTo = (shop: Shop, pattern: RegExp) => shop.rows(outbox).filter(({ to }) => pattern.test(to));

  test('is sent twelve times an hour and thirty times a day for all spellings; the rest is kept and the owner notified', async () => {
    const shop = open();
    const spellings = ['ann.lee@gmail.com', 'AnnLee+a@gmail.com', 'annlee@googlemail.com'];
    for (let number = 0; number < 14; number++) await ask(shop, number, spellings[number % 3] ?? '');
    const statuses = () => mailTo(shop, /ann\.?lee.*@g/i).map(({ status, lastError }) => [status, lastError]);
    const kept = (words: string) => ['stored', `Kept back: this address got ${words}.`];
    expect(statuses().slice(11)).toEqual([['queued', null], kept('12 messages within an hour'), kept('12 messages within an hour')]);
    const notices = () => shop.db.select().from(outbox).where(eq(outbox.purpose, 'messages-kept')).all();
    expect(notices()).toMatchObject([
      { to: DEFAULT_FACTS.email, status: 'queued', body: expect.stringContaining('12 messages within an hour') },
      {},
    ]);
    expect(mailTo(shop, /spc|sage/i).filter(({ purpose, status }) => purpose === 'new-quote' && status === 'queued')).toHaveLength(14);
    // Messages that were kept do not count, and other addresses are not affected.
    await ask(shop, 20, 'ann.lee@example.com');
    expect(mailTo(shop, /example\.com/)).toMatchObject([{ status: 'queued' }]);
    for (const hour of [1, 2]) {
      shop.clock.advance(61);
      for (let number = 0; number < 12; number++) await ask(shop, 30 * hour + number, 'annlee@gmail.com');
    }
    expect(statuses().filter(([status]) => status === 'queued')).toHaveLength(30);
    expect(statuses().at(-1)).toEqual(kept('30 messages within a day'));
    expect(notices()).toHaveLength(3);
    shop.clock.advance(1440);
    await ask(shop, 100, 'annlee@gmail.com');
    expect(statuses().at(-1)).toEqual(['queued', null]);
  });

  test('can be read and sent by the owner when it was kept', async () => {
    const shop = open();
    for (let number = 0; number < 13; number++) await ask(shop, number, 'ann@example.com');
    const [kept] = (await shop.admin.mail.list({ view: 'kept' })).rows;
    expect(kept).toMatchObject({ to: 'ann@example.com', purpose: 'quote-received', lastError: expect.stringMatching(/^Kept back/) });
    expect(await shop.admin.drafts.retry({ id: kept?.id ?? 0 })).toMatchObject({ status: 'queued', lastError: null });
  });

  test('is not limited for the office', async () => {
    const shop = open();
    for (let number = 0; number < 13; number++) await shop.admin.quotes.submit({ ...QUOTE, email: 'ann@example.com' });
    expect(mailTo(shop, /ann@/).every(({ status }) => status === 'queued')).toBe(true);
  });
});

describe('bookings of one person', () => {
  test('are made, moved and cancelled ten times a day by e-mail or phone, without limiting the office', async () => {
    const shop = openShop({ isLimited: true });
    let number = 0;
    const call = (method: string, path: string, body: unknown) =>
      shop.request(method, path, { body, headers: from(`203.0.113.${number++}`) });
    const days = ['2026-12-01', '2026-12-02', '2026-12-03'];
    const book = async (day: string, person: object) =>
      call('POST', '/api/appointment-bookings', { ...CLIENT, ...person, slotId: (await slotOf(shop, day)).id });
    const [gmail, other] = [{ clientEmail: 'ann.lee@gmail.com' }, { clientEmail: 'ann@example.com' }];
    const { id } = await bodyOf<{ id: number }>(await book(days[0] ?? '', { ...gmail, clientPhone: '(250) 555-0177' }), 201);
    const { manageToken: token } = shop.db.select().from(appointmentBookings).where(eq(appointmentBookings.id, id)).get() ?? {
      manageToken: '',
    };
    const move = async (day: string) => call('POST', `/trpc/booking.moveManaged`, { token, slotId: (await slotOf(shop, day)).id });
    for (let turn = 1; turn <= 8; turn++) expect((await move(days[turn % 3] ?? '')).status).toBe(200);
    // The tenth, by the same phone with another e-mail address.
    const tenth = { ...other, clientPhone: '250-555-0177 x 4' };
    await bodyOf(await book('2026-12-04', tenth), 201);
    const refused = await move(days[0] ?? '');
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400);
    expect((await refusalOf(refused, 429)).message).toMatch(
      /^You have changed your bookings 10 times today\. To change more, please call us at/,
    );
    await refusalOf(await book('2026-12-05', { clientEmail: 'lee@example.com', clientPhone: '+1 250 555 0177' }), 429);
    await bodyOf(await book('2026-12-05', { clientEmail: 'lee@example.com', clientPhone: '(250) 555-0199' }), 201);
    await refusalOf(await call('POST', '/trpc/booking.cancelManaged', { token }), 429);
    await shop.admin.booking.setStatus({ id, status: 'cancelled', reason: 'Asked by phone' });
    shop.clock.advance(1440);
    await bodyOf(await book('2026-12-05', { ...gmail, clientPhone: '(250) 555-0177' }), 201);
  });
});
