import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { BackgroundProvider } from '../../src/server/background-provider';
import { UPLOAD_LIMIT } from '../../src/server/body';
import { importRows } from '../../src/server/data/imports';
import { dropOrphanPhotos } from '../../src/server/field/photos';
import { removeBackground } from '../../src/server/inventory/pictures';
import { inTurn, keepPicture } from '../../src/server/pictures';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { appOf, bodyOf, openOffice, refusalOf } from '../support/http';
import { bomb } from '../support/picture-bomb';
import { insertRow } from '../support/rows';

// What it does is as ever; only with how large a picture it is asked is looked at.

const picture = (width = 40, height = 30, format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();
type Sent = { path?: string; field?: string; headers?: Record<string, string> };

async function openCamera(provider?: BackgroundProvider) {
  const opened = await openOffice();
  const app = appOf(opened.shop, { uploadFolder: opened.shop.uploadFolder, backgroundProvider: provider });
  const send = (image: Uint8Array, { path: to = '/api/upload-image', field = 'image', headers = {} }: Sent = {}) => {
    const form = new FormData();
    form.set(field, new Blob([new Uint8Array(image)], { type: 'image/png' }), '../../evil.html');
    return app.request(`http://shop.test${to}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.token}`, ...headers },
      body: form,
    });
  };
  const cut = (image: Uint8Array, sent: Sent = {}) => send(image, { ...sent, path: '/api/remove-background' });
  const keep = async (image: Uint8Array) => (await bodyOf<{ success: true; imageUrl: string }>(await send(image), 200)).imageUrl;
  const look = (url: string, headers?: Record<string, string>) => app.request(`http://shop.test${url}`, headers && { headers });
  const fileOf = (url: string) => path.join(opened.shop.uploadFolder, path.basename(url));
  return { ...opened, app, send, cut, keep, look, fileOf };
}

