import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { backupsIn, getBackupFolder } from '../../../db/backup-folder';
import { type Db, inTransaction } from '../../../db/client';
import { countRows } from '../../../db/prepared';
import { readBackup } from '../../../db/reading';
import { workOrderPhotos } from '../../../db/schema';
import { madeAt } from '../../shared/backups';
import { getPhase } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { MAX_PHOTOS, type photoFields, type photoPath } from '../../shared/field';
import type { Photo } from '../../shared/job-photos';
import type { Ctx } from '../context';
import { trustedTime } from '../dispatch/transitions';
import { getWorkOrder, recordOrder, toPhoto } from '../dispatch/work-orders';
import { describeFault } from '../http/logging';
import { isPublicPicture, keepPicture, redrawPicture } from '../http/pictures';
import { assertSignedIn } from '../session/service';

type PhotoRow = typeof workOrderPhotos.$inferSelect;

/** Longest side of a kept picture, in pixels; a phone sends no larger ones. */
const LONGEST_SIDE = 1600;
const NO_PHOTO = 'Please send a photo as JPEG, PNG or WebP.';
const findByAction = (ctx: Ctx, actionId: string | null | undefined): PhotoRow | undefined =>
  actionId ? ctx.db.select().from(workOrderPhotos).where(eq(workOrderPhotos.actionId, actionId)).get() : undefined;

type PhotoInput = z.output<typeof photoFields> & { id: number | string; image: Uint8Array };

/**
 * Stores a picture of a job, once per action of the phone: the file first, then its row. Throws BAD_REQUEST for a file that is not a
 * picture, CONFLICT for more than ten or a cancelled job, UNAVAILABLE if the disk is full.
 */
export async function keepPhoto(ctx: Ctx, { id, image, kind, takenAt, actionId = null }: PhotoInput): Promise<Photo> {
  const order = getWorkOrder(ctx, id);
  const known = findByAction(ctx, actionId);
  if (known) return toPhoto(known);
  const { data, width, height } = await redrawPicture(image, NO_PHOTO, (picture) =>
    picture.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 80 }),
  );
  const fileName = `${randomUUID()}.jpg`;
  const file = path.join(ctx.uploadFolder, fileName);
  return keepPicture(file, data, () => {
    const row = insertPhoto(ctx, { workOrderId: order.id, fileName, width, height, kind, actionId, takenAt: trustedTime(ctx, takenAt) });
    if (row.fileName !== fileName) rmSync(file, { force: true });
    return toPhoto(row);
  });
}

/** Returns the new row, or the one that the same action stored in the meantime. */
function insertPhoto(ctx: Ctx, values: Omit<typeof workOrderPhotos.$inferInsert, 'createdAt'>): PhotoRow {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const known = findByAction(ctx, values.actionId);
    if (known) return known;
    if (getPhase(getWorkOrder(ctx, values.workOrderId).status) === 'cancelled') throw new DomainError('CONFLICT', 'This job is cancelled.');
    if (countRows(ctx.db, workOrderPhotos, eq(workOrderPhotos.workOrderId, values.workOrderId)) >= MAX_PHOTOS)
      throw new DomainError('CONFLICT', `A job may have ${MAX_PHOTOS} photos at most.`);
    const row = ctx.db
      .insert(workOrderPhotos)
      .values({ ...values, teamMemberId: ctx.actor.kind === 'member' ? ctx.actor.id : null, createdAt: ctx.now().toISOString() })
      .returning()
      .get();
    recordOrder(ctx, 'workOrder.photographed', values.workOrderId, { photoId: row.id });
    return row;
  });
}

type PhotoRef = z.output<typeof photoPath>;
/** Reads a picture and its file name, which never changes. Throws NOT_FOUND. */
export async function readPhoto(ctx: Ctx, { id, photoId }: PhotoRef): Promise<{ fileName: string; bytes: Buffer }> {
  const { id: workOrderId } = getWorkOrder(ctx, id);
  const row = ctx.db
    .select()
    .from(workOrderPhotos)
    .where(and(eq(workOrderPhotos.id, photoId), eq(workOrderPhotos.workOrderId, workOrderId)))
    .get();
  const bytes = row && (await readFile(path.join(ctx.uploadFolder, row.fileName)).catch(() => undefined));
  if (!bytes) throw new DomainError('NOT_FOUND', 'There is no such photo.');
  return { fileName: row.fileName, bytes };
}

/** A picture is uploaded when it is chosen, and its form may stay open all day. */
const FORM_OPEN_MS = 24 * 3_600_000;
/** Returns whether a product, a job or the company shows a picture. */
const isShown = (db: Db, name: string): boolean =>
  isPublicPicture({ db }, name) || countRows(db, workOrderPhotos, eq(workOrderPhotos.fileName, name)) > 0;

type Orphan = { name: string; changedAt: number };

/**
 * Returns the pictures that no stored backup shows, since a restored backup needs its own. A backup that cannot be read, damaged or of an
 * older version, keeps all pictures that were there before it; the log says so once.
 */
async function notInBackups({ db, log }: Ctx, orphans: Orphan[]): Promise<Orphan[]> {
  const folder = getBackupFolder(db.$client);
  let left = orphans;
  const faults: unknown[] = [];
  for (const backup of folder === undefined ? [] : backupsIn(folder)) {
    if (left.length === 0) break;
    try {
      left = readBackup(path.join(folder ?? '', backup), (then) => left.filter(({ name }) => !isShown(then, name)));
    } catch (error) {
      faults.push(error);
      left = left.filter(({ changedAt }) => changedAt > Date.parse(madeAt(backup)));
    }
    await breathe();
  }
  if (faults.length > 0)
    log.warn(
      { evt: 'backup.unreadable', count: faults.length, fault: describeFault(faults[0]) },
      'backups could not be asked for pictures',
    );
  return left;
}

/**
 * Deletes day-old pictures that nothing shows, such as after a crash before their row was stored. A picture that a stored backup shows
 * stays as long as that backup.
 */
export async function dropOrphanPhotos(ctx: Ctx): Promise<void> {
  const folder = ctx.uploadFolder;
  const orphans: Orphan[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const changedAt = await stat(path.join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    const isOld = changedAt !== undefined && ctx.now().getTime() - changedAt > FORM_OPEN_MS;
    if (isOld && !isShown(ctx.db, name)) orphans.push({ name, changedAt });
  }
  for (const { name } of await notInBackups(ctx, orphans)) if (!isShown(ctx.db, name)) await rm(path.join(folder, name), { force: true });
}
