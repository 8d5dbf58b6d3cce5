import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { importRows } from '../../src/server/data/imports';
import { dropOrphanPhotos } from '../../src/server/field/photos';
import { keepPicture } from '../../src/server/http/pictures';
import { UPLOAD_LIMIT } from '../../src/server/http/requests/body';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { openCamera, picture } from '../support/camera';
import { bodyOf, refusalOf } from '../support/http';
import { bomb } from '../support/picture-bomb';
import { insertRow } from '../support/rows';

describe('the picture of a product', () => {
  test.each([
    ['jpeg', 2400, 600, 1200, 300],
    ['png', 600, 2400, 300, 1200],
    ['webp', 100, 80, 100, 80],
    ['gif', 100, 80, 100, 80],
  ] as const)(
    'as %s of %i × %i is stored as WebP of %i × %i under a generated name',
    async (format, width, height, keptWidth, keptHeight) => {
      const { keep, fileOf } = await openCamera();
      const url = await keep(await picture(width, height, format));
      expect(url).toMatch(/^\/uploads\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/);
      expect(await sharp(fileOf(url)).metadata()).toMatchObject({ format: 'webp', width: keptWidth, height: keptHeight });
    },
  );

  test('keeps transparency, is upright, and has no location data', async () => {
    const { keep, fileOf } = await openCamera();
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
      .png()
      .toBuffer();
    expect(await sharp(fileOf(await keep(clear))).metadata()).toMatchObject({ hasAlpha: true });
    const turned = await sharp(await picture(60, 20, 'jpeg'))
      .withExif({ IFD0: { Copyright: 'Maria' }, IFD3: { GPSLatitude: '50/1 40/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const kept = await sharp(fileOf(await keep(turned))).metadata();
    expect([kept.width, kept.height, kept.exif]).toEqual([20, 60, undefined]);
  });

  test('is public once a product has it, and visible to the office before', async () => {
    const { keep, look, token, call } = await openCamera();
    const url = await keep(await picture());
    await refusalOf(await look(url), 404);
    const preview = await look(url, { authorization: `Bearer ${token}` });
    expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    await bodyOf(await call('POST', '/api/products', { name: 'Mop', price: 1, category: 'Tools', imageUrl: url }), 201);
    const shown = await look(url);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('webp');
  });

  test.each(['/uploads/', '/uploads/nothing.webp', '/uploads/..%2Ftidyline.db', '/uploads/a.svg', '/uploads/x/y.webp'])(
    'is missing at %s',
    async (url) => {
      const { look, token } = await openCamera();
      for (const headers of [undefined, { authorization: `Bearer ${token}` }]) await refusalOf(await look(url, headers), 404);
    },
  );

  test('is never a photo of a job, whatever a product says', async () => {
    const { shop, look, token } = await openCamera();
    mkdirSync(shop.uploadFolder, { recursive: true });
    writeFileSync(path.join(shop.uploadFolder, 'job.jpg'), await picture(8, 8, 'jpeg'));
    insertRow(shop.db, 'products', { image_url: '/uploads/job.jpg' });
    for (const headers of [undefined, { authorization: `Bearer ${token}` }]) await refusalOf(await look('/uploads/job.jpg', headers), 404);
  });

  test('is kept while an active or retired product has it, and deleted a day later', async () => {
    const { shop, keep, send, fileOf } = await openCamera();
    const [used, retired, young, left] = [
      await keep(await picture()),
      await keep(await picture()),
      await keep(await picture()),
      await keep(await picture()),
    ];
    const { imageUrl: logo } = await bodyOf<{ imageUrl: string }>(await send(await picture(), { path: '/api/company-logo' }), 201);
    insertRow(shop.db, 'products', { image_url: used });
    insertRow(shop.db, 'products', { image_url: retired, is_active: 0 });
    const DAY = 24 * 60;
    const at = (minutes: number) => new Date(shop.clock.at.getTime() - minutes * 60_000);
    for (const url of [used, retired, left, logo]) utimesSync(fileOf(url), at(DAY + 1), at(DAY + 1));
    utimesSync(fileOf(young), at(DAY - 1), at(DAY - 1));
    await dropOrphanPhotos(shop.ctx);
    expect([used, retired, young, logo, left].map((url) => existsSync(fileOf(url)))).toEqual([true, true, true, true, false]);
  });
});

describe('the quota of 500 MB for pictures of the office', () => {
  const FULL = 500 * 1024 * 1024;
  /** Creates sparse files, which take no disk space. */
  const fill = (folder: string, sizes: Record<string, number>) => {
    mkdirSync(folder, { recursive: true });
    for (const [name, size] of Object.entries(sizes)) {
      writeFileSync(path.join(folder, name), '');
      truncateSync(path.join(folder, name), size);
    }
  };

  test.each(['/api/upload-image', '/api/company-logo', '/api/website-photo'])('limits %s and writes nothing beyond it', async (to) => {
    const { shop, send } = await openCamera();
    const folder = shop.uploadFolder;
    fill(folder, { 'a.webp': FULL / 2, 'b.png': FULL / 2 - 10, 'job.jpg': FULL });
    const before = readdirSync(folder);
    expect(await refusalOf(await send(await picture(), { path: to }), 503)).toMatchObject({
      message: 'The pictures take up all of the 500 MB there are for them. Please remove some from products first.',
    });
    expect(readdirSync(folder)).toEqual(before);
    rmSync(path.join(folder, 'a.webp'));
    expect((await send(await picture(), { path: to })).ok).toBe(true);
  });

  test('does not count photos of jobs', async () => {
    const folder = path.join((await openCamera()).shop.uploadFolder, 'full');
    fill(folder, { 'a.webp': FULL });
    expect(keepPicture(path.join(folder, 'job.jpg'), await picture(8, 8, 'jpeg'), () => 'kept')).toBe('kept');
  });
});

test('rejects saving a product with a missing uploaded picture, but allows changing one that lost its picture', async () => {
  const { shop, keep, call, fileOf } = await openCamera();
  const url = await keep(await picture());
  const mop = { name: 'Mop', price: 1, category: 'Tools' };
  const message = 'Please upload the picture again.';
  for (const imageUrl of ['/uploads/gone.webp', '/uploads/', `/uploads/./${path.basename(url)}`]) {
    const refused = await refusalOf(await call('POST', '/api/products', { ...mop, imageUrl }), 400);
    expect(refused).toMatchObject({ message, issues: [{ path: 'imageUrl', message }] });
  }
  for (const imageUrl of ['/../etc', `/uploads/../uploads/${path.basename(url)}`])
    expect(await refusalOf(await call('POST', '/api/products', { ...mop, imageUrl }), 400)).toMatchObject({
      message: 'Please upload a picture.',
    });
  const { id } = await bodyOf<{ id: number }>(await call('POST', '/api/products', { ...mop, imageUrl: url }), 201);
  await refusalOf(await call('PATCH', `/api/products/${id}`, { imageUrl: '/uploads/gone.webp' }), 400);
  rmSync(fileOf(url));
  await bodyOf(await call('PATCH', `/api/products/${id}`, { price: 2, imageUrl: url }), 200);
  const file = (imageUrl: string) =>
    new TextEncoder().encode(`name,price,category,imageUrl\nBroom,1,Tools,${imageUrl}\nMop,3,Tools,${url}`);
  const bringIn = (imageUrl: string) => importRows(shop.ctx, { kind: 'products', isDryRun: false, bytes: file(imageUrl) });
  expect((await bringIn(url)).rows).toMatchObject([{ outcome: 'error', messages: [`imageUrl: ${message}`] }, { outcome: 'update' }]);
  expect((await bringIn('/products/broom.svg')).isWritten).toBe(true);
});

describe('a file that is not a picture', () => {
  const HTML = '<!doctype html><script>alert(1)</script>';
  test.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      'an SVG with a declaration',
      async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a page', async () => Buffer.from(HTML)],
    ['a page that begins like a GIF', async () => Buffer.from(`GIF89a/*${HTML}*/`)],
    ['a page that begins like a PNG', async () => Buffer.concat([(await picture()).subarray(0, 8), Buffer.from(HTML)])],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a TIFF', () => picture(8, 8, 'tiff')],
    ['an AVIF', () => picture(8, 8, 'avif')],
    ['half a picture', async () => (await picture(600, 600, 'jpeg')).subarray(0, 400)],
    ['256 million pixels in a few kilobytes', async () => bomb()],
    ['more pixels than anybody needs', () => picture(6000, 5000, 'jpeg')],
  ])('%s is rejected by its bytes, and nothing of it is stored', async (_what, make) => {
    const { send, cut, shop } = await openCamera();
    mkdirSync(shop.uploadFolder, { recursive: true });
    const before = readdirSync(shop.uploadFolder);
    for (const call of [send, cut])
      expect((await refusalOf(await call(await make()), 400)).issues).toEqual([{ path: 'image', message: 'Please select an image file' }]);
    expect(readdirSync(shop.uploadFolder)).toEqual(before);
  });

  test('is re-encoded without the page when it is a picture with a page appended', async () => {
    const { keep, fileOf } = await openCamera();
    const url = await keep(Buffer.concat([await picture(), Buffer.from(HTML)]));
    expect((await sharp(fileOf(url)).toBuffer()).includes('script')).toBe(false);
  });
});

describe('the order of upload errors', () => {
  test('is as documented: too large, visitor, not the office, another site, no form, no picture', async () => {
    const { app, send, cut, token } = await openCamera();
    const tooLarge = Buffer.alloc(UPLOAD_LIMIT + 1);
    for (const call of [send, cut]) {
      const nobody = { headers: { authorization: '', 'content-length': String(UPLOAD_LIMIT + 1) } };
      expect((await refusalOf(await call(tooLarge, nobody), 413)).message).toBe('File size must be less than 5MB');
      expect((await refusalOf(await call(Buffer.alloc(IMAGE_LIMIT + 1)), 413)).message).toBe('File size must be less than 5MB');
      await refusalOf(await call(Buffer.from('x'), { headers: { authorization: '', 'content-type': 'text/plain' } }), 401);
      await refusalOf(await call(Buffer.from('x'), { headers: { origin: 'http://evil.test' } }), 403);
      await refusalOf(await call(await picture(), { field: 'file' }), 400);
    }
    for (const to of ['/api/upload-image', '/api/remove-background']) {
      const json = { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{}' };
      await refusalOf(await app.request(`http://shop.test${to}`, json), 415);
      await refusalOf(
        await app.request(`http://shop.test${to}`, {
          ...json,
          headers: { ...json.headers, 'content-type': 'multipart/form-data; boundary=x' },
        }),
        400,
      );
    }
  });

  test('accepts five megabytes to the byte', async () => {
    const { send } = await openCamera();
    const image = await picture();
    await bodyOf(await send(Buffer.concat([image, Buffer.alloc(IMAGE_LIMIT - image.length)])), 200);
  });

  test('lets three slow uploads arrive at a time without blocking others', async () => {
    const { app, send, token } = await openCamera();
    const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
    const sendSlowly = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (line) => {
          line.enqueue(new TextEncoder().encode('--x\r\n'));
          lines.push(line);
        },
      });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
      return app.request('http://shop.test/api/upload-image', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    };
    const slow = Array.from({ length: 2 }, sendSlowly);
    expect((await send(await picture())).status).toBe(200);
    slow.push(sendSlowly());
    await refusalOf(await send(await picture()), 429);
    for (const line of lines) line.close();
    expect((await Promise.all(slow)).filter(({ status }) => ![400, 429].includes(status))).toEqual([]);
    expect((await send(await picture())).status).toBe(200);
  });

  test('accepts as many of a hundred uploads as can wait, rejects the others, and bounds the memory', async () => {
    const { app, send, token } = await openCamera();
    const pixels = Buffer.alloc(2500 * 300 * 3, 'a picture of nothing but noise, which packs badly');
    const large = await sharp(pixels, { raw: { width: 300, height: 2500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(2.2e6);
    const boundary = 'the-boundary-of-a-form-as-long-as-they-are';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), large, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    // Sends all of them from one buffer, piece by piece, like a hundred browsers.
    const sendSlowly = () => {
      let sent = 0;
      const pieces = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (sent >= body.length) return controller.close();
          controller.enqueue(new Uint8Array(body.subarray(sent, sent + 1_000_000)));
          sent += 1_000_000;
        },
      });
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
      };
      return app.request('http://shop.test/api/upload-image', { method: 'POST', headers, body: pieces, duplex: 'half' } as RequestInit);
    };
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 5);
    const answers = await Promise.all(Array.from({ length: 100 }, sendSlowly));
    clearInterval(watch);
    const told = answers.map(({ status }) => status);
    expect(new Set(told)).toEqual(new Set([200, 429]));
    expect(told.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    for (const answer of answers.filter(({ status }) => status === 429)) expect(answer.headers.get('retry-after')).toBe('5');
    // A hundred bodies in the two or three copies of form parsing would take far more.
    expect(most).toBeLessThan(400e6);
    expect((await send(large)).status).toBe(200);
  }, 60_000);
});
