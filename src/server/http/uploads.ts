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
import { isOwnJob } from '../portal/visits';
import type { BackgroundProvider } from '../providers/background-removal';
import { keepLogo, removeLogo } from '../settings/logo';
import { keepSitePhoto } from '../settings/photos';
import { assertPermission, toCallerContext } from '../trpc';
import type { AppEnv } from './app-env';
import { refuse, refuseMethod } from './errors';
import { inTurn, isPublicPicture } from './pictures';
import { parseMultipart, UPLOAD_LIMIT } from './requests/body';

/** Returns the context of a live session. Throws UNAUTHORIZED. */
function callerFor(c: Context<AppEnv>): RequestCtx {
  const ctx = toCallerContext(c.get('callContext')(), 'member');
  assertPermission(ctx.actor, 'member');
  return ctx;
}

/**
 * Returns the context of someone who may see the photos of a job: its client, the office or its member. One browser may be signed in as
 * several of them. Throws UNAUTHORIZED, FORBIDDEN, and NOT_FOUND for a client of other jobs.
 */
function viewerFor(c: Context<AppEnv>, id: string): RequestCtx {
  const given = c.get('callContext')();
  const client = toCallerContext(given, 'client');
  if (client.actor.kind === 'client' && given.actor.kind !== 'admin') {
    if (isOwnJob(client, id)) return client;
    if (!given.memberSession) throw new DomainError('NOT_FOUND', 'There is no such photo.');
  }
  const ctx = callerFor(c);
  if (given.actor.kind !== 'admin') assertOwnJob(ctx, id);
  return ctx;
}

/** Adds the routes of a job's photos: its member adds them, the office and its client see them too. */
export function addPhotoRoutes(app: Hono<AppEnv>): void {
  app.post('/api/work-orders/:id/photos', async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > UPLOAD_LIMIT) await c.get('body').read(UPLOAD_LIMIT);
    assertOwnJob(callerFor(c), c.req.param('id'));
    c.get('checkOrigin')();
    const photo = await withPlace(c, readUpload, async (form) => {
      // Checked again: the session may have ended, or the job moved to another member, while the photo arrived.
      const ctx = callerFor(c);
      assertOwnJob(ctx, c.req.param('id'));
      const { id } = byWorkOrder.parse(c.req.param());
      return keepPhoto(ctx, { id, ...photoFields.parse(form.fields), image: form.files.image ?? new Uint8Array() });
    });
    return c.json(photo, 201);
  });
  app.all('/api/work-orders/:id/photos', (c) => refuseMethod(c, ['POST']));
  app.get('/api/work-orders/:id/photos/:photoId', async (c) => {
    const ctx = viewerFor(c, c.req.param('id'));
    const { fileName, bytes } = await readPhoto(ctx, photoPath.parse(c.req.param()));
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

const readUpload = (c: Context<AppEnv>): Promise<Uint8Array> => c.get('body').read(UPLOAD_LIMIT);

/** Reads an upload of the office. Throws TOO_LARGE in the documented words, otherwise as {@link readUpload}. */
const readOfficeUpload = (c: Context<AppEnv>): Promise<Uint8Array> =>
  readUpload(c).catch((error: DomainError) => {
    throw error.code === 'TOO_LARGE' ? new DomainError('TOO_LARGE', PICTURE_TOO_LARGE) : error;
  });

/** Adds the routes of the company's logo and of the landing page's photos. */
export function addCompanyPictureRoutes(app: Hono<AppEnv>): void {
  app.post('/api/company-logo', async (c) => c.json(await withImage(c, keepLogo), 201));
  app.delete('/api/company-logo', (c) => c.json(removeLogo(ownerFor(c))));
  app.all('/api/company-logo', (c) => refuseMethod(c, ['POST', 'DELETE']));
  app.post('/api/website-photo', async (c) => c.json(await withImage(c, keepSitePhoto), 201));
  app.all('/api/website-photo', (c) => refuseMethod(c, ['POST']));
}

/** Pictures in memory at a time: one in progress and one waiting, together less than 200 MB. */
const MAX_UNDER_WAY = 2;
/** Pictures that may arrive at a time. Slow uploads do not hold a place of those in progress, but their bytes take memory. */
const MAX_ARRIVING = 3;
const RETRY_SECONDS = 5;
let underWay = 0;
let arriving = 0;
const tooMany = () =>
  new DomainError('TOO_MANY', 'Too many pictures at a time. Please try again in a moment.', { retryAfterSeconds: RETRY_SECONDS });

/**
 * Reads the form of a call with `read` and runs `work` on it. Forms are parsed one after the other, since parsing takes several copies of
 * each. Throws TOO_MANY when too many wait, usually before reading, otherwise as {@link parseMultipart}.
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

async function withImage<Made>(c: Context<AppEnv>, work: (ctx: RequestCtx, image: Uint8Array) => Promise<Made>): Promise<Made> {
  if (Number(c.req.header('content-length') ?? 0) > UPLOAD_LIMIT) await readOfficeUpload(c);
  ownerFor(c);
  return withPlace(c, readOfficeUpload, ({ files }) => work(ownerFor(c), files.image ?? new Uint8Array()));
}

export function addProductPictureRoutes(app: Hono<AppEnv>, provider: BackgroundProvider | undefined): void {
  app.post('/api/upload-image', async (c) => c.json(await withImage(c, keepProductPicture)));
  app.post('/api/remove-background', async (c) => {
    const picture = await withImage(c, (ctx, image) => removeBackground(ctx, provider, image));
    return c.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' });
  });
  for (const path of ['/api/upload-image', '/api/remove-background']) app.all(path, (c) => refuseMethod(c, ['POST']));
}

/** Names of logos, product pictures and photos of the landing page. Photos of jobs are JPEG and never match. */
const PUBLIC_PICTURE = /^[\w-]+\.(png|webp|avif)$/;
/** A picture that is opened as a page of its own must not run anything. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the pictures of public pages under names that are never reused. The office also sees pictures it has just uploaded. */
export function addPublicPictures(app: Hono<AppEnv>): void {
  app.get('/uploads/:name', async (c) => {
    const name = c.req.param('name');
    const ctx = c.get('callContext')();
    const isPublic = PUBLIC_PICTURE.test(name) && isPublicPicture(ctx, name);
    const isShown = isPublic || (PUBLIC_PICTURE.test(name) && ctx.actor.kind === 'admin');
    const bytes = isShown ? await readFile(path.join(ctx.uploadFolder, name)).catch(() => undefined) : undefined;
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
