import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { BRIGHT } from '../support/bright';
import { bodyOf, openOffice, parsePage, refusalOf, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

const PAGES = ['/', '/store', '/marketplace', '/checkout', '/appointments', '/company-profile', '/facebook-cover'];

const get = (shop: Shop, address: string) => shop.request('GET', address);
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', width = 1200, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();

describe('the logo', () => {
  async function openWithLogo() {
    const office = await openOffice();
    const send = (image: Uint8Array | undefined, headers: Record<string, string> = { authorization: `Bearer ${office.token}` }) => {
      const form = new FormData();
      if (image) form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), '../../evil.svg');
      return office.shop.app.request('http://shop.test/api/company-logo', { method: 'POST', headers, body: form });
    };
    const kept = async (format?: Parameters<typeof picture>[0]) =>
      (await bodyOf<{ imageUrl: string }>(await send(await picture(format)), 201)).imageUrl;
    return { ...office, send, kept };
  }

  test.each(['png', 'jpeg', 'webp'] as const)('is stored from %s as a small public PNG', async (format) => {
    const { shop, kept } = await openWithLogo();
    const address = await kept(format);
    expect(address).toMatch(/^\/uploads\/[\w-]{36}-600x150\.png$/);
    const answer = await get(shop, address);
    expect(
      Object.fromEntries(
        ['content-type', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'].map((name) => [
          name,
          answer.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 600, height: 150 });
  });

  test('appears in head, foot and structured data of every page with reserved space, until it is removed', async () => {
    const { shop, kept, call } = await openWithLogo();
    const address = await kept();
    for (const page of PAGES) {
      const { body } = parsePage(await (await get(shop, page)).text());
      for (const place of ['body > header a[href="/"] img', 'body > footer img']) {
        const image = body.querySelector(place);
        expect(
          ['src', 'alt', 'width', 'height'].map((name) => image?.getAttribute(name)),
          `${page} ${place}`,
        ).toEqual([address, 'Sage & Pine Cleaning', '600', '150']);
      }
    }
    expect(await (await get(shop, '/')).text()).toContain(`"logo":"http://shop.test${address}"`);
    // The profile shows the logo on the page, in print and in the PDF.
    const profile = await (await get(shop, '/company-profile/print')).text();
    expect(profile).toMatch(/<p class="brand"><img src="data:image\/png;base64,[\w+/=]+" alt="">/);
    const pdf = async () => Buffer.from(await (await get(shop, '/company-profile.pdf')).arrayBuffer());
    const withPicture = await pdf();
    expect(withPicture.includes('/Subtype /Image')).toBe(true);
    expect(await bodyOf(await call('DELETE', '/api/company-logo'), 200)).toEqual({ success: true });
    expect((await pdf()).includes('/Subtype /Image')).toBe(false);
    const bare = parsePage(await (await get(shop, '/')).text());
    expect([bare.querySelector('header a[href="/"] img'), bare.querySelector('header a[href="/"] svg')]).toEqual([null, expect.anything()]);
    await refusalOf(await get(shop, address), 404);
  });

  test.each([
    ['none at all', () => undefined],
    ['nothing in it', () => new Uint8Array()],
    ['text that calls itself a picture', () => Buffer.from('<html>')],
    [
      'a drawing that may hold a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    ],
    ['the beginning of a picture', async () => (await picture()).subarray(0, 40)],
    ['a film', () => picture('gif')],
  ])('is rejected as %s', async (_what, make) => {
    const { shop, send } = await openWithLogo();
    const refusal = await refusalOf(await send(await make()), 400);
    expect(refusal).toMatchObject({
      message: 'Please select an image file',
      issues: [{ path: 'image', message: 'Please select an image file' }],
    });
    expect((await shop.admin.settings.get()).company.logo).toBeNull();
  });

  test('is rejected above five megabytes, with and without a declared length', async () => {
    const { send } = await openWithLogo();
    for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024])
      expect((await refusalOf(await send(new Uint8Array(size)), 413)).message).toBe('File size must be less than 5MB');
  });

  test('is rejected when it would decode to more than the memory', async () => {
    const { send } = await openWithLogo();
    await refusalOf(await send(await picture('png', 6000, 5000)), 400);
  });

  test('can be changed by the owner only, from this site, as a form', async () => {
    const { shop, send, token, call } = await openWithLogo();
    await refusalOf(await send(await picture(), {}), 401);
    await refusalOf(await send(await picture(), { authorization: `Bearer ${token}`, origin: 'http://evil.test' }), 403);
    await refusalOf(await call('POST', '/api/company-logo', {}), 415);
    await refusalOf(await shop.request('DELETE', '/api/company-logo', { token, headers: { origin: 'http://evil.test' } }), 403);
    await refusalOf(await call('PUT', '/api/company-logo', {}), 405);
  });

  test('stays when other facts are saved', async () => {
    const { shop, kept } = await openWithLogo();
    const logo = (await kept()).replace('/uploads/', '');
    const saved = await shop.admin.settings.save({ company: { ...BRIGHT, logo: 'somebody-elses.png' } });
    expect(saved.company).toEqual({ ...BRIGHT, logo });
    expect((await shop.admin.settings.save({ company: { ...BRIGHT, logo: null } })).company.logo).toBe(logo);
  });

  test('is logged as a change, and a full disk leaves no file', async () => {
    const { shop, send, kept } = await openWithLogo();
    await kept();
    const noted = shop.db.$client.prepare("select data from activity where verb = 'settings.saved'").all();
    expect(noted).toEqual([{ data: JSON.stringify({ changed: ['company'] }) }]);
    shop.db.$client.exec('create trigger full before update on settings begin select raise(abort, "full"); end');
    await refusalOf(await send(await picture()), 500);
  });
});

describe('the folder of pictures', () => {
  const place = (shop: Shop, name: string) => {
    mkdirSync(shop.uploadFolder, { recursive: true });
    writeFileSync(path.join(shop.uploadFolder, name), 'x');
  };

  test('serves only the logo and product pictures to the public', async ({ shop }) => {
    for (const table of ['team_members', 'clients', 'contact_inquiries', 'work_orders'] as const) insertRow(shop.db, table);
    insertRow(shop.db, 'work_order_photos', { file_name: 'job.jpg' });
    insertRow(shop.db, 'products', { image_url: '/uploads/squeegee.webp' });
    for (const name of ['job.jpg', 'squeegee.webp', 'nobodys.png', 'note.txt']) place(shop, name);
    const shown = await get(shop, '/uploads/squeegee.webp');
    expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([200, 'image/webp', 'x']);
    for (const name of ['job.jpg', 'nobodys.png', 'note.txt', 'gone.png', '..%2Ftidyline.db', '%E0', '.png', 'a/b.png', ''])
      await refusalOf(await get(shop, `/uploads/${name}`), 404);
    await refusalOf(await shop.request('DELETE', '/uploads/squeegee.webp'), 405);
  });
});
