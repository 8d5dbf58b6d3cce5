import { beforeEach, describe, expect, test } from 'vitest';
import { marketingRecipients, outbox } from '../../db/schema';
import { findBasis } from '../../src/server/consents/service';
import { writeDraft } from '../../src/server/mail/drafts';
import { deliverDueMessages, queueMessage } from '../../src/server/mail/outbox';
import { parsePage } from '../support/http';
import { MailServer } from '../support/mail-server';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop, type Shop } from '../support/shop';

const EMAIL = 'maria@example.com';
const VALUES = { customerName: 'Maria', lastVisit: 'Wednesday, September 2, 2026', bookingLink: 'http://shop.test/appointments' };

let shop: Shop;
beforeEach(async () => {
  shop = openShop({ hasMailServer: true });
  await shop.admin.consents.record({ email: EMAIL, source: 'said on the phone' });
});

const write = (dedupeKey: string, to = EMAIL) =>
  writeDraft(shop.ctx, { purpose: 'lead-lapsed', to, values: VALUES, relatedType: null, relatedId: null, dedupeKey });
const tokenOf = (email = EMAIL) => {
  const row = shop.rows(marketingRecipients).find((found) => found.email === email);
  if (!row) throw new Error(`nothing was written to ${email}`);
  return row.token;
};
const statuses = () => shop.rows(outbox).map(({ status }) => status);
const basis = (email = EMAIL) => findBasis(shop.ctx, email)?.basis;

