import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { withFallback } from './pdf-faces';

/** Fonts in memory. pdfmake's own store asks for the name of its folder, which a bundled program has not. */
const files = new Map<string, Buffer>();
const fileStore = {
  existsSync: (name: string) => files.has(name),
  readFileSync: (name: string) => files.get(name),
  writeFileSync: (name: string, bytes: Buffer) => void files.set(name, bytes),
};

/** A reader of PDFs styles the page around the document and embeds it; nothing else may come in. */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The files of the faces, in the order in which they are loaded. */
const FILES = ['roboto', 'roboto-medium', 'figtree', 'figtree-bold', 'bricolage-bold'];
/** Bricolage Grotesque is for headings, which are bold. */
const FACES = {
  Roboto: { normal: 'roboto', bold: 'roboto-medium' },
  Figtree: { normal: 'figtree', bold: 'figtree-bold' },
  Bricolage: { normal: 'bricolage-bold', bold: 'bricolage-bold' },
};

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** pdfmake and the faces come with the first document; most processes start and stop without one. */
const loadMaker = () =>
  Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto/Roboto-Regular.ttf?inline'),
    import('pdfmake/fonts/Roboto/Roboto-Medium.ttf?inline'),
    import('./faces/figtree-regular.ttf?inline'),
    import('./faces/figtree-bold.ttf?inline'),
    import('./faces/bricolage-grotesque-bold.ttf?inline'),
  ]).then(([module, ...faces]) => {
    const pdfmake = 'default' in module ? (module.default as typeof module) : module;
    for (const [place, face] of faces.entries()) files.set(FILES[place] ?? '', decode(face.default));
    Object.assign(pdfmake, { virtualfs: fileStore });
    // A document shows what it is given: nothing is read from the disk or the network on its behalf.
    pdfmake.setLocalAccessPolicy(() => false);
    pdfmake.setUrlAccessPolicy(() => false);
    return pdfmake;
  });
let maker: ReturnType<typeof loadMaker> | undefined;

/** The bytes of a PDF in the faces of the site. Its text may be in Latin letters, and in Greek and Cyrillic ones, which are set in Roboto. */
export function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  maker ??= loadMaker();
  return maker.then((pdfmake) => {
    // Anew for each document: pdfmake puts the opened files into this very object.
    pdfmake.setFonts(structuredClone(FACES));
    return pdfmake.createPdf(withFallback(definition)).getBuffer();
  });
}
