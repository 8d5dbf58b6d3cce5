import { IMAGE_LIMIT, uploadedImage } from '../../../shared/inventory';
import { NOT_AN_IMAGE, PICTURE_TOO_LARGE } from '../../../shared/picture-errors';
import { sessionFetch } from '../../session-fetch';

/** The kinds of pictures that the server takes. */
export const PICTURE_KINDS = 'image/jpeg,image/png,image/webp,image/gif';
/** Longest side of the white square, in pixels: even a picture of nothing but noise stays within what may be sent. */
const SQUARE = 1200;
const QUALITY = 0.9;

const isTooLarge = ({ size }: Blob) => size > IMAGE_LIMIT;

/** What is wrong with a file as the picture of a product, in the first screen's words (back-office.md §5). */
export function pictureProblem(file: Blob): string | undefined {
  if (isTooLarge(file)) return 'Please select an image smaller than 5MB';
  return file.type.startsWith('image/') ? undefined : NOT_AN_IMAGE;
}

/** The same in the second screen's words; what is no image the server finds out. */
export const accountingPictureProblem = (file: Blob): string | undefined => (isTooLarge(file) ? PICTURE_TOO_LARGE : undefined);

function formOf(image: Blob): FormData {
  const form = new FormData();
  form.set('image', image, image instanceof File ? image.name : 'picture.png');
  return form;
}

/** Sends a picture; answers its address here. Rejects as a call does. */
export async function uploadPicture(image: Blob): Promise<string> {
  const answer = await sessionFetch('/api/upload-image', { method: 'POST', body: formOf(image) });
  return uploadedImage.parse(await answer.json()).imageUrl;
}

/** The picture without its background as the server makes it. Rejects where it cannot, or where that is too large to be kept. */
async function cutOut(image: Blob): Promise<Blob> {
  const answer = await sessionFetch('/api/remove-background', { method: 'POST', body: formOf(image) });
  const found = await answer.blob();
  if (isTooLarge(found)) throw new Error('The picture is too large without its background.');
  return found;
}

/** The whole picture in the middle of a white square, as a PNG. Rejects for a file that is no picture. */
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
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture could not be made.'))), 'image/png', QUALITY),
  );
}

/**
 * Takes the background away; where the server cannot, the picture is padded onto a white square instead (back-office.md §7).
 * Rejects for a file that is no picture.
 */
export const removeBackground = (image: Blob): Promise<{ picture: Blob; isCutOut: boolean }> =>
  cutOut(image).then(
    (picture) => ({ picture, isCutOut: true }),
    async () => ({ picture: await onWhiteSquare(image), isCutOut: false }),
  );
