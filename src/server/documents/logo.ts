import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NOT_AN_IMAGE } from '../../shared/picture-errors';
import type { Ctx } from '../context';
import { redrawPicture } from '../http/pictures';
import { getCompany } from '../settings/service';
import { markSvg } from './papers/company-profile-art';

export type Logo = { svg: string } | { bytes: Buffer; contentType: string };

const TYPES: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg' };

/** Missing pictures that were logged already, so that a hundred documents without a logo log one line. */
const reported = new Set<string>();
function reportOnce({ log }: Ctx, file: string): void {
  if (reported.has(file)) return;
  reported.add(file);
  log.warn({ evt: 'logo.missing', file: path.basename(file) }, 'the logo could not be read; documents are made without it');
}

const logoPath = ({ uploadFolder }: Ctx, logo: string) => path.join(uploadFolder, path.basename(logo));

/** Returns the logo, or undefined if its picture cannot be read: the document is then created without a logo. */
export function readLogo(ctx: Ctx): Logo | undefined {
  const { logo } = getCompany(ctx);
  if (logo === null) return { svg: markSvg };
  const file = logoPath(ctx, logo);
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

export const logoDataUrl = (logo: Logo): string =>
  'svg' in logo ? dataUri('image/svg+xml', Buffer.from(logo.svg)) : dataUri(logo.contentType, logo.bytes);

/** Largest width and height of a logo in a PDF, which is enough for print. */
const PDF_PIXELS = 480;

/** Returns the logo for a PDF, which cannot contain WebP, or undefined if the picture cannot be decoded. */
export async function logoForPdf(ctx: Ctx, logo: Logo | undefined): Promise<{ svg: string } | { image: string } | undefined> {
  if (!logo || 'svg' in logo) return logo;
  try {
    const { data } = await redrawPicture(logo.bytes, NOT_AN_IMAGE, (picture) =>
      picture.resize({ width: PDF_PIXELS, height: PDF_PIXELS, fit: 'inside', withoutEnlargement: true }).png(),
    );
    return { image: dataUri('image/png', data) };
  } catch {
    reportOnce(ctx, logoPath(ctx, getCompany(ctx).logo ?? ''));
    return undefined;
  }
}
