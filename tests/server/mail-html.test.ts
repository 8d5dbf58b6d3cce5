import { expect, test } from 'vitest';
import { renderMailHtml } from '../../src/server/mail/html-part';
import { deliverDueMessages, queueMessage } from '../../src/server/mail/outbox';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { toCompany } from '../../src/shared/company-facts';
import { companyValues, getMessageText, listVariables, PURPOSES } from '../../src/shared/message-templates';
import { renderMessage } from '../../src/shared/message-text';
import { htmlFaultFinder } from '../support/html-faults';
import { MailServer } from '../support/mail-server';
import { openShop } from '../support/shop';

const company = toCompany(DEFAULT_FACTS);
const SITE = 'https://example.com';
const faultsIn = htmlFaultFinder({ extends: ['html-validate:standard'], rules: { 'no-inline-style': 'error' } });
const render = (body: string, more: Partial<Parameters<typeof renderMailHtml>[0]> = {}) =>
  renderMailHtml({ subject: 'A subject', body, footer: null, company, trusted: [SITE], ...more });
const buttonsIn = (html: string) =>
  [...html.matchAll(/<table class="press"[\s\S]*?<a href="([^"]+)">([^<]*)<\/a>/g)].map(([, url, label]) => [label, url]);
const withoutTags = (html: string) =>
  html
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<br>|<\/(p|td|li)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

test.each(PURPOSES)('renders the template %s as valid HTML with every word of its text, and at most one button', async (purpose) => {
  const samples = Object.fromEntries(listVariables(purpose, company).map(({ name, sample }) => [name, sample]));
  const { subject, body } = renderMessage(getMessageText(purpose, {}), { ...samples, ...companyValues(company) });
  const html = render(body, { subject });
  expect(await faultsIn(html)).toEqual([]);
  const shown = withoutTags(html);
  // A button holds its address, and a colon before it or between a name and its value is left out.
  for (const word of body.split(/\s+/)) if (!word.startsWith(SITE)) expect(shown).toContain(word.replace(/:$/, ''));
  for (const [url] of body.matchAll(/https:\/\/example\.com\S*/g)) expect(html).toContain(`href="${url}"`);
  expect(buttonsIn(html).length).toBeLessThanOrEqual(1);
  expect(html).toContain('<html lang="en-CA">');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).not.toMatch(/<(script|img|link)|@import|url\(/);
});

test.each([
  ['See your order: https://example.com/o/1', 'See your order', ''],
  ['We hold it until noon. Accept it here:\nhttps://example.com/w/1', 'Accept it here', 'We hold it until noon.'],
  [
    'You can move or cancel it yourself until 24 hours before it begins:\nhttps://example.com/m/1',
    'Open the page',
    'You can move or cancel it yourself until 24 hours before it begins:',
  ],
  ['https://example.com/review', 'Open the page', ''],
])('makes the button of %j', (block, label, before) => {
  const html = render(`Hello,\n\n${block}`);
  expect(buttonsIn(html).map(([name]) => name)).toEqual([label]);
  if (before) expect(html).toContain(`<p>${before}</p>`);
});

test('leads the button to the last trusted address only, and never to an address that a visitor wrote', () => {
  const html = render('Hello,\n\nA: https://example.com/a\n\nOpen it: https://example.com/b\n\nSee this: https://evil.example/c');
  expect(buttonsIn(html)).toEqual([['Open it', 'https://example.com/b']]);
  expect(buttonsIn(render('Hello,\n\nOpen it: https://example.com.evil.example/b'))).toEqual([]);
});

test('escapes names and texts', () => {
  const html = render('Hello <b>Ann</b> & "Co",\n\nName: <script>alert(1)</script>\n\n- <i>one</i>\n- two', {
    subject: '</title><script>',
    footer: 'A & B',
  });
  expect(html).not.toMatch(/<script|<b>|<i>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('A &amp; B');
});

test('shows facts as a table, a list as a list and the signature at the end', () => {
  const html = render(
    `Hello,\n\nTotal: $214.20\nDue date: December 4, 2026\n\nWe did:\n- Kitchen\n- Bathroom\n\n${companyValues(company).signature}`,
  );
  expect(html).toContain('<tr><td class="name">Due date</td><td class="value">December 4, 2026</td></tr>');
  expect(html).toContain('<p>We did:</p><ul><li>Kitchen</li><li>Bathroom</li></ul>');
  expect(html).toMatch(new RegExp(`<td class="end"><p>${company.name}<br>`.replace('&', '&amp;')));
});

test('sends each message as text and as HTML with its button', async () => {
  const shop = openShop({ hasMailServer: true });
  const server = await MailServer.start();
  const { deliver, close } = server.connect();
  const body = `Hello Ann,\n\nSee it: ${shop.ctx.origin}/store\n`;
  queueMessage(shop.ctx, {
    purpose: 'note',
    to: 'ann@example.com',
    subject: 'A note',
    body,
    relatedType: null,
    relatedId: null,
    dedupeKey: 'note',
  });
  await deliverDueMessages(shop.ctx, deliver);
  close();
  await server.stop();
  const mail = server.received[0];
  expect(mail?.raw).toContain('multipart/alternative');
  expect(mail?.mail.text?.trim()).toBe(body.trim());
  expect(buttonsIn(mail?.mail.html ?? '')).toEqual([['See it', `${shop.ctx.origin}/store`]]);
});