describe('the link of a marketing message', () => {
  test('shows a button and changes nothing when opened', async () => {
    write('1');
    const response = await shop.request('GET', `/unsubscribe/${tokenOf()}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(
      `<form method="post" action="/unsubscribe/${tokenOf()}"><button type="submit">Unsubscribe</button></form>`,
    );
    expect(basis()).toBe('express');
    expect(statuses()).toEqual(['draft']);
  });

  test('unsubscribes by its button, without a login, and confirms it on a small page', async () => {
    write('1');
    const response = await shop.request('POST', `/unsubscribe/${tokenOf()}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toContain('text/html');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("form-action 'self'");
    const page = await response.text();
    expect(page).toContain('<h1>You are unsubscribed</h1>');
    expect(page).toContain('<html lang="en-CA">');
    expect(page).toContain(
      `<form method="post" action="/unsubscribe/${tokenOf()}/again"><button type="submit">Subscribe again</button></form>`,
    );
    expect(page).toContain('Sage &amp; Pine Cleaning');
    expect(page).not.toContain(EMAIL);
    expect(basis()).toBeUndefined();
  });

  test('works as the one-click call of a mail program, any number of times', async () => {
    write('1');
    for (let times = 0; times < 3; times += 1) {
      const response = await shop.app.request(`http://shop.test/unsubscribe/${tokenOf()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
    }
    expect(basis()).toBeUndefined();
    expect(shop.db.$client.prepare("select count(*) from activity where verb = 'consent.withdrawn'").pluck().get()).toBe(1);
  });

  test('does nothing for a program that only checks the page', async () => {
    write('1');
    expect((await shop.request('HEAD', `/unsubscribe/${tokenOf()}`)).status).toBe(200);
    expect(basis()).toBe('express');
  });

  test('cancels waiting messages to the person, and no others', async () => {
    await shop.admin.consents.record({ email: 'lee@example.com', source: 'fair' });
    for (const key of ['1', '2']) write(key);
    write('3', 'lee@example.com');
    await shop.admin.drafts.approve({ id: 2 });
    const note = { purpose: 'order-received', subject: 'S', body: 'B', relatedType: null, relatedId: null };
    queueMessage(shop.ctx, { ...note, to: EMAIL, dedupeKey: 'order' });
    await shop.request('POST', `/unsubscribe/${tokenOf()}`);
    expect(statuses()).toEqual(['cancelled', 'suppressed', 'draft', 'queued']);
    expect((await shop.admin.mail.list({ view: 'stopped' })).rows).toMatchObject([
      { id: 2, lastError: 'They unsubscribed.' },
      { id: 1, lastError: 'They unsubscribed.' },
    ]);
    const sent: string[] = [];
    await deliverDueMessages(shop.ctx, async ({ subject }) => void sent.push(subject));
    expect(sent).toEqual(['S']);
    expect(write('4')).toBe('call-only');
  });

  test('cancels waiting messages to their merged addresses too', async () => {
    insertRow(shop.db, 'clients', { email: 'new@example.com' });
    insertRow(shop.db, 'clients', { email: EMAIL, merged_into_id: 1 });
    write('1');
    expect(write('2', 'new@example.com')).toBe('draft');
    await shop.request('POST', `/unsubscribe/${tokenOf('new@example.com')}`);
    expect(statuses()).toEqual(['cancelled', 'cancelled']);
  });

  test('lets them subscribe again, which counts as express consent', async () => {
    write('1');
    await shop.request('POST', `/unsubscribe/${tokenOf()}`);
    const response = await shop.request('POST', `/unsubscribe/${tokenOf()}/again`, { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1>Welcome back</h1>');
    expect(await shop.admin.consents.find({ email: EMAIL })).toMatchObject({
      basis: { basis: 'express', source: 'subscribed again by the link of a message' },
      unsubscribedAt: null,
    });
    // Cancelled messages stay cancelled.
    expect(statuses()).toEqual(['cancelled']);
  });

  test('rejects subscribing from other sites', async () => {
    write('1');
    await shop.request('POST', `/unsubscribe/${tokenOf()}`);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await shop.request('POST', `/unsubscribe/${tokenOf()}/again`, { headers })).status).toBe(403);
    expect(basis()).toBeUndefined();
  });
});

describe('an invalid link', () => {
  test.each(['nonsense', 'A'.repeat(22), '%00', '..%2f..%2fadmin', 'x'.repeat(500), '%F0%9F%A7%BD'])(
    '%s gets a friendly page',
    async (token) => {
      for (const [method, path] of [
        ['GET', `/unsubscribe/${token}`],
        ['POST', `/unsubscribe/${token}`],
        ['POST', `/unsubscribe/${token}/again`],
      ] as const) {
        const response = await shop.request(method, path);
        expect(response.status).toBe(404);
        const page = await response.text();
        expect(page).toContain('<h1>This link does not work</h1>');
        expect(page).not.toContain('<form');
        expect(page).not.toContain(token);
      }
      expect(basis()).toBe('express');
    },
  );

  test('is limited: after thirty misses the caller must wait, also with a valid one', async () => {
    shop = openShop({ isLimited: true });
    await shop.admin.consents.record({ email: EMAIL, source: 'fair' });
    write('1');
    for (let times = 0; times < 30; times += 1) expect((await shop.request('GET', `/unsubscribe/miss-${times}`)).status).toBe(404);
    const refused = await shop.request('GET', `/unsubscribe/${tokenOf()}`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(basis()).toBe('express');
    const elsewhere = { headers: { 'x-forwarded-for': '198.51.100.7' } };
    expect((await shop.request('GET', `/unsubscribe/${tokenOf()}`, elsewhere)).status).toBe(200);
  });

  test('is not indexed', async () => {
    expect(await (await shop.request('GET', '/robots.txt')).text()).toContain('Disallow: /unsubscribe/');
  });
});

test('sends the link and the headers of RFC 8058 with marketing messages only', async () => {
  const server = await MailServer.start();
  const { deliver, close } = server.connect();
  try {
    await shop.admin.settings.save({ company: ADDRESSED });
    write('1');
    await shop.admin.drafts.edit({ id: 1, subject: 'S', body: 'No link in here.' });
    await shop.admin.drafts.approve({ id: 1 });
    const plain = { purpose: 'p', to: 'lee@example.com', subject: 'S', body: 'B\n', relatedType: null, relatedId: null, dedupeKey: 'p' };
    queueMessage(shop.ctx, plain);
    await deliverDueMessages(shop.ctx, deliver);
    const [mail, other] = server.received;
    const url = `http://shop.test/unsubscribe/${tokenOf()}`;
    const header = (received: typeof mail, name: string) => received?.mail.headers.find(({ key }) => key === name)?.value;
    expect(header(mail, 'list-unsubscribe')).toBe(`<${url}>`);
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, button = ''] = /press (\w+) on this page: (\S+)/.exec(mail?.mail.text ?? '') ?? [];
    expect(mail?.mail.text).toContain(`press ${button} on this page: ${url}`);
    const page = parsePage(await (await shop.request('GET', new URL(url).pathname)).text());
    expect(page.querySelector('form button')?.textContent).toBe(button);
    expect(header(other, 'list-unsubscribe')).toBeUndefined();
    expect(other?.mail.text?.trimEnd()).toBe('B');
  } finally {
    close();
    await server.stop();
  }
});
