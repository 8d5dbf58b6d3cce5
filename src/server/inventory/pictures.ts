import { randomUUID } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import type { z } from 'zod';
import { DomainError } from '../../shared/errors';
import { IMAGE_LIMIT, type uploadedImage } from '../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../shared/picture-errors';
import type { Ctx } from '../context';
import { describeFault } from '../http/logging';
import { ALL_FORMATS, inTurn, keepPicture, redrawPicture } from '../http/pictures';
import type { BackgroundProvider } from '../providers/background-removal';
import { assertSignedIn } from '../session/service';
import { clearGround, findGround, type Pixels } from './flood-fill';

/** Longest side of a kept picture, in pixels: twice of what the largest one on a page is shown at. */
const BOX = { width: 1200, height: 1200, fit: 'inside', withoutEnlargement: true } as const;

function assertSize(image: Uint8Array): void {
  if (image.length > IMAGE_LIMIT) throw new DomainError('TOO_LARGE', PICTURE_TOO_LARGE);
}

/**
 * Keeps a picture for a product under a name that nobody can guess; whatever no product has a day later goes again. Throws
 * TOO_LARGE past five megabytes, BAD_REQUEST for what is no picture, UNAVAILABLE where the disk is full.
 */
export async function keepProductPicture(ctx: Ctx, image: Uint8Array): Promise<z.output<typeof uploadedImage>> {
  assertSize(image);
  const { data } = await redrawPicture(image, NOT_AN_IMAGE, (picture) => picture.resize(BOX).webp({ quality: 82 }), ALL_FORMATS);
  const name = `${randomUUID()}.webp`;
  return keepPicture(path.join(ctx.uploadFolder, name), data, () => {
    assertSignedIn(ctx);
    return { success: true, imageUrl: `/uploads/${name}` };
  });
}

/** What the provider makes of a picture, as a PNG of our own; undefined where it fails, whatever the reason. */
async function askProvider(ctx: Ctx, provider: BackgroundProvider, picture: Uint8Array): Promise<Buffer | undefined> {
  try {
    const made = await provider.removeBackground(picture);
    return (await redrawPicture(made, NOT_AN_IMAGE, (answer) => answer.resize(BOX).png(), ALL_FORMATS)).data;
  } catch (error) {
    ctx.log.warn({ evt: 'background.failed', fault: describeFault(error) }, 'the provider of cut-outs failed');
    return undefined;
  }
}

/** Longest side of the picture in which the ground is looked for, in pixels: nothing else is done while it is. */
const SOUGHT_IN = 600;
const rawOf = ({ data, width, height }: Pixels, channels: 1 | 4) => sharp(data, { raw: { width, height, channels } });
const toPng = (picture: Pixels) => rawOf(picture, 4).png().toBuffer();

/** A product without its plain ground, which is found in a small picture and taken out of the large one; undefined where there is none. */
async function cutOut(picture: Pixels): Promise<Buffer | undefined> {
  const { width, height } = picture;
  const small = await rawOf(picture, 4)
    .resize({ width: SOUGHT_IN, height: SOUGHT_IN, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = findGround({ data: small.data, width: small.info.width, height: small.info.height });
  if (!found) return undefined;
  const mask =
    small.info.width === width && small.info.height === height
      ? found.mask
      : await rawOf({ data: found.mask, width: small.info.width, height: small.info.height }, 1)
          .resize({ width, height, fit: 'fill', kernel: 'linear' })
          .toColourspace('b-w')
          .raw()
          .toBuffer();
  clearGround(picture.data, { colour: found.colour, mask });
  return toPng(picture);
}

const NO_PLAIN_GROUND = 'The background could not be removed: it is not of nearly one colour all around.';
/**
 * The picture of a product without its background, as a PNG: by the provider, where there is one and it answers, else by our own
 * fill. Throws TOO_LARGE, BAD_REQUEST for what is no picture, and UNPROCESSABLE where neither can (decisions X77).
 */
export async function removeBackground(ctx: Ctx, provider: BackgroundProvider | undefined, image: Uint8Array): Promise<Buffer> {
  assertSize(image);
  const { data, width, height } = await redrawPicture(
    image,
    NOT_AN_IMAGE,
    (picture) => picture.resize(BOX).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }),
    ALL_FORMATS,
  );
  const made = provider && (await askProvider(ctx, provider, await toPng({ data, width, height })));
  if (made) return made;
  const cut = await inTurn(() => cutOut({ data, width, height }));
  if (!cut) throw new DomainError('UNPROCESSABLE', NO_PLAIN_GROUND);
  return cut;
}
