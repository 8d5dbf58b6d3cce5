import { IMAGE_LIMIT, uploadedImage } from '../../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../../shared/picture-errors';
import { sessionFetch } from '../../session-fetch';

export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp,image/gif';
/** Longest side of the white square, in pixels: even a picture of pure noise then stays below the size limit. */
const SQUARE = 1200;

const isTooLarge = ({ size }: Blob) => size > IMAGE_LIMIT;

export function pictureProblem(file: Blob): string | undefined {
  if (isTooLarge(file)) return 'Please select an image smaller than 5MB';
  return file.type.startsWith('image/') ? undefined : NOT_AN_IMAGE;
}

/** Returns the accounting screen's message. The server finds out whether the file is an image. */
export const accountingPictureProblem = (file: Blob): string | undefined => (isTooLarge(file) ? PICTURE_TOO_LARGE : undefined);

function toForm(image: Blob): FormData {
  const form = new FormData();
  form.set('image', image, image instanceof File ? image.name : 'picture.png');
  return form;
}

export async function uploadPicture(image: Blob): Promise<string> {
  const answer = await sessionFetch('/api/upload-image', { method: 'POST', body: toForm(image) });
  return uploadedImage.parse(await answer.json()).imageUrl;
}

async function cutOut(image: Blob): Promise<Blob> {
  const answer = await sessionFetch('/api/remove-background', { method: 'POST', body: toForm(image) });
  const found = await answer.blob();
  if (isTooLarge(found)) throw new Error('The picture is too large without its background.');
  return found;
}

/** Draws the whole picture in the middle of a white square, as a PNG. Rejects for a file that is no picture. */
async function onWhiteSquare(image: Blob): Promise<Blob> {
  const picture = await createImageBitmap(image);
  const scale = Math.min(1, SQUARE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width * scale, picture.height * scale];
  const side = Math.max(1, Math.round(Math.max(width, height)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, side, side);
    pen.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height);
  }
  picture.close();
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png'),
  );
}

/**
 * Removes the background. If the server cannot do it, pads the picture onto a white square instead.
 * Rejects for a file that is no picture.
 */
export const removeBackground = (image: Blob): Promise<{ picture: Blob; isCutOut: boolean }> =>
  cutOut(image).then(
    (picture) => ({ picture, isCutOut: true }),
    async () => ({ picture: await onWhiteSquare(image), isCutOut: false }),
  );
