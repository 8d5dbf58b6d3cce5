import { setImmediate as breathe } from 'node:timers/promises';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { withFallback } from './pdf-faces';

/** Fonts in memory, because pdfmake's own store needs a folder on disk, which a bundled program lacks. */
const files = new Map<string, Buffer>();
const fileStore = {
  existsSync: (name: string) => files.has(name),
  readFileSync: (name: string) => files.get(name),
  writeFileSync: (name: string, bytes: Buffer) => void files.set(name, bytes),
};

/** Policy of PDF responses: the browser's PDF viewer needs inline styles and an embedded object. */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const FILES = ['roboto', 'roboto-medium', 'figtree', 'figtree-bold', 'bricolage-bold'];
/** Bricolage Grotesque has no regular weight: headings are always bold. */
const FACES = {
  Roboto: { normal: 'roboto', bold: 'roboto-medium' },
  Figtree: { normal: 'figtree', bold: 'figtree-bold' },
  Bricolage: { normal: 'bricolage-bold', bold: 'bricolage-bold' },
};

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** Loads the fonts and pdfmake with the first document, because most processes never print one. Lets requests run between the parts. */
async function loadMaker() {
  const faces = await Promise.all([
    import('pdfmake/fonts/Roboto/Roboto-Regular.ttf?inline'),
    import('pdfmake/fonts/Roboto/Roboto-Medium.ttf?inline'),
    import('./faces/figtree-regular.ttf?inline'),
    import('./faces/figtree-bold.ttf?inline'),
    import('./faces/bricolage-grotesque-bold.ttf?inline'),
  ]);
  for (const [index, face] of faces.entries()) files.set(FILES[index] ?? '', decode(face.default));
  await breathe();
  const module = await import('pdfmake');
  const pdfmake = 'default' in module ? (module.default as typeof module) : module;
  Object.assign(pdfmake, { virtualfs: fileStore });
  // A document must not read from the disk or the network.
  pdfmake.setLocalAccessPolicy(() => false);
  pdfmake.setUrlAccessPolicy(() => false);
  await breathe();
  return pdfmake;
}
let maker: ReturnType<typeof loadMaker> | undefined;

/** Creates a PDF in the site's fonts; letters that they lack, such as Greek and Cyrillic ones, are set in Roboto. */
export function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  maker ??= loadMaker();
  return maker.then((pdfmake) => {
    // A copy for each document: pdfmake stores the opened fonts in this object.
    pdfmake.setFonts(structuredClone(FACES));
    return pdfmake.createPdf(withFallback(definition)).getBuffer();
  });
}
