import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { writeDurably } from '../../../db/files';
import { workOrderPhotos } from '../../../db/schema';
import { type Photo, phaseOf } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { MAX_PHOTOS, type photoFields, type photoPath } from '../../shared/field';
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

/** Writes a file so that a power cut leaves all of it or nothing. Throws UNAVAILABLE where the disk takes no more. */
function writeFileDurably(file: string, data: Buffer): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeDurably(file, data);
  } catch (error) {
    rmSync(`${file}.part`, { force: true });
    if (['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new DomainError('UNAVAILABLE', 'Storage is not available right now. Please try again.');
    throw error;
  }
}

/**
 * Keeps a picture of a job, once for each action of the phone: the file first, then its row. Throws BAD_REQUEST for what is no
 * picture, CONFLICT past ten of a job or on a cancelled one, UNAVAILABLE where the disk is full.
 */
export async function keepPhoto(ctx: Ctx, folder: string, { id, image, kind, takenAt, actionId = null }: PhotoInput): Promise<Photo> {
  const order = getWorkOrder(ctx, id);
  const known = findByAction(ctx, actionId);
  if (known) return showPhoto(known);
  const { data, width, height } = await inTurn(() => readPicture(image));
  const fileName = `${randomUUID()}.jpg`;
  const file = path.join(folder, fileName);
  writeFileDurably(file, data);
  try {
    const row = insertPhoto(ctx, { workOrderId: order.id, fileName, width, height, kind, actionId, takenAt: trustedTime(ctx, takenAt) });
    if (row.fileName !== fileName) rmSync(file, { force: true });
    return showPhoto(row);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** The new row, or the one of the same action that came in between. */
function insertPhoto(ctx: Ctx, values: Omit<typeof workOrderPhotos.$inferInsert, 'createdAt'>): PhotoRow {
  return inTransaction(ctx.db, () => {
    const known = findByAction(ctx, values.actionId);
    if (known) return known;
    if (phaseOf(getWorkOrder(ctx, values.workOrderId).status) === 'cancelled') throw new DomainError('CONFLICT', 'This job is cancelled.');
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
    return row;
  });
}

type PhotoRef = z.output<typeof photoPath>;
/** A picture with the name of its file, which never changes. Throws NOT_FOUND. */
export async function readPhoto(ctx: Ctx, folder: string, { id, photoId }: PhotoRef): Promise<{ fileName: string; bytes: Buffer }> {
  const { id: workOrderId } = getWorkOrder(ctx, id);
  const row = ctx.db
    .select()
    .from(workOrderPhotos)
    .where(and(eq(workOrderPhotos.id, photoId), eq(workOrderPhotos.workOrderId, workOrderId)))
    .get();
  const bytes = row && (await readFile(path.join(folder, row.fileName)).catch(() => undefined));
  if (!bytes) throw new DomainError('NOT_FOUND', 'There is no such photo.');
  return { fileName: row.fileName, bytes };
}

const HOUR_MS = 3_600_000;
/** Removes files that have no row, such as after a crash between the two, once they are an hour old. */
export async function dropOrphanPhotos(ctx: Ctx, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    const isOld = changedAt !== undefined && ctx.now().getTime() - changedAt > HOUR_MS;
    if (isOld && countRows(ctx.db, workOrderPhotos, eq(workOrderPhotos.fileName, name)) === 0) await rm(file, { force: true });
  }
}
