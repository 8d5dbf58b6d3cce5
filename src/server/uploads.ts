import type { Context, Hono } from 'hono';
import { byWorkOrder } from '../shared/dispatch';
import { photoFields, photoPath } from '../shared/field';
import { parseMultipart, readBody, UPLOAD_LIMIT } from './body';
import { assertOwnJob } from './dispatch/ownership';
import { keepPhoto, readPhoto } from './field/photos';
import { type AppEnv, refuseMethod } from './rest';
import { assertPermission, callerOf, type RequestCtx } from './trpc';

/** Whose call it is: a live session's, before anything of it is read. */
function callerFor(c: Context<AppEnv>): RequestCtx {
  const ctx = callerOf(c.get('callContext')(), 'member');
  assertPermission(ctx.actor, 'member');
  return ctx;
}

/** The pictures of a job: its member adds them, the office sees them too. `folder` is where the files lie. */
export function addPhotoRoutes(app: Hono<AppEnv>, folder: string): void {
  app.post('/api/work-orders/:id/photos', async (c) => {
    if (Number(c.req.header('content-length') ?? 0) > UPLOAD_LIMIT) await readBody(c.req.raw, UPLOAD_LIMIT);
    const ctx = callerFor(c);
    assertOwnJob(ctx, c.req.param('id'));
    c.get('checkOrigin')();
    const form = await parseMultipart(await readBody(c.req.raw, UPLOAD_LIMIT), c.req.header('content-type'));
    const { id } = byWorkOrder.parse(c.req.param());
    return c.json(
      await keepPhoto(ctx, folder, { id, ...photoFields.parse(form.fields), image: form.files.image ?? new Uint8Array() }),
      201,
    );
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
