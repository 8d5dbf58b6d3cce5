import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { writeDurably } from '../../../db/files';
import { countRows } from '../../../db/prepared';
import { products } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { Ctx } from '../context';
import { getCompany } from '../settings/service';

// Pictures come one at a time and each once: what the library would keep for the next one, and do beside, only takes memory.
sharp.cache(false);
sharp.concurrency(1);
/** A small file may unfold into a picture that fills the memory (guide/traps.md). */
const MAX_PIXELS = 24e6;
/** What a picture begins with, in hexadecimal. No other reader of the library is ever let near what was sent: it knows SVG, PDF and many more. */
const BEGINNINGS = { jpeg: /^ffd8ff/, png: /^89504e470d0a1a0a/, webp: /^52494646.{8}57454250/, gif: /^47494638(37|39)61/ };
type Format = keyof typeof BEGINNINGS;
/** What a camera makes, and what there is besides. */
const CAMERA_FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];
export const ALL_FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif'];

let turn: Promise<unknown> = Promise.resolve();
/** Does what has to do with a picture one after the other, so that many at once do not take all of the memory. Never within itself. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

type Redrawn = { data: Buffer; width: number; height: number };
/**
 * A picture anew in our own format, upright and without what the camera wrote into it; of one that moves the first frame. What it is
 * its bytes tell: anything but `formats` throws BAD_REQUEST with `refusal`.
 */
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
      const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
      const { data, info } = await draw(image.rotate()).toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    } catch {
      throw new DomainError('BAD_REQUEST', refusal, { issues: [{ path: 'image', message: refusal }] });
    }
  });

/** Room for the pictures that the office uploads; those of jobs are JPEG, and not counted. */
const QUOTA_MB = 500;
const OFFICE_PICTURE = /\.(webp|png)$/;
/** Throws UNAVAILABLE where a picture of the office finds no room beside the others. */
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

/** Writes a picture so that a power cut leaves all of it or nothing. Throws UNAVAILABLE where disk or quota take no more. */
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

/** Writes a picture and then its row, which `note` makes; without a row there is no picture either. Throws UNAVAILABLE. */
export function keepPicture<Row>(file: string, data: Buffer, note: () => Row): Row {
  writePicture(file, data);
  try {
    return note();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Whether anybody may see a picture: the company's logo or a product's. Those of jobs are for their member and the office. */
export const isPublicPicture = (ctx: Pick<Ctx, 'db'>, name: string): boolean =>
  getCompany(ctx).logo === name || countRows(ctx.db, products, eq(products.imageUrl, `/uploads/${name}`)) > 0;
