import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context, Hono } from 'hono';
import { byWorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { photoFields, photoPath } from '../../shared/field';
import { PICTURE_TOO_LARGE } from '../../shared/picture-errors';
import type { RequestCtx } from '../context';
import { assertOwnJob } from '../dispatch/ownership';
import { keepPhoto, readPhoto } from '../field/photos';
import { keepProductPicture, removeBackground } from '../inventory/pictures';
import type { BackgroundProvider } from '../providers/background-removal';
import { keepLogo, removeLogo } from '../settings/logo';
import { assertPermission, callerOf } from '../trpc';
import type { AppEnv } from './app-env';
import { refuse, refuseMethod } from './errors';
import { inTurn, isPublicPicture } from './pictures';
import { parseMultipart, UPLOAD_LIMIT } from './requests/body';

/** Returns the context of a live session. Throws UNAUTHORIZED. */
function callerFor(c: Context<AppEnv>): RequestCtx {
  const ctx = callerOf(c.get('callContext')(), 'member');
  assertPermission(ctx.actor, 'member');
  return ctx;
}

/** The pictures of a job: its member adds them, the office sees them too. `folder` is where the files lie. */
export function addPhotoRoutes(app: Hono<AppEnv>, folder: string): void {
  app.post('/api/work-orders/:id/photos', async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > UPLOAD_LIMIT) await c.get('body').read(UPLOAD_LIMIT);
    assertOwnJob(callerFor(c), c.req.param('id'));
    c.get('checkOrigin')();
    const photo = await withPlace(c, readUpload, async (form) => {
      // A session that ended while the picture arrived, or a job that was given to another, adds none.
      const ctx = callerFor(c);
      assertOwnJob(ctx, c.req.param('id'));
      const { id } = byWorkOrder.parse(c.req.param());
      return keepPhoto(ctx, folder, { id, ...photoFields.parse(form.fields), image: form.files.image ?? new Uint8Array() });
    });
    return c.json(photo, 201);
  });
  app.all('/api/work-orders/:id/photos', (c) => refuseMethod(c, ['POST']));
  app.get('/api/work-orders/:id/photos/:photoId', async (c) => {
    const ctx = callerFor(c);
    // Somebody may be of the office and of the team in one browser.
    if (c.get('callContext')().actor.kind !== 'admin') assertOwnJob(ctx, c.req.param('id'));
    const { fileName, bytes } = await readPhoto(ctx, folder, photoPath.parse(c.req.param()));
    const headers = { etag: `"${fileName}"`, 'cache-control': 'private, no-cache' };
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(bytes), 200, { ...headers, 'content-type': 'image/jpeg' });
  });
  app.all('/api/work-orders/:id/photos/:photoId', (c) => refuseMethod(c, ['GET']));
}

/** Returns the context of the owner. Throws UNAUTHORIZED, FORBIDDEN. */
function ownerFor(c: Context<AppEnv>): RequestCtx {
  const ctx = c.get('callContext')();
  assertPermission(ctx.actor, 'admin');
  c.get('checkOrigin')();
  return ctx;
}

/** The body of an upload. */
const readUpload = (c: Context<AppEnv>): Promise<Uint8Array> => c.get('body').read(UPLOAD_LIMIT);

/** The body of an upload of the office. Throws TOO_LARGE in the documented words, else as {@link readUpload}. */
const readOfficeUpload = (c: Context<AppEnv>): Promise<Uint8Array> =>
  readUpload(c).catch((error: DomainError) => {
    throw error.code === 'TOO_LARGE' ? new DomainError('TOO_LARGE', PICTURE_TOO_LARGE) : error;
  });

/** The company's logo, which the owner uploads and takes away. */
export function addLogoRoutes(app: Hono<AppEnv>): void {
  app.post('/api/company-logo', async (c) => c.json(await withImage(c, keepLogo), 201));
  app.delete('/api/company-logo', (c) => c.json(removeLogo(ownerFor(c))));
  app.all('/api/company-logo', (c) => refuseMethod(c, ['POST', 'DELETE']));
}

