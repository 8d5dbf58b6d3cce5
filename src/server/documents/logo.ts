import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOT_AN_IMAGE } from '../../shared/picture-words';
import { redrawPicture } from '../pictures';
import { getCompany } from '../settings/service';
import type { Ctx } from '../trpc';
import { markSvg } from './company-profile-art';

/** The company's logo: the built-in mark as a drawing, or the bytes of the picture that the owner uploaded. */
export type Logo = { svg: string } | { bytes: Buffer; contentType: string };

const TYPES: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg' };

/** Pictures whose lack is in the log already; a hundred documents without a logo are one line. */
const reported = new Set<string>();
function reportOnce({ log }: Ctx, file: string): void {
  if (reported.has(file)) return;
  reported.add(file);
  log.warn({ evt: 'logo.missing', file: path.basename(file) }, 'the logo could not be read; documents are made without it');
}

const fileOf = ({ uploadFolder }: Ctx, logo: string) => path.join(uploadFolder, path.basename(logo));

/** The logo, or undefined where its picture is not to be had: a document is made without it then (back-office.md §8). */
export function readLogo(ctx: Ctx): Logo | undefined {
  const { logo } = getCompany(ctx);
  if (logo === null) return { svg: markSvg };
  const file = fileOf(ctx, logo);
  const contentType = TYPES[path.extname(logo)];
  try {
    if (!contentType) throw new Error('another format');
    return { bytes: readFileSync(file), contentType };
  } catch {
    reportOnce(ctx, file);
    return undefined;
  }
}

const dataUri = (contentType: string, bytes: Buffer) => `data:${contentType};base64,${bytes.toString('base64')}`;

/** The logo as the address of a picture that travels in the document itself. */
export const logoAddress = (logo: Logo): string =>
  'svg' in logo ? dataUri('image/svg+xml', Buffer.from(logo.svg)) : dataUri(logo.contentType, logo.bytes);

/** A logo is this many pixels wide or high at most in a PDF, which is enough for a printer. */
const PDF_PIXELS = 480;

/** The logo as a PDF takes it, which knows no WebP; undefined for a picture that is none. */
export async function logoForPdf(ctx: Ctx, logo: Logo | undefined): Promise<{ svg: string } | { image: string } | undefined> {
  if (!logo || 'svg' in logo) return logo;
  try {
    const { data } = await redrawPicture(logo.bytes, NOT_AN_IMAGE, (picture) =>
      picture.resize({ width: PDF_PIXELS, height: PDF_PIXELS, fit: 'inside', withoutEnlargement: true }).png(),
    );
    return { image: dataUri('image/png', data) };
  } catch {
    reportOnce(ctx, fileOf(ctx, getCompany(ctx).logo ?? ''));
    return undefined;
  }
}
