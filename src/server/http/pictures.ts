import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Sharp } from 'sharp';
import { writeDurably } from '../../../db/files';
import { countRows } from '../../../db/prepared';
import { products } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { photoFiles } from '../../shared/website';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** Loads the picture library with the first picture, since it takes 20 MB of memory. */
export const loadSharp = () =>
  import('sharp').then(({ default: sharp }) => {
    // Uploads are processed one at a time; sharp's cache and threads would only take memory.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
/** A small file may decode to a picture that fills the memory: 776 kB of PNG to 256 megapixels. */
const MAX_PIXELS = 24e6;
/** First bytes of the accepted formats, in hexadecimal. Other decoders of the library (SVG, PDF and more) never see an upload. */
const BEGINNINGS = { jpeg: /^ffd8ff/, png: /^89504e470d0a1a0a/, webp: /^52494646.{8}57454250/, gif: /^47494638(37|39)61/ };
type Format = keyof typeof BEGINNINGS;
/** Formats of cameras, and all accepted formats. */
const CAMERA_FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];
export const ALL_FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif'];

let turn: Promise<unknown> = Promise.resolve();
/** Runs picture work one after the other, so that parallel uploads do not exhaust the memory. Must not be nested. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

type Redrawn = { data: Buffer; width: number; height: number };
/** Re-encodes a picture (an animation's first frame) upright and without metadata. Throws BAD_REQUEST unless it has one of `formats`. */
export const redrawPicture = (
  bytes: Uint8Array,
  refusal: string,
  draw: (image: Sharp) => Sharp,
  formats = CAMERA_FORMATS,
): Promise<Redrawn> =>
  inTurn(async () => {
    try {
      const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
      if (!formats.some((format) => BEGINNINGS[format].test(beginning))) throw new Error('another format');
      const image = (await loadSharp())(bytes, { limitInputPixels: MAX_PIXELS });
      const { data, info } = await draw(image.rotate()).toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    } catch {
      throw fieldError('image', refusal);
    }
  });

/** Disk space for pictures of the office. Photos of jobs are JPEG and do not count. */
const QUOTA_MB = 500;
const OFFICE_PICTURE = /\.(webp|png|avif)$/;
/** Throws UNAVAILABLE when the office's pictures exceed their quota. */
function assertRoom(file: string, data: Buffer): void {
  if (!OFFICE_PICTURE.test(file)) return;
  const folder = path.dirname(file);
  const taken = readdirSync(folder)
    .filter((name) => OFFICE_PICTURE.test(name))
    .reduce((sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  if (taken + data.length > QUOTA_MB * 1024 * 1024)
    throw new DomainError(
      'UNAVAILABLE',
      `The pictures take up all of the ${QUOTA_MB} MB there are for them. Please remove some from products first.`,
    );
}

/** Writes a picture so that a power cut leaves all of it or nothing. Throws UNAVAILABLE when the disk or the quota is full. */
function writePicture(file: string, data: Buffer): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    assertRoom(file, data);
    writeDurably(file, data);
  } catch (error) {
    rmSync(`${file}.part`, { force: true });
    if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new DomainError('UNAVAILABLE', 'Storage is not available right now. Please try again.');
    throw error;
  }
}

/** Writes a picture and then its row, which `note` stores; deletes the file again when storing the row fails. Throws UNAVAILABLE. */
export function keepPicture<Row>(file: string, data: Buffer, note: () => Row): Row {
  writePicture(file, data);
  try {
    return note();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Returns true for the logo, the landing page's photos and pictures of products. Photos of jobs are for their member and the office. */
export function isPublicPicture(ctx: Pick<Ctx, 'db'>, name: string): boolean {
  const { company, photos } = getSettings(ctx);
  if (company.logo === name || Object.values(photos).some((photo) => photo && photoFiles(photo.name).includes(name))) return true;
  return countRows(ctx.db, products, eq(products.imageUrl, `/uploads/${name}`)) > 0;
}
