import displayFile from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFile from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { COVER, type CoverText } from './cover-text';

const BACKGROUND = '/cover-background.svg';
// The page may skip fonts that load late (font-display), so the picture loads its own.
const FACES = [
  ['Cover Display', displayFile, '200 800'],
  ['Cover Text', textFile, '300 900'],
] as const;
const [DISPLAY, TEXT] = FACES.map(([family]) => `"${family}", system-ui, sans-serif`) as [string, string];
/** The position and width of the text, px. It lies within the middle 640 px, which phones show too. */
const [LEFT, TEXT_WIDTH] = [96, 372];
const FACES_MS = 2000;
/** The right edge of the dark area behind the text at the top, px. */
const EDGE = 478;
const BUBBLES = 9;

const colour = (name: string, fallback: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim() || fallback;

export function loadBackground(): Promise<HTMLImageElement | undefined> {
  return new Promise((done) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => done(undefined);
    image.src = BACKGROUND;
  });
}

let faces: Promise<unknown> | undefined;
const fetchFaces = () =>
  Promise.allSettled(
    FACES.map(async ([family, file, weight]) => document.fonts.add(await new FontFace(family, `url(${file})`, { weight }).load())),
  );

/** Waits up to FACES_MS for the cover's fonts, because a canvas does not redraw when they arrive. */
export async function loadFaces(): Promise<void> {
  faces ??= fetchFaces();
  await Promise.race([faces, new Promise((done) => setTimeout(done, FACES_MS))]);
}

type Paint = CanvasRenderingContext2D;

function drawGround(paint: Paint, background: HTMLImageElement | undefined): void {
  const { width, height } = COVER;
  const pine = colour('pine-950', '#0c251c');
  if (background) paint.drawImage(background, 0, 0, width, height);
  else {
    const gradient = paint.createLinearGradient(0, 0, width, height);
    gradient.addColorStop(0, colour('pine-900', '#133529'));
    gradient.addColorStop(1, colour('pine-600', '#306e57'));
    paint.fillStyle = gradient;
    paint.fillRect(0, 0, width, height);
  }
  paint.fillStyle = pine;
  paint.globalAlpha = 0.92;
  paint.beginPath();
  paint.moveTo(0, 0);
  paint.lineTo(EDGE, 0);
  paint.bezierCurveTo(EDGE + 38, 100, EDGE + 38, 210, EDGE + 8, height);
  paint.lineTo(0, height);
  paint.fill();
  paint.globalAlpha = 1;
  paint.strokeStyle = colour('citrus-400', '#efdf46');
  paint.lineWidth = 6;
  paint.beginPath();
  paint.moveTo(EDGE, 0);
  paint.bezierCurveTo(EDGE + 38, 100, EDGE + 38, 210, EDGE + 8, height);
  paint.stroke();
}

function drawBubbles(paint: Paint): void {
  for (let bubble = 0; bubble < BUBBLES; bubble += 1) {
    const [x, y, radius] = [526 + Math.random() * 280, 12 + Math.random() * 180, 4 + Math.random() ** 2 * 22];
    paint.beginPath();
    paint.arc(x, y, radius, 0, 2 * Math.PI);
    paint.fillStyle = 'rgb(255 255 255 / 0.35)';
    paint.fill();
    paint.strokeStyle = 'rgb(255 255 255 / 0.9)';
    paint.lineWidth = 1.5;
    paint.stroke();
    paint.beginPath();
    paint.arc(x, y, radius * 0.65, 1.1 * Math.PI, 1.5 * Math.PI);
    paint.stroke();
  }
}

type Line = { text: string; x: number; y: number; weight: number; size: number; face: string; color: string; width: number };

function write(paint: Paint, { text, x, y, weight, size, face, color, width }: Line): void {
  let fitting = size;
  do paint.font = `${weight} ${fitting}px ${face}`;
  while (paint.measureText(text).width > width && --fitting > 9);
  paint.fillStyle = color;
  paint.fillText(text, x, y);
}

function drawWords(paint: Paint, { name, tagline, services, contact }: CoverText): void {
  const [white, citrus, sage] = ['#fff', colour('citrus-400', '#efdf46'), colour('sage-200', '#d4e7db')];
  const line = { x: LEFT, width: TEXT_WIDTH, face: TEXT };
  write(paint, { ...line, text: name, y: 92, weight: 700, size: 44, face: DISPLAY, color: white });
  write(paint, { ...line, text: tagline, y: 126, weight: 600, size: 23, face: DISPLAY, color: citrus });
  services.forEach((service, place) => {
    const [x, y] = [LEFT + (place % 3) * 128, 170 + Math.floor(place / 3) * 26];
    paint.fillStyle = citrus;
    paint.beginPath();
    paint.arc(x + 4, y - 5, 4, 0, 2 * Math.PI);
    paint.fill();
    write(paint, { text: service, x: x + 16, y, width: 108, weight: 500, size: 17, face: TEXT, color: sage });
  });
  write(paint, { ...line, text: contact, y: 240, weight: 600, size: 18, color: white });
}

function drawCall(paint: Paint, { call }: CoverText): void {
  const [x, y, width, height] = [524, 226, 206, 54];
  paint.fillStyle = colour('citrus-400', '#efdf46');
  paint.shadowColor = 'rgb(12 37 28 / 0.45)';
  paint.shadowBlur = 18;
  paint.shadowOffsetY = 6;
  paint.beginPath();
  paint.roundRect(x, y, width, height, 28);
  paint.fill();
  paint.shadowColor = 'transparent';
  paint.textAlign = 'center';
  const color = colour('pine-950', '#0c251c');
  write(paint, { text: call, x: x + width / 2, y: y + 35, width: width - 28, weight: 700, size: 21, face: DISPLAY, color });
  paint.textAlign = 'left';
}

/** Draws the cover off screen in several tasks, so that the page stays responsive, and then copies it to the canvas. */
export async function drawCover(canvas: HTMLCanvasElement, text: CoverText, background: HTMLImageElement | undefined): Promise<void> {
  const draft = Object.assign(document.createElement('canvas'), COVER);
  const [paint, shown] = [draft.getContext('2d'), canvas.getContext('2d')];
  if (!paint || !shown) return;
  drawGround(paint, background);
  drawBubbles(paint);
  for (const draw of [drawWords, drawCall]) {
    await new Promise((resume) => setTimeout(resume));
    draw(paint, text);
  }
  shown.drawImage(draft, 0, 0);
}
