import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { z } from 'zod';
import { DomainError } from '../../shared/errors';
import { IMAGE_LIMIT } from '../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../shared/picture-errors';
import { PHOTO_BOX, PHOTO_FORMATS, type PhotoFormat, photoFile, photoWidths } from '../../shared/website';
import type { uploadedPhotoSchema } from '../../shared/website-schemas';
import type { Ctx } from '../context';
import { inTurn, keepPicture, loadSharp, redrawPicture } from '../http/pictures';
import { assertSignedIn } from '../session/service';

type Copy = { file: string; data: Buffer };

/** AVIF takes most of the time of an upload, so it is encoded with less effort than the library's default. */
const AVIF = { quality: 55, effort: 2 };
const WEBP = { quality: 78 };

/**
 * Stores the copies of a photo for the landing page under an unguessable name. A photo that no place gets is deleted after a day. Throws
 * TOO_LARGE past five megabytes, BAD_REQUEST for a file that is not a picture, UNAVAILABLE if the disk is full.
 */
export async function keepSitePhoto(ctx: Ctx, image: Uint8Array): Promise<z.output<typeof uploadedPhotoSchema>> {
  if (image.length > IMAGE_LIMIT) throw new DomainError('TOO_LARGE', PICTURE_TOO_LARGE);
  const { data, width, height } = await redrawPicture(image, NOT_AN_IMAGE, (picture) =>
    picture
      .resize({ width: PHOTO_BOX, height: PHOTO_BOX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' }),
  );
  const name = `${randomUUID()}-${width}x${height}`;
  const sharp = await loadSharp();
  const copy = async (copyWidth: number, format: PhotoFormat): Promise<Copy> => {
    const resized = sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .resize({ width: copyWidth });
    const encoded = await (format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)).toBuffer();
    return { file: path.join(ctx.uploadFolder, photoFile(name, copyWidth, format)), data: encoded };
  };
  const copies: Copy[] = [];
  // Each copy takes its own turn, so that a photo of a job need not wait for all of them.
  for (const copyWidth of photoWidths(name)) for (const format of PHOTO_FORMATS) copies.push(await inTurn(() => copy(copyWidth, format)));
  const answer = () => {
    assertSignedIn(ctx);
    return { success: true, name } as const;
  };
  return copies.reduce((store, one) => () => keepPicture(one.file, one.data, store), answer)();
}