/** Pictures under way at a time, one that is worked on and one that waits, so that all take less than 200 MB. */
const MAX_UNDER_WAY = 2;
/** Pictures on their way here at a time: those of slow lines hold no place of the ones that are worked on; more would take too much of the memory. */
const MAX_ARRIVING = 3;
const RETRY_SECONDS = 5;
let underWay = 0;
let arriving = 0;
const tooMany = () =>
  new DomainError('TOO_MANY', 'Many pictures are being worked on. Please try again in a moment.', { retryAfterSeconds: RETRY_SECONDS });

/**
 * Takes in the form of a call by `read` and works on it. Forms are taken apart one after the other, which takes several copies of
 * each. Throws TOO_MANY where too many wait already, mostly before this one is taken in, else as {@link parseMultipart}.
 */
async function withPlace<Made>(
  c: Context<AppEnv>,
  read: (c: Context<AppEnv>) => Promise<Uint8Array>,
  work: (form: Awaited<ReturnType<typeof parseMultipart>>) => Promise<Made>,
): Promise<Made> {
  if (underWay >= MAX_UNDER_WAY || arriving >= MAX_ARRIVING) {
    await c.get('body').drain();
    throw tooMany();
  }
  arriving += 1;
  const body = await read(c).finally(() => {
    arriving -= 1;
  });
  if (underWay >= MAX_UNDER_WAY) throw tooMany();
  underWay += 1;
  try {
    return await work(await inTurn(() => parseMultipart(body, c.req.header('content-type'))));
  } finally {
    underWay -= 1;
  }
}

/** Works on the office's picture of a call. */
async function withImage<Made>(c: Context<AppEnv>, work: (ctx: RequestCtx, image: Uint8Array) => Promise<Made>): Promise<Made> {
  if (Number(c.req.header('content-length') ?? 0) > UPLOAD_LIMIT) await readOfficeUpload(c);
  ownerFor(c);
  return withPlace(c, readOfficeUpload, ({ files }) => work(ownerFor(c), files.image ?? new Uint8Array()));
}

/** The pictures of products: the office uploads them, and has their background taken out (back-office.md §7). */
export function addProductPictureRoutes(app: Hono<AppEnv>, provider: BackgroundProvider | undefined): void {
  app.post('/api/upload-image', async (c) => c.json(await withImage(c, keepProductPicture)));
  app.post('/api/remove-background', async (c) => {
    const picture = await withImage(c, (ctx, image) => removeBackground(ctx, provider, image));
    return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' });
  });
  for (const path of ['/api/upload-image', '/api/remove-background']) app.all(path, (c) => refuseMethod(c, ['POST']));
}

/** The names of logos and of products' pictures; those of jobs are JPEG, and never among them. */
const PUBLIC_PICTURE = /^[\w-]+\.(png|webp)$/;
/** A picture is only ever looked at: opened as a page of its own it may do nothing. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** The pictures that anybody may see, the logo and those of products, by names that never come again; the office sees also those it has just sent. */
export function addPublicPictures(app: Hono<AppEnv>, folder: string): void {
  app.get('/uploads/:name', async (c) => {
    const name = c.req.param('name');
    const ctx = c.get('callContext')();
    const isPublic = PUBLIC_PICTURE.test(name) && isPublicPicture(ctx, name);
    const isShown = isPublic || (PUBLIC_PICTURE.test(name) && ctx.actor.kind === 'admin');
    const bytes = isShown ? await readFile(path.join(folder, name)).catch(() => undefined) : undefined;
    if (!bytes) {
      c.header('cache-control', 'no-store');
      throw new DomainError('NOT_FOUND', 'There is no such picture.');
    }
    return c.body(new Uint8Array(bytes), 200, {
      ...PICTURE_HEADERS,
      'content-type': `image/${path.extname(name).slice(1)}`,
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    });
  });
  app.all('/uploads/*', (c) =>
    c.req.method === 'GET' ? refuse(c, 404, 'NOT_FOUND', 'There is no such picture.') : refuseMethod(c, ['GET', 'HEAD']),
  );
}
