import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { inTurn } from '../../src/server/http/pictures';
import { removeBackground } from '../../src/server/inventory/pictures';
import { BackgroundProvider } from '../../src/server/providers/background-removal';
import { openCamera } from '../support/camera';
import { refusalOf } from '../support/http';

describe('removing the background of a picture', () => {
  type Colour = readonly [number, number, number];
  const WHITE: Colour = [255, 255, 255];
  const RED: Colour = [200, 30, 40];
  const SIDE = 60;
  /** Draws a picture point by point. */
  const draw = (colourAt: (x: number, y: number) => Colour) => {
    const data = Buffer.alloc(SIDE * SIDE * 3);
    for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) Buffer.from(colourAt(x, y)).copy(data, (y * SIDE + x) * 3);
    return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
      .png()
      .toBuffer();
  };
  const within = (x: number, y: number, from: number, to: number) => x >= from && x < to && y >= from && y < to;
  const product = () => draw((x, y) => (within(x, y, 28, 32) ? WHITE : within(x, y, 15, 45) ? RED : WHITE));
  /** Returns the colour and opacity of a point of an answer. */
  const readPng = async (response: Response) => {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  };

  test('removes a plain background and keeps a hole of that colour in the product', async () => {
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

  test("makes blended edges transparent and removes the background's colour from them", async () => {
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
  ])('finds the background around %s', async (_what, make) => {
    const { cut } = await openCamera();
    const at = await readPng(await cut(await make()));
    expect([at(0, 0)[3], at(24, 40)[3]]).toEqual([0, 255]);
  });

  test('keeps size, holes and edges of a full-size picture in place', async () => {
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
    // No colour of the background remains around the product.
    for (let x = 95; x < 106; x++) expect(at(x)[3] === 0 || (at(x)[1] ?? 0) < 100, String(x)).toBe(true);
  });

  test('waits for its turn with other pictures', async () => {
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
    // Queued after the picture was read and before its background is removed.
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
  ])('rejects a picture of %s with an explanation', async (_what, make) => {
    const { cut } = await openCamera();
    const { code } = await refusalOf(await cut(await make()), 422);
    expect(code).toBe('UNPROCESSABLE_CONTENT');
  });

  describe('a configured provider', () => {
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

    test('removes the background of a picture that was stripped of its camera data', async () => {
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
