import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dropOrphanPhotos } from '../../src/server/field/photos';
import { NO_PHOTOS, photoFiles } from '../../src/shared/website';
import { openCamera, picture } from '../support/camera';
import { bodyOf, parsePage, refusalOf } from '../support/http';
import { bomb } from '../support/picture-bomb';

async function openWebsite() {
  const camera = await openCamera();
  const upload = (image: Uint8Array, headers?: Record<string, string>) =>
    camera.send(image, { path: '/api/website-photo', ...(headers && { headers }) });
  const keepPhoto = async (width = 2000, height = 1000) =>
    (await bodyOf<{ name: string }>(await upload(await picture(width, height, 'jpeg')), 201)).name;
  const landing = async () => parsePage(await (await camera.look('/')).text());
  return { ...camera, upload, keepPhoto, landing };
}

describe('a photo of the landing page', () => {
  test('is stored as AVIF and WebP in three widths, upright and without location data', async () => {
    const { upload, fileOf } = await openWebsite();
    const turned = await sharp(await picture(1000, 2000, 'jpeg'))
      .withExif({ IFD3: { GPSLatitude: '50/1 40/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { name } = await bodyOf<{ name: string }>(await upload(turned), 201);
    expect(name).toMatch(/^[0-9a-f-]{36}-1280x640$/);
    const sizes = await Promise.all(photoFiles(name).map((file) => sharp(fileOf(file)).metadata()));
    expect(sizes.map(({ format, width, height, hasAlpha, exif }) => [format, width, height, hasAlpha, exif])).toEqual(
      [
        [480, 240],
        [800, 400],
        [1280, 640],
      ].flatMap(([width, height]) => ['heif', 'webp'].map((format) => [format, width, height, false, undefined])),
    );
  });

  test('keeps its size if it is small, with white in place of transparency', async () => {
    const { upload, fileOf } = await openWebsite();
    const clear = sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } });
    const { name } = await bodyOf<{ name: string }>(await upload(await clear.png().toBuffer()), 201);
    expect(photoFiles(name)).toEqual([`${name}-300.avif`, `${name}-300.webp`]);
    const { channels } = await sharp(fileOf(`${name}-300.webp`)).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  test('is public once it has a place, under names that are cached for good, and visible to the office before', async () => {
    const { shop, keepPhoto, look, token } = await openWebsite();
    const name = await keepPhoto();
    for (const file of photoFiles(name)) {
      await refusalOf(await look(`/uploads/${file}`), 404);
      const preview = await look(`/uploads/${file}`, { authorization: `Bearer ${token}` });
      expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    await shop.admin.settings.save({ photos: { ...NO_PHOTOS, van: { name, alt: 'Our van' } } });
    for (const file of photoFiles(name)) {
      const { status, headers } = await look(`/uploads/${file}`);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        `image/${path.extname(file).slice(1)}`,
        'public, max-age=31536000, immutable',
      ]);
    }
    await refusalOf(await look(`/uploads/${name}-640.webp`), 404);
  });

  test('replaces the drawing on the landing page, with its size and all copies, until it is removed', async () => {
    const { shop, keepPhoto, landing } = await openWebsite();
    const drawing = 'img[alt="Three cleaners in the green uniform of the company"]';
    expect((await landing()).querySelector(drawing)).not.toBeNull();
    expect((await landing()).querySelector('picture')).toBeNull();
    const name = await keepPhoto();
    await shop.admin.settings.save({ photos: { ...NO_PHOTOS, crew: { name, alt: 'The four of us' } } });
    const page = await landing();
    expect(page.querySelector(drawing)).toBeNull();
    const image = page.querySelector('#home picture img[alt="The four of us"]');
    expect(['width', 'height', 'loading'].map((attribute) => image?.getAttribute(attribute))).toEqual(['1280', '640', 'lazy']);
    expect(
      [...page.querySelectorAll('#home picture source')].map((source) => [source.getAttribute('type'), source.getAttribute('srcset')]),
    ).toEqual(
      ['avif', 'webp'].map((format) => [
        `image/${format}`,
        [480, 800, 1280].map((width) => `/uploads/${name}-${width}.${format} ${width}w`).join(', '),
      ]),
    );
    await shop.admin.settings.save({ photos: NO_PHOTOS });
    expect((await landing()).querySelector(drawing)).not.toBeNull();
  });

  test('of before and after appear only together, as a slider', async () => {
    const { shop, keepPhoto, landing } = await openWebsite();
    const photo = async (alt: string) => ({ name: await keepPhoto(600, 400), alt });
    const [before, after] = [await photo('A stained tub'), await photo('A white tub')];
    const slider = '#services input[type="range"]';
    await shop.admin.settings.save({ photos: { ...NO_PHOTOS, before } });
    expect((await landing()).querySelector(slider)).toBeNull();
    await shop.admin.settings.save({ photos: { ...NO_PHOTOS, before, after } });
    const page = await landing();
    expect(page.querySelector(slider)?.getAttribute('aria-label')).toBe('Show more of the photo before the cleaning');
    expect([...page.querySelectorAll('#services picture img')].map((image) => image.getAttribute('alt'))).toEqual([
      'A white tub',
      'A stained tub',
    ]);
  });

  test('is deleted a day after its upload unless a place has it', async () => {
    const { shop, keepPhoto, fileOf } = await openWebsite();
    const [placed, left] = [await keepPhoto(600, 400), await keepPhoto(600, 400)];
    await shop.admin.settings.save({ photos: { ...NO_PHOTOS, van: { name: placed, alt: 'Our van' } } });
    const old = new Date(shop.clock.at.getTime() - 25 * 3_600_000);
    for (const file of [placed, left].flatMap(photoFiles)) utimesSync(fileOf(file), old, old);
    await dropOrphanPhotos(shop.ctx);
    expect([placed, left].map((name) => photoFiles(name).map((file) => existsSync(fileOf(file))))).toEqual([
      [true, true, true, true],
      [false, false, false, false],
    ]);
  });
});

describe('a photo is rejected', () => {
  test.each([
    ['that is no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['with 256 million pixels', async () => bomb(), 400],
    ['of more than five megabytes', async () => Buffer.alloc(5 * 1024 * 1024 + 1), 413],
  ])('%s, and nothing of it is stored', async (_what, make, status) => {
    const { upload, keepPhoto, shop } = await openWebsite();
    await keepPhoto(100, 100);
    const before = readdirSync(shop.uploadFolder);
    await refusalOf(await upload(await make()), status);
    expect(readdirSync(shop.uploadFolder)).toEqual(before);
  });

  test('from a visitor, from another site and by another method', async () => {
    const { upload, call } = await openWebsite();
    await refusalOf(await upload(await picture(), { authorization: '' }), 401);
    await refusalOf(await upload(await picture(), { origin: 'http://evil.test' }), 403);
    await refusalOf(await call('PUT', '/api/website-photo', {}), 405);
  });

  test('when its place is saved after its files are gone, but it does not block other changes later', async () => {
    const { shop, keepPhoto, fileOf } = await openWebsite();
    const name = await keepPhoto(600, 400);
    const van = { name, alt: 'Our van' };
    const save = (photo: { name: string; alt: string }) => shop.admin.settings.save({ photos: { ...NO_PHOTOS, van: photo } });
    const lost = { name: `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}-600x400`, alt: 'Our van' };
    await expect(save(lost)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Please upload the photo again.' });
    await save(van);
    for (const file of photoFiles(name)) rmSync(fileOf(file));
    expect((await save({ ...van, alt: 'The van' })).photos.van?.alt).toBe('The van');
  });

  test.each(['../../etc/passwd-1x1', 'logo.png', `${'0'.repeat(36)}-0x9`])('under the name %s', async (name) => {
    const { shop } = await openWebsite();
    await expect(shop.admin.settings.save({ photos: { ...NO_PHOTOS, crew: { name, alt: 'x' } } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('without a description', async () => {
    const { shop, keepPhoto } = await openWebsite();
    const crew = { name: await keepPhoto(100, 100), alt: ' ' };
    await expect(shop.admin.settings.save({ photos: { ...NO_PHOTOS, crew } })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
