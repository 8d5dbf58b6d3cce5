import { PHOTO_KINDS } from '../../shared/job-photos';
import type { Ctx } from '../context';
import { getWorkOrder } from '../dispatch/work-orders';
import { keepPhoto } from '../field/photos';
import { loadSharp } from '../http/pictures';
import { setClock } from './clock';
import type { Done } from './jobs';
import type { People } from './people';

const [WIDTH, HEIGHT] = [640, 480];
/** Positions of the clients whose newest finished visit has photos. */
const PHOTOGRAPHED = [0, 4];

const SMUDGES = [
  [180, 140, 46],
  [300, 210, 60],
  [410, 120, 38],
  [446, 236, 44],
  [240, 290, 34],
]
  .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#8a8467" fill-opacity=".35"/>`)
  .join('');

/** Draws a window above a counter: dull and smudged before the visit, clear and shining after it. */
const drawRoom = (isClean: boolean): string => {
  const [wall, glass, counter] = isClean ? ['#eef4ee', '#bfe3ef', '#f6f3ea'] : ['#d8d5c8', '#a9b3a6', '#cfc8b4'];
  const shine = '<path d="M170 320 300 90h40L210 320zM250 320 380 90h16L266 320z" fill="#fff" fill-opacity=".6"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${wall}"/>
<rect x="128" y="68" width="384" height="284" rx="8" fill="#fff"/><rect x="144" y="84" width="352" height="252" fill="${glass}"/>
${isClean ? shine : SMUDGES}<path d="M320 84v252M144 210h352" stroke="#fff" stroke-width="12"/>
<rect y="392" width="100%" height="88" fill="${counter}"/><rect y="384" width="100%" height="14" fill="#0f3d2e" fill-opacity=".25"/></svg>`;
};

/** Stores a photo before and one after the newest finished visit of some clients. */
export async function photographVisits(ctx: Ctx, { clients }: People, done: readonly Done[]): Promise<void> {
  const sharp = await loadSharp();
  const drawn = await Promise.all(
    PHOTO_KINDS.map((kind) =>
      sharp(Buffer.from(drawRoom(kind === 'after')))
        .png()
        .toBuffer(),
    ),
  );
  const newest = done.toSorted((one, other) => other.start.localeCompare(one.start));
  for (const place of PHOTOGRAPHED) {
    const visit = newest.find(({ id }) => getWorkOrder(ctx, id).clientId === clients[place]);
    if (!visit) continue;
    for (const [nth, kind] of PHOTO_KINDS.entries()) {
      const at = setClock(ctx, visit.start, nth * 60 + 5);
      await keepPhoto(at, { id: visit.id, image: drawn[nth] ?? Buffer.of(), kind, takenAt: at.now().toISOString() });
    }
  }
}
