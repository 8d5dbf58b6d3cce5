import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DomainError } from '../../shared/errors';
import { IMAGE_LIMIT } from '../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../shared/picture-errors';
import type { Ctx } from '../context';
import { keepPicture, redrawPicture } from '../http/pictures';
import { saveLogo } from './service';

/** Largest size of a stored logo, px. */
const BOX = { width: 600, height: 240 };

/**
 * Stores a picture as the company's logo, under a random name that contains its size. Throws TOO_LARGE above five megabytes,
 * BAD_REQUEST if it is not a picture, UNAVAILABLE if the disk is full.
 */
export async function keepLogo(ctx: Ctx, image: Uint8Array): Promise<{ success: true; imageUrl: string }> {
  if (image.length > IMAGE_LIMIT) throw new DomainError('TOO_LARGE', PICTURE_TOO_LARGE);
  const { data, width, height } = await redrawPicture(image, NOT_AN_IMAGE, (picture) =>
    picture.resize({ ...BOX, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  );
  const logo = `${randomUUID()}-${width}x${height}.png`;
  keepPicture(path.join(ctx.uploadFolder, logo), data, () => saveLogo(ctx, logo));
  return { success: true, imageUrl: `/uploads/${logo}` };
}

/** Restores the built-in logo. A later job deletes the file, because open pages may still show it. */
export function removeLogo(ctx: Ctx): { success: true } {
  saveLogo(ctx, null);
  return { success: true };
}
