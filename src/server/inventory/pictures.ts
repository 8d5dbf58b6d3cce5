import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import { DomainError } from '../../shared/errors';
import { IMAGE_LIMIT, type uploadedImage } from '../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../shared/picture-errors';
import type { Ctx } from '../context';
import { describeFault } from '../http/logging';
import { ALL_FORMATS, inTurn, keepPicture, loadSharp, redrawPicture } from '../http/pictures';
import type { BackgroundProvider } from '../providers/background-removal';
import { assertSignedIn } from '../session/service';
import { clearGround, findGround, type Pixels } from './flood-fill';

/** Longest side of a stored picture, in pixels: twice the largest size on a page. */
const BOX = { width: 1200, height: 1200, fit: 'inside', withoutEnlargement: true } as const;

function assertSize(image: Uint8Array): void {
  if (image.length > IMAGE_LIMIT) throw new DomainError('TOO_LARGE', PICTURE_TOO_LARGE);
}

/**
 * Stores a picture for a product under an unguessable name. A picture without a product is deleted after a day. Throws
 * TOO_LARGE past five megabytes, BAD_REQUEST for a file that is no picture, UNAVAILABLE if the disk is full.
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

/** Returns the picture as the provider cuts it out, encoded again as a PNG, or undefined if the provider fails for any reason. */
async function askProvider(ctx: Ctx, provider: BackgroundProvider, picture: Uint8Array): Promise<Buffer | undefined> {
  try {
    const made = await provider.removeBackground(picture);
    return (await redrawPicture(made, NOT_AN_IMAGE, (answer) => answer.resize(BOX).png(), ALL_FORMATS)).data;
  } catch (error) {
    ctx.log.warn({ evt: 'background.failed', fault: describeFault(error) }, 'the provider of cut-outs failed');
    return undefined;
  }
}

/** Longest side of the small copy in which the background is searched, in pixels: the search blocks the thread. */
const SOUGHT_IN = 600;
const toRaw = async ({ data, width, height }: Pixels, channels: 1 | 4) => (await loadSharp())(data, { raw: { width, height, channels } });
const toPng = async (picture: Pixels) => (await toRaw(picture, 4)).png().toBuffer();

/** Cuts a product out of a plain background, which is searched in a small copy. Returns undefined without a plain background. */
async function cutOut(picture: Pixels): Promise<Buffer | undefined> {
  const { width, height } = picture;
  const small = await (await toRaw(picture, 4))
    .resize({ width: SOUGHT_IN, height: SOUGHT_IN, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = findGround({ data: small.data, width: small.info.width, height: small.info.height });
  if (!found) return undefined;
  const mask =
    small.info.width === width && small.info.height === height
      ? found.mask
      : await (await toRaw({ data: found.mask, width: small.info.width, height: small.info.height }, 1))
          .resize({ width, height, fit: 'fill', kernel: 'linear' })
          .toColourspace('b-w')
          .raw()
          .toBuffer();
  clearGround(picture.data, { colour: found.colour, mask });
  return toPng(picture);
}

const NO_PLAIN_GROUND = 'The background could not be removed: it is not of nearly one colour all around.';
/**
 * Removes the background of a product's picture and returns it as a PNG: by the provider if one is set up and answers, else by the flood
 * fill. Throws TOO_LARGE, BAD_REQUEST for a file that is no picture, and UNPROCESSABLE if neither can do it.
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
