import cleanPicture from './window-clean.svg';

/** The drawing's size and the length of the squeegee's blade, in its units. */
const WIDTH = 560;
const HEIGHT = 440;
const BLADE = 132;
/** Pixels of the canvas to a unit. */
const DENSITY = 2;
/** The part of the drawing that is clean from the start, and the sparkles on a clean pane. */
const CLEAN_PART = 'M20 20h120c210 20 300 150 330 420H20z';
const SPARKLES =
  'M430 70l9 25 25 9-25 9-9 25-9-25-25-9 25-9zM96 262l7 19 19 7-19 7-7 19-7-19-19-7 19-7zM356 268l6 16 16 6-16 6-6 16-6-16-16-6 16-6z';
/** The pane is checked at these points. It counts as clean when all but a few corners are. */
const SPOTS = Array.from({ length: 130 }, (_, spot) => ({ x: 40 + (spot % 13) * 40, y: 40 + Math.floor(spot / 13) * 40 }));
const MISSED_CORNERS = 4;
/** Shorter moves have no clear direction. */
const MIN_STEP = 6;
/** The distance of the slider's course from the sides. */
const MARGIN = 60;
/** The course of the squeegee when the slider moves it, corner by corner. */
const LANES = [75, 185, 295, 405].flatMap((y, lane) => [MARGIN, WIDTH - MARGIN].map((x) => ({ x: lane % 2 ? WIDTH - x : x, y })));

type Point = { x: number; y: number };
const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Returns the corners of the course up to a percentage of it, and the point that it ends at. */
function followLanes(percent: number): Point[] {
  const legs = ((LANES.length - 1) * percent) / 100;
  const whole = Math.min(Math.floor(legs), LANES.length - 2);
  return [...LANES.slice(0, whole + 1), between(LANES[whole] as Point, LANES[whole + 1] as Point, legs - whole)];
}

/** Loads the clean window and returns a pen that uncovers it on a canvas below the squeegee. */
async function openCanvas(squeegee: Element): Promise<CanvasRenderingContext2D | null> {
  const picture = new Image();
  picture.src = cleanPicture;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height, canvas.className] = [WIDTH * DENSITY, HEIGHT * DENSITY, 'absolute inset-0 size-full'];
  canvas.ariaHidden = 'true';
  const pen = canvas.getContext('2d');
  const pattern = pen?.createPattern(picture, 'no-repeat');
  if (!pen || !pattern) return null;
  pattern.setTransform(new DOMMatrix().scale(1 / DENSITY));
  pen.scale(DENSITY, DENSITY);
  Object.assign(pen, { strokeStyle: pattern, fillStyle: pattern, lineWidth: BLADE, lineJoin: 'round' });
  squeegee.before(canvas);
  return pen;
}

/** Lets the pointer above a slider, and the slider's keys, move the squeegee and wipe the window. The slider's value is the clean part. */
export async function startWiping(slider: HTMLInputElement | null): Promise<void> {
  const drawing = slider?.previousElementSibling;
  const squeegee = drawing?.firstElementChild;
  const pen = drawing && (await openCanvas(drawing));
  if (!slider || !squeegee || !pen) return;
  const cleanPart = new Path2D(CLEAN_PART);
  const dirtyAtFirst = SPOTS.filter(({ x, y }) => !pen.isPointInPath(cleanPart, x * DENSITY, y * DENSITY));
  let dirty = dirtyAtFirst;
  let isPressed = false;
  let last: Point | undefined;
  let angle = 72;

  /** Moves the squeegee and turns it towards its course, its handle in front; the longer the step, the further. */
  const place = (at: Point, from: Point) => {
    const course = (Math.atan2(at.y - from.y, at.x - from.x) * 180) / Math.PI + 90;
    angle += (((((course - angle) % 360) + 540) % 360) - 180) * Math.min(1, distance(at, from) / 30);
    squeegee.setAttribute('transform', `translate(${at.x - WIDTH / 2} ${at.y - HEIGHT / 2}) rotate(${angle})`);
  };
  const wipe = (course: Point[]) => {
    pen.beginPath();
    for (const { x, y } of course) pen.lineTo(x, y);
    pen.stroke();
  };
  const polish = () => {
    dirty = [];
    slider.value = '100';
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.save();
    pen.fillStyle = 'white';
    pen.fill(new Path2D(SPARKLES));
    pen.restore();
  };
  const makeDirty = () => {
    dirty = dirtyAtFirst;
    pen.clearRect(0, 0, WIDTH, HEIGHT);
  };

  const follow = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width } = slider.getBoundingClientRect();
    const at = { x: ((clientX - left) * WIDTH) / width, y: ((clientY - top) * WIDTH) / width };
    const from = last ?? at;
    if (last && distance(at, from) < MIN_STEP) return;
    last = at;
    place(at, from);
    if (dirty.length === 0) return;
    wipe([from, at]);
    const passed = [from, between(from, at, 0.5), at];
    dirty = dirty.filter((spot) => passed.every((point) => distance(spot, point) > BLADE / 2));
    if (dirty.length <= MISSED_CORNERS) polish();
    else slider.value = String(100 - (100 * dirty.length) / dirtyAtFirst.length);
  };
  const lift = () => {
    last = undefined;
  };
  const slide = () => {
    // A press on a slider also moves its value, which the pointer alone decides here.
    if (isPressed) return;
    const percent = Number(slider.value);
    const course = followLanes(percent);
    makeDirty();
    wipe(course);
    place(course.at(-1) as Point, course.at(-2) as Point);
    if (percent === 100) polish();
  };

  slider.addEventListener('pointermove', follow);
  slider.addEventListener('pointerleave', lift);
  slider.addEventListener('pointercancel', lift);
  slider.addEventListener('pointerdown', () => {
    isPressed = true;
    if (dirty.length === 0) makeDirty();
  });
  for (const end of ['pointerup', 'pointercancel'])
    slider.addEventListener(end, () =>
      setTimeout(() => {
        isPressed = false;
      }),
    );
  slider.addEventListener('input', slide);
  slider.style.cursor = 'none';
}