describe('the picture of a product', () => {
  test.each([
    ['jpeg', 2400, 600, 1200, 300],
    ['png', 600, 2400, 300, 1200],
    ['webp', 100, 80, 100, 80],
    ['gif', 100, 80, 100, 80],
  ] as const)('as %s of %i × %i is kept as WebP of %i × %i under a name of ours', async (format, width, height, keptWidth, keptHeight) => {
    const { keep, fileOf } = await openCamera();
    const url = await keep(await picture(width, height, format));
    expect(url).toMatch(/^\/uploads\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/);
    expect(await sharp(fileOf(url)).metadata()).toMatchObject({ format: 'webp', width: keptWidth, height: keptHeight });
  });

  test('stays see-through, stands upright, and says nothing of where it was taken', async () => {
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

  test('is seen by anybody once a product has it, and by the office before', async () => {
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
    'is not at %s',
    async (url) => {
      const { look, token } = await openCamera();
      for (const headers of [undefined, { authorization: `Bearer ${token}` }]) await refusalOf(await look(url, headers), 404);
    },
  );

  test('of a job is never one of these, whatever a product says it has', async () => {
    const { shop, look, token } = await openCamera();
    mkdirSync(shop.uploadFolder, { recursive: true });
    writeFileSync(path.join(shop.uploadFolder, 'job.jpg'), await picture(8, 8, 'jpeg'));
    insertRow(shop.db, 'products', { image_url: '/uploads/job.jpg' });
    for (const headers of [undefined, { authorization: `Bearer ${token}` }]) await refusalOf(await look('/uploads/job.jpg', headers), 404);
  });

  test('is kept while a product has it, retired or not, and goes a day after none has', async () => {
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
    await dropOrphanPhotos(shop.ctx, shop.uploadFolder);
    expect([used, retired, young, logo, left].map((url) => existsSync(fileOf(url)))).toEqual([true, true, true, true, false]);
  });
});

describe('the 500 MB that there are for the pictures of the office', () => {
  const FULL = 500 * 1024 * 1024;
  /** Files of nothing, which take no disk. */
  const fill = (folder: string, sizes: Record<string, number>) => {
    mkdirSync(folder, { recursive: true });
    for (const [name, size] of Object.entries(sizes)) {
      writeFileSync(path.join(folder, name), '');
      truncateSync(path.join(folder, name), size);
    }
  };

  test.each(['/api/upload-image', '/api/company-logo'])('are the most that %s takes, and nothing is written past them', async (to) => {
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

  test('are not asked after by a picture of a job', async () => {
    const folder = path.join((await openCamera()).shop.uploadFolder, 'full');
    fill(folder, { 'a.webp': FULL });
    expect(keepPicture(path.join(folder, 'job.jpg'), await picture(8, 8, 'jpeg'), () => 'kept')).toBe('kept');
  });
});

test('a product is not saved with an uploaded picture that is not there, and one that lost its own can be changed', async () => {
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
  expect(bringIn(url).rows).toMatchObject([{ outcome: 'error', messages: [`imageUrl: ${message}`] }, { outcome: 'update' }]);
  expect(bringIn('/products/broom.svg').isWritten).toBe(true);
});

describe('what is no picture', () => {
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
  ])('%s is refused by its bytes, and nothing of it is kept', async (_what, make) => {
    const { send, cut, shop } = await openCamera();
    mkdirSync(shop.uploadFolder, { recursive: true });
    const before = readdirSync(shop.uploadFolder);
    for (const call of [send, cut])
      expect((await refusalOf(await call(await make()), 400)).issues).toEqual([{ path: 'image', message: 'Please select an image file' }]);
    expect(readdirSync(shop.uploadFolder)).toEqual(before);
  });

  test('but a picture with a page behind it is drawn anew, without the page', async () => {
    const { keep, fileOf } = await openCamera();
    const url = await keep(Buffer.concat([await picture(), Buffer.from(HTML)]));
    expect((await sharp(fileOf(url)).toBuffer()).includes('script')).toBe(false);
  });
});

describe('the order in which an upload is refused', () => {
  test('the documented one: too large, nobody, not the office, another site, no form, no picture', async () => {
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

  test('five megabytes to the byte are taken', async () => {
    const { send } = await openCamera();
    const image = await picture();
    await bodyOf(await send(Buffer.concat([image, Buffer.alloc(IMAGE_LIMIT - image.length)])), 200);
  });

  test('pictures on slow lines keep nobody else out, and of these there are three at a time', async () => {
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

  test('of a hundred at once as many are taken as wait for their turn, the others told to come back, and the memory stays', async () => {
    const { app, send, token } = await openCamera();
    const pixels = Buffer.alloc(2500 * 300 * 3, 'a picture of nothing but noise, which packs badly');
    const large = await sharp(pixels, { raw: { width: 300, height: 2500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(2.2e6);
    const boundary = 'the-boundary-of-a-form-as-long-as-they-are';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), large, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    // All of them send out of one buffer, a piece when it is asked for, as a hundred browsers would.
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
    // A hundred bodies alone, in the two or three copies that a form is read by, would be far more.
    expect(most).toBeLessThan(400e6);
    expect((await send(large)).status).toBe(200);
  }, 60_000);
});

describe('the background', () => {
  type Colour = readonly [number, number, number];
  const WHITE: Colour = [255, 255, 255];
  const RED: Colour = [200, 30, 40];
  const SIDE = 60;
  /** A picture of one size, drawn point by point. */
  const draw = (colourAt: (x: number, y: number) => Colour) => {
    const data = Buffer.alloc(SIDE * SIDE * 3);
    for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) Buffer.from(colourAt(x, y)).copy(data, (y * SIDE + x) * 3);
    return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
      .png()
      .toBuffer();
  };
  const within = (x: number, y: number, from: number, to: number) => x >= from && x < to && y >= from && y < to;
  const product = () => draw((x, y) => (within(x, y, 28, 32) ? WHITE : within(x, y, 15, 45) ? RED : WHITE));
  /** The colour and opacity of a point of an answer. */
  const readPng = async (response: Response) => {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  };

  test('of one colour is taken out; a hole of that colour in the product stays', async () => {
    const { cut } = await openCamera();
    const at = await readPng(await cut(await product()));
    for (const [x, y] of [
      [0, 0],
      [59, 59],
      [14, 30],
      [30, 45],
    ] as const)
      expect(at(x, y)).toEqual([0, 0, 0, 0]);
    expect(at(20, 20)).toEqual([...RED, 255]);
    expect(at(30, 30)).toEqual([...WHITE, 255]);
  });

  test('shows through the edge as far as it is mixed with it, and leaves none of its colour', async () => {
    const { cut } = await openCamera();
    const mixed: Colour = [235, 183, 186];
    const at = await readPng(await cut(await draw((x, y) => (within(x, y, 16, 44) ? RED : within(x, y, 15, 45) ? mixed : WHITE))));
    const [red = 0, green = 0, , opacity = 0] = at(15, 30);
    expect(opacity).toBeGreaterThan(90);
    expect(opacity).toBeLessThan(230);
    expect([red < mixed[0], green < mixed[1]]).toEqual([true, true]);
    expect(at(30, 30)).toEqual([...RED, 255]);
  });

  test.each([
    [
      'a JPEG with its noise',
      async () =>
        sharp(await product())
          .jpeg({ quality: 60 })
          .toBuffer(),
    ],
    [
      'one in grey',
      async () =>
        sharp(await draw((x, y) => (within(x, y, 15, 45) ? [20, 20, 20] : [240, 240, 240])))
          .toColourspace('b-w')
          .png()
          .toBuffer(),
    ],
    [
      'one of sixteen bits',
      async () =>
        sharp(await product())
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
    ],
    ['one that touches the border', () => draw((x, y) => (x >= 20 && x < 40 && y >= 20 ? RED : WHITE))],
    [
      'one whose ground is clear already',
      async () =>
        sharp(await product())
          .unflatten()
          .png()
          .toBuffer(),
    ],
  ])('is found around %s', async (_what, make) => {
    const { cut } = await openCamera();
    const at = await readPng(await cut(await make()));
    expect([at(0, 0)[3], at(24, 40)[3]]).toEqual([0, 255]);
  });

  test('of a picture of full size keeps its size: holes and edges stay where they are', async () => {
    const { shop } = await openCamera();
    // A ring of 500 pixels in a picture of 1200, drawn point by point.
    const pixels = new Uint8Array(1200 * 1200 * 3).fill(255);
    for (let y = 0; y < 1200; y++)
      for (let x = 0; x < 1200; x++) {
        const away = Math.hypot(x - 600, y - 600);
        if (away < 500 && away > 200) pixels.set(RED, (y * 1200 + x) * 3);
      }
    const image = await sharp(pixels, { raw: { width: 1200, height: 1200, channels: 3 } })
      .png()
      .toBuffer();
    const cut = await removeBackground(shop.ctx, undefined, image);
    const { data, info } = await sharp(cut).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 1200]);
    const at = (x: number) => [...data.subarray((600 * 1200 + x) * 4, (600 * 1200 + x) * 4 + 4)];
    for (const x of [0, 90, 97, 1103, 1199]) expect(at(x), String(x)).toEqual([0, 0, 0, 0]);
    for (const x of [103, 300, 397, 803, 1097]) expect(at(x), String(x)).toEqual([...RED, 255]);
    for (const x of [403, 600, 797]) expect(at(x), String(x)).toEqual([...WHITE, 255]);
    // Nothing of the ground's colour shines around the product.
    for (let x = 95; x < 106; x++) expect(at(x)[3] === 0 || (at(x)[1] ?? 0) < 100, String(x)).toBe(true);
  });

  test('waits for its turn with the other pictures', async () => {
    const { shop } = await openCamera();
    const image = await product();
    let isCut = false;
    const cutOne = () => removeBackground(shop.ctx, undefined, image).then(() => (isCut = true));
    const start = performance.now();
    await cutOne();
    const alone = performance.now() - start;
    isCut = false;
    let finish: () => void = () => undefined;
    const cut = cutOne();
    // Comes after the picture is read, and before its ground is looked for.
    const other = inTurn(() => new Promise<void>((done) => (finish = done)));
    await new Promise((done) => setTimeout(done, 300 + 3 * alone));
    expect(isCut).toBe(false);
    finish();
    await Promise.all([cut, other]);
    expect(isCut).toBe(true);
  });

  test.each([
    ['a grey gradient', () => draw((x) => [x * 4, x * 4, x * 4])],
    ['two halves', () => draw((x) => (x < 30 ? WHITE : RED))],
    ['a wall of bricks', () => draw((x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? RED : [90, 60, 50]))],
    ['nothing but ground', () => draw(() => WHITE)],
  ])('of %s cannot be told, and says so', async (_what, make) => {
    const { cut } = await openCamera();
    const { code } = await refusalOf(await cut(await make()), 422);
    expect(code).toBe('UNPROCESSABLE_CONTENT');
  });

  describe('by a provider', () => {
    const servers: ReturnType<typeof createServer>[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) server.close().closeAllConnections();
    });
    const listen = async (answer: RequestListener) => {
      const server = createServer(answer);
      servers.push(server);
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.0/removebg`;
    };

    test('is taken out by it, which gets the picture without what the camera wrote into it', async () => {
      const answer = await sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 1 } } })
        .png()
        .toBuffer();
      const asked: { key: unknown; body: Buffer; url: string | undefined }[] = [];
      const url = await listen((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (part: Buffer) => chunks.push(part));
        request.on('end', () => {
          asked.push({ key: request.headers['x-api-key'], body: Buffer.concat(chunks), url: request.url });
          response.writeHead(200, { 'content-type': 'image/png' }).end(answer);
        });
      });
      const { cut } = await openCamera(new BackgroundProvider(url, 'secret-key'));
      const image = await sharp(await product())
        .withExif({ IFD0: { Copyright: 'Maria' } })
        .jpeg()
        .toBuffer();
      const at = await readPng(await cut(image));
      expect(at(5, 5)).toEqual([1, 2, 3, 255]);
      expect(asked.map(({ key, url: where }) => [key, where])).toEqual([['secret-key', '/v1.0/removebg']]);
      expect(asked[0]?.body.includes('name="image_file"')).toBe(true);
      expect(asked[0]?.body.includes('Maria')).toBe(false);
    });

    test.each([
      ['has no credits left', (_request, response) => response.writeHead(402).end('{}')],
      ['answers with a page', (_request, response) => response.writeHead(200).end('<html>')],
      ['sends us elsewhere', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
      ['never answers', () => undefined],
      ['hangs up', (request) => request.socket.destroy()],
    ] as [string, RequestListener][])('that %s our own fill takes it out, or says that it cannot', async (_what, answer) => {
      const { cut } = await openCamera(new BackgroundProvider(await listen(answer), 'key', 150));
      const at = await readPng(await cut(await product()));
      expect([at(0, 0)[3], at(20, 20)]).toEqual([0, [...RED, 255]]);
      await refusalOf(await cut(await draw((x) => [x * 4, x * 4, x * 4])), 422);
    });
  });
});
