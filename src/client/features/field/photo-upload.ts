import type { FieldAction } from '../../../shared/field';

/** Longest side of an uploaded picture, in pixels. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.8;
/** Time after which an upload is aborted and tried again later. */
const PATIENCE_MS = 60_000;

/** Returns a picture as a JPEG small enough for a mobile connection. Rejects for a file that is not a picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made smaller.'))), 'image/jpeg', QUALITY),
  );
}

/** Uploads a picture. Rejects like a call, with the server's sentence and status. */
export async function uploadPhoto({ workOrderId, photoKind, image, at, actionId }: Extract<FieldAction, { kind: 'photo' }>): Promise<void> {
  // The browser may have deleted the stored picture.
  const bytes = await image.arrayBuffer().catch(() => {
    throw Object.assign(new Error('The photo can no longer be read on this phone.'), { data: { httpStatus: 400 } });
  });
  const form = new FormData();
  form.set('kind', photoKind);
  form.set('takenAt', at);
  form.set('actionId', actionId);
  form.set('image', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(`/api/work-orders/${workOrderId}/photos`, { method: 'POST', body: form, credentials: 'same-origin', signal });
  if (answer.ok) return;
  const { message = answer.statusText } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw Object.assign(new Error(message), { data: { httpStatus: answer.status } });
}
