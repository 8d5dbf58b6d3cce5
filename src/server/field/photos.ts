import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { workOrderPhotos } from '../../../db/schema';
import { type Photo, phaseOf } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { MAX_PHOTOS, type photoFields } from '../../shared/field';
import { recordActivity } from '../activity';
import { trustedTime } from '../dispatch/service';
import { getWorkOrder, showPhoto } from '../dispatch/work-orders';
import { publishAfterCommit } from '../live';
import { countRows } from '../prepared';
import type { Ctx } from '../trpc';

type PhotoRow = typeof workOrderPhotos.$inferSelect;

/** Longest side of a kept picture, in pixels; a phone sends no larger ones. */
const LONGEST_SIDE = 1600;
/** A small file may unfold into a picture that fills the memory (guide/traps.md). */
const MAX_PIXELS = 24e6;
const FORMATS = ['jpeg', 'png', 'webp'];

/** The picture anew as a JPEG, upright and without what the camera wrote into it. Throws BAD_REQUEST for what is none. */
async function readPicture(bytes: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await image.metadata();
    if (!FORMATS.includes(format ?? '')) throw new Error('another format');
    const { data, info } = await image
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw new DomainError('BAD_REQUEST', 'Please send a photo as JPEG, PNG or WebP.', {
      issues: [{ path: 'image', message: 'Please send a photo as JPEG, PNG or WebP.' }],
    });
  }
}

/** Pictures are read one after the other, so that a crew that comes home does not take all of the memory. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

const findByAction = (ctx: Ctx, actionId: string | null | undefined): PhotoRow | undefined =>
  actionId ? ctx.db.select().from(workOrderPhotos).where(eq(workOrderPhotos.actionId, actionId)).get() : undefined;

type PhotoInput = z.output<typeof photoFields> & { id: number | string; image: Uint8Array };

/**
 * Keeps a picture of a job, once for each action of the phone: the file first, then its row. Throws BAD_REQUEST for what is no
 * picture, CONFLICT past ten of a job or on a cancelled one.
 */
export async function keepPhoto(ctx: Ctx, folder: string, { id, image, kind, takenAt, actionId }: PhotoInput): Promise<Photo> {
  const order = getWorkOrder(ctx, id);
  const known = findByAction(ctx, actionId);
  if (known) return showPhoto(known);
  if (phaseOf(order.status) === 'cancelled') throw new DomainError('CONFLICT', 'This job is cancelled.');
  const { data, width, height } = await inTurn(() => readPicture(image));
  const fileName = `${randomUUID()}.jpg`;
  const file = path.join(folder, fileName);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.part`, data, { flush: true });
  await rename(`${file}.part`, file);
  try {
    return insertPhoto(ctx, {
      workOrderId: order.id,
      fileName,
      width,
      height,
      kind,
      actionId: actionId ?? null,
      takenAt: trustedTime(ctx, takenAt),
    });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function insertPhoto(ctx: Ctx, values: Omit<typeof workOrderPhotos.$inferInsert, 'createdAt'>): Photo {
  return inTransaction(ctx.db, () => {
    if (countRows(ctx.db, workOrderPhotos, eq(workOrderPhotos.workOrderId, values.workOrderId)) >= MAX_PHOTOS)
      throw new DomainError('CONFLICT', `A job may have ${MAX_PHOTOS} photos at most.`);
    const row = ctx.db
      .insert(workOrderPhotos)
      .values({ ...values, teamMemberId: ctx.actor.kind === 'member' ? ctx.actor.id : null, createdAt: ctx.now().toISOString() })
      .returning()
      .get();
    recordActivity(ctx, {
      verb: 'workOrder.photographed',
      entityType: 'workOrder',
      entityId: values.workOrderId,
      data: { photoId: row.id },
    });
    publishAfterCommit(ctx, 'dispatch');
    return showPhoto(row);
  });
}

/** The file of a picture. Throws NOT_FOUND. */
export async function readPhoto(ctx: Ctx, folder: string, { id, photoId }: { id: number; photoId: number }): Promise<Buffer> {
  const row = ctx.db
    .select()
    .from(workOrderPhotos)
    .where(and(eq(workOrderPhotos.id, photoId), eq(workOrderPhotos.workOrderId, id)))
    .get();
  const bytes = row && (await readFile(path.join(folder, row.fileName)).catch(() => undefined));
  if (!bytes) throw new DomainError('NOT_FOUND', 'There is no such photo.');
  return bytes;
}
