import type { TDocumentDefinitions } from 'pdfmake/interfaces';

/** Fonts in memory. pdfmake's own store asks for the name of its folder, which a bundled program has not. */
const files = new Map<string, Buffer>();
const fileStore = {
  existsSync: (name: string) => files.has(name),
  readFileSync: (name: string) => files.get(name),
  writeFileSync: (name: string, bytes: Buffer) => void files.set(name, bytes),
};

/** A reader of PDFs styles the page around the document and embeds it; nothing else may come in. */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const decode = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** pdfmake and its Roboto come with the first document; most processes start and stop without one. */
const loadMaker = () =>
  Promise.all([
    import('pdfmake'),
    import('pdfmake/fonts/Roboto/Roboto-Regular.ttf?inline'),
    import('pdfmake/fonts/Roboto/Roboto-Medium.ttf?inline'),
  ]).then(([module, regular, medium]) => {
    const pdfmake = 'default' in module ? (module.default as typeof module) : module;
    files.set('regular', decode(regular.default));
    files.set('medium', decode(medium.default));
    Object.assign(pdfmake, { virtualfs: fileStore });
    // A document shows what it is given: nothing is read from the disk or the network on its behalf.
    pdfmake.setLocalAccessPolicy(() => false);
    pdfmake.setUrlAccessPolicy(() => false);
    return pdfmake;
  });
let maker: ReturnType<typeof loadMaker> | undefined;

/** The bytes of a PDF, set in Roboto. Its text may be in Latin, Greek and Cyrillic letters. */
export function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  maker ??= loadMaker();
  return maker.then((pdfmake) => {
    // Anew for each document: pdfmake puts the opened files into this very object.
    pdfmake.setFonts({ Roboto: { normal: 'regular', bold: 'medium' } });
    return pdfmake.createPdf(definition).getBuffer();
  });
}
