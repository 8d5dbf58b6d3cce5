export type Pixels = { data: Uint8Array; width: number; height: number };

/** The distance of a channel from the background colour that still counts as background: JPEG noise and soft light, not a shadow. */
const TOLERANCE = 30;
/** From this distance on a pixel at the edge belongs to the product; between the two it is a mix of both. */
const WHOLLY_PRODUCT = 96;
/** The share of the border that has to be of one colour, and the share of the picture that has to remain. */
const NEARLY_ALL = 0.85;
const NEARLY_NOTHING = 0.005;

type Colour = [red: number, green: number, blue: number];

function listBorder({ width, height }: Pixels): number[] {
  const places: number[] = [];
  for (let x = 0; x < width; x++) places.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) places.push(y * width, y * width + width - 1);
  return places;
}

const getChannel = (data: Uint8Array, place: number, channel: number): number => data[place * 4 + channel] ?? 0;
const isClear = (data: Uint8Array, place: number): boolean => getChannel(data, place, 3) < 128;

/** Returns the median of the border's values, channel by channel. A product that touches the border does not move it. */
function groundColour(data: Uint8Array, border: number[]): Colour {
  const opaque = border.filter((place) => !isClear(data, place));
  return [0, 1, 2].map((channel) => {
    const values = opaque.map((place) => getChannel(data, place, channel)).sort((a, b) => a - b);
    return values[values.length >> 1] ?? 255;
  }) as Colour;
}

/** Returns the distance of a pixel from a colour, by the channel that differs most. A transparent pixel is background in any colour. */
function distance(data: Uint8Array, place: number, [red, green, blue]: Colour): number {
  if (isClear(data, place)) return 0;
  return Math.max(
    Math.abs(getChannel(data, place, 0) - red),
    Math.abs(getChannel(data, place, 1) - green),
    Math.abs(getChannel(data, place, 2) - blue),
  );
}

/** A pixel of the mask: background, mixed, or the product alone. */
const [GROUND, EDGE, PRODUCT] = [0, 128, 255];

/** Returns a mask of the background: pixels of its colour that are connected to the border, so that holes in a product stay. */
function floodGround({ data, width, height }: Pixels, border: number[], ground: Colour): Uint8Array {
  const mask = new Uint8Array(width * height).fill(PRODUCT);
  const waiting = new Int32Array(width * height);
  let count = 0;
  const visit = (place: number) => {
    if (mask[place] === GROUND || distance(data, place, ground) > TOLERANCE) return;
    mask[place] = GROUND;
    waiting[count++] = place;
  };
  border.forEach(visit);
  while (count > 0) {
    const place = waiting[--count] ?? 0;
    const x = place % width;
    if (x > 0) visit(place - 1);
    if (x < width - 1) visit(place + 1);
    if (place >= width) visit(place - width);
    if (place < width * (height - 1)) visit(place + width);
  }
  return mask;
}

/** Marks the pixels of the product beside the background. */
function markEdges(mask: Uint8Array, width: number): void {
  for (let place = 0; place < mask.length; place++) {
    if (mask[place] === GROUND) continue;
    const x = place % width;
    const isEdge =
      (x > 0 && mask[place - 1] === GROUND) ||
      (x < width - 1 && mask[place + 1] === GROUND) ||
      mask[place - width] === GROUND ||
      mask[place + width] === GROUND;
    if (isEdge) mask[place] = EDGE;
  }
}

/** The background of a picture: its colour, and a mask of one byte a pixel, which can be scaled like a picture. */
type Ground = { colour: Colour; mask: Uint8Array };

/**
 * Finds the plain background of a product. Returns undefined if it is not recognizable: the border is not nearly of one colour, or next
 * to nothing would remain. It runs on the caller's thread: 25 ms for 600 × 600 pixels.
 */
export function findGround(picture: Pixels): Ground | undefined {
  const border = listBorder(picture);
  const colour = groundColour(picture.data, border);
  const plain = border.filter((place) => distance(picture.data, place, colour) <= TOLERANCE);
  if (plain.length < NEARLY_ALL * border.length) return undefined;
  const mask = floodGround(picture, border, colour);
  const left = mask.reduce((count, one) => (one === GROUND ? count : count + 1), 0);
  if (left < NEARLY_NOTHING * mask.length) return undefined;
  markEdges(mask, picture.width);
  return { colour, mask };
}

/** Returns the share of the product in a pixel: at the edge by its colour, within the limits of the mask. */
const getShare = (data: Uint8Array, place: number, colour: Colour, mask: number): number =>
  Math.min(mask / EDGE, Math.max((mask - EDGE) / (PRODUCT - EDGE), Math.min(1, distance(data, place, colour) / WHOLLY_PRODUCT)));

/** Makes the background transparent. Pixels at the edge become as transparent as they are mixed, and lose the background's colour. */
export function clearGround(data: Uint8Array, { colour, mask }: Ground): void {
  for (let place = 0; place < mask.length; place++) {
    const open = mask[place] ?? PRODUCT;
    if (open === PRODUCT) continue;
    const at = place * 4;
    const share = open === GROUND ? 0 : getShare(data, place, colour, open);
    if (share === 0) {
      data.fill(0, at, at + 4);
      continue;
    }
    // Solves p = share × product + (1 − share) × background for the product.
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.max(
        0,
        Math.min(255, Math.round(((data[at + channel] ?? 0) - (1 - share) * (colour[channel] ?? 0)) / share)),
      );
    data[at + 3] = Math.round((data[at + 3] ?? 0) * share);
  }
}
