import { describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { invoicePath, quotePath, receiptPath } from '../../src/shared/invoices';
import { BRIGHT } from '../support/bright';
import { appOf, parsePage, type Shop } from '../support/http';
import { INVOICE } from '../support/invoice-inputs';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

/** Facts of the default company that Bright's pages must not show. Its director stays. */
const OURS = /Sage &(amp;)? Pine|555-0142|hello@sageandpine|Kamloops|8AM-10PM/;
const PAGES = ['/', '/store', '/marketplace', '/checkout', '/appointments', '/company-profile', '/facebook-cover'];

const get = (shop: Shop, address: string) => shop.request('GET', address);
const htmlOf = async (shop: Shop, address: string): Promise<string> => (await get(shop, address)).text();

describe('a renamed company', () => {
  test.each(PAGES)('appears on %s at once in place of the cached page', async (address) => {
    const shop = openShop();
    const first = await get(shop, address);
    expect(await first.text()).toContain('Sage &amp; Pine Cleaning');
    await shop.admin.settings.save({ company: BRIGHT });
    const changed = await get(shop, address);
    expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'));
    const page = parsePage(await changed.text());
    expect(page.title).toContain('Bright & Rooms');
    expect(page.querySelector('meta[property="og:site_name"]')?.getAttribute('content')).toBe('Bright & Rooms');
    expect(page.querySelector('header a[href="/"]')?.textContent).toBe('Bright & Rooms');
    const foot = [...page.querySelectorAll('footer')].at(-1)?.textContent;
    for (const fact of ['Okanagan, Shuswap', 'Mon-Fri 7:30AM-5PM', 'Sat-Sun 10AM-2PM', '5 Main St, Vernon, British Columbia V1T 2L5'])
      expect(foot).toContain(fact);
    expect(await htmlOf(shop, address)).not.toMatch(OURS);
  });

  test('appears in the structured data with its address, number and hours', async ({ shop }) => {
    await shop.admin.settings.save({ company: BRIGHT });
    const page = parsePage(await (await get(shop, '/')).text());
    const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
    expect(data).toMatchObject({
      name: 'Bright & Rooms',
      telephone: '+16045550101',
      email: 'us@bright.example',
      areaServed: ['Okanagan', 'Shuswap'],
      address: { streetAddress: '5 Main St', addressLocality: 'Vernon', addressRegion: 'British Columbia', postalCode: 'V1T 2L5' },
      logo: 'http://shop.test/logo.png',
    });
    expect(data.geo).toBeUndefined();
    expect(data.openingHoursSpecification.map(({ opens, closes }: Record<string, string>) => `${opens} ${closes}`)).toEqual([
      '07:30 17:00',
      '10:00 14:00',
    ]);
    await shop.admin.settings.save({ company: DEFAULT_FACTS });
    const ours = JSON.parse(
      parsePage(await (await get(shop, '/')).text()).querySelector('script[type="application/ld+json"]')?.textContent ?? '',
    );
    expect(ours.geo).toMatchObject({ latitude: 50.6745, longitude: -120.3273 });
    expect(ours.address).toEqual({ '@type': 'PostalAddress', addressLocality: 'Kamloops', addressRegion: 'BC', addressCountry: 'CA' });
  });

  test('is sent to the browser with the page, without facts that no page shows', async ({ shop }) => {
    await shop.admin.settings.save({ company: { ...BRIGHT, gstNumber: '123456789 RT0001', pstNumber: 'PST-1000' } });
    for (const address of ['/', '/admin', '/team-login']) {
      const html = await (await get(shop, address)).text();
      expect(html, address).toContain('"us@bright.example"');
      expect(html, address).not.toMatch(/RT0001|PST-1000/);
    }
  });

  test('appears on the pages of orders and of dead booking links', async ({ shop }) => {
    await shop.admin.settings.save({ company: BRIGHT });
    const page = parsePage(await (await get(shop, `/manage/${'A'.repeat(22)}`)).text());
    expect(page.title).toContain('Bright & Rooms');
    expect(page.querySelector('main a[href="tel:+16045550101"]')?.textContent).toBe('(604) 555-0101');
  });

  test('appears in the printed profile and in a new PDF', async ({ shop }) => {
    const app = appOf(shop);
    const pdf = async () => {
      const answer = await app.request('/company-profile.pdf');
      return { name: answer.headers.get('content-disposition'), bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const [first, again] = [await pdf(), await pdf()];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    await shop.admin.settings.save({ company: BRIGHT });
    const changed = await pdf();
    expect(changed.bytes.equals(first.bytes)).toBe(false);
    expect(changed.name).toBe('inline; filename="Bright-Rooms-Company-Profile.pdf"');
    const copy = await htmlOf(shop, '/company-profile/print');
    for (const fact of ['Bright &amp; Rooms', 'Lumby', 'us@bright.example', 'Mon-Fri 7:30AM-5PM']) expect(copy).toContain(fact);
    expect(copy).not.toMatch(OURS);
  });

  test('appears on its papers and in its mail, also where settings were saved with the default facts', async ({ shop }) => {
    const { admin, visitor } = shop;
    const { paymentInstructions, links, privacy, terms, hero } = await admin.settings.get();
    const cheque = 'Please hand us your cheque.';
    const facebook = 'https://facebook.com/bright';
    await admin.settings.save({
      paymentInstructions: { ...paymentInstructions, cheque },
      links: { ...links, facebook },
      privacy: { ...privacy, isReviewed: true },
      terms: { ...terms, isReviewed: true },
      hero: { ...hero, headline: 'Rooms that shine' },
    });
    await admin.settings.save({ company: BRIGHT });
    const { id } = await admin.invoices.create({ ...INVOICE, customerAddress: '5 Oak St, Vernon' });
    await admin.invoices.email({ invoiceId: id, customerEmail: 'maria@example.com' });
    await admin.invoices.update({ id, status: 'paid', paymentMethod: 'cash' });
    await admin.invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
    await visitor.quotes.submit({ ...QUOTE, address: '5 Oak St, Vernon' });
    for (const { subject, body, attachments } of shop.rows(outbox)) expect(`${subject} ${body} ${attachments}`).not.toMatch(OURS);
    for (const address of ['/', '/privacy', '/terms']) expect(await htmlOf(shop, address)).not.toMatch(OURS);
    const { cookie } = await shop.logIn();
    for (const path of [invoicePath(1), receiptPath(1), quotePath(1)]) {
      const paper = await (await shop.request('GET', path, { headers: { cookie } })).text();
      expect(paper).toContain('us@bright.example');
      expect(paper).not.toMatch(OURS);
    }
    const saved = await admin.settings.get();
    expect(saved.paymentInstructions).toMatchObject({ interac: expect.stringContaining('us@bright.example'), cheque });
    expect(saved.links).toMatchObject({ facebook, instagram: '', map: expect.stringContaining('Vernon') });
    expect(saved.hero).toEqual({ headline: 'Rooms that shine', lead: expect.stringContaining('Vernon') });
    expect([saved.privacy.isReviewed, saved.interacAddresses]).toEqual([true, ['us@bright.example']]);
  });

  test('names the installed app', async ({ shop }) => {
    const manifest = async () => {
      const answer = await get(shop, '/manifest.webmanifest');
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-type')).toContain('application/manifest+json');
      return (await answer.json()) as Record<string, unknown>;
    };
    expect(await manifest()).toMatchObject({
      name: 'Sage & Pine Cleaning',
      short_name: 'Sage & Pine',
      start_url: '/',
      display: 'standalone',
    });
    await shop.admin.settings.save({ company: BRIGHT });
    const changed = await manifest();
    expect(changed).toMatchObject({ name: 'Bright & Rooms', short_name: 'Bright' });
    expect(JSON.stringify(changed)).not.toMatch(OURS);
  });

  test('stays text everywhere when its name has markup', async ({ shop }) => {
    await shop.admin.settings.save({ company: { ...BRIGHT, name: '</script><img src=x onerror=alert(1)>', street: '<b>5</b>' } });
    for (const address of [...PAGES, '/company-profile/print']) {
      const page = parsePage(await (await get(shop, address)).text());
      expect(page.querySelector('img[src=x], [onerror]'), address).toBeNull();
      expect(page.title).toContain('</script><img src=x onerror=alert(1)>');
    }
  });

  test('appears with its own number in rejections of visitors', async ({ shop }) => {
    await shop.admin.settings.save({ company: BRIGHT, manageCutoffHours: 720 });
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-24' });
    const { manageUrl } = await shop.visitor.booking.book({
      slotId: rows[0]?.id ?? 0,
      clientName: 'Maria Santos',
      clientEmail: 'maria@example.com',
      clientPhone: '(250) 555-0133',
      clientAddress: '12 Seymour St',
    });
    const token = manageUrl.split('/').at(-1) ?? '';
    await expect(shop.visitor.booking.cancelManaged({ token, reason: 'We are away' })).rejects.toMatchObject({
      message: expect.stringContaining('(604) 555-0101'),
    });
  });
});
