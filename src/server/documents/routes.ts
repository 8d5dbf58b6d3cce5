import type { Hono } from 'hono';
import { getProfile, PDF_PATH, PRINT_PATH, type Profile } from '../../shared/profile';
import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import type { AppEnv } from '../http/app-env';
import { getCompany } from '../settings/service';
import { logoForPdf, readLogo } from './logo';
import { companyProfileDocument } from './papers/company-profile';
import { companyProfilePdf } from './papers/company-profile-pdf';
import { makePdf, PDF_POLICY } from './pdf/pdf';

const fileName = (...words: string[]) => `${words.join(' ').replace(/[^A-Za-z0-9]+/g, '-')}.pdf`;

/** Returns a function that caches the PDF of the profile until the profile or the logo changes. A failed one is tried again. */
function cachePdf(): (ctx: Ctx, profile: Profile) => Promise<Buffer> {
  let cached: { key: string; made: Promise<Buffer> } | undefined;
  return (ctx, profile) => {
    const key = JSON.stringify([profile, getCompany(ctx).logo]);
    if (cached?.key === key) return cached.made;
    const made = logoForPdf(ctx, readLogo(ctx)).then((logo) => makePdf(companyProfilePdf(profile, logo)));
    const entry = { key, made };
    cached = entry;
    entry.made.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.made;
  };
}

export function addDocumentRoutes(app: Hono<AppEnv>, siteCss: string): void {
  const profilePdf = cachePdf();
  const readProfile = (ctx: Ctx) => getProfile(getCompany(ctx), businessDay(ctx.now()));
  app.get(PRINT_PATH, (c) => {
    const ctx = c.get('callContext')();
    const { text, policy } = companyProfileDocument(readProfile(ctx), siteCss, readLogo(ctx));
    return c.html(text, 200, { 'content-security-policy': policy, 'cache-control': 'no-cache' });
  });
  app.get(PDF_PATH, (c) => {
    const ctx = c.get('callContext')();
    const profile = readProfile(ctx);
    return profilePdf(ctx, profile).then((bytes) =>
      c.body(new Uint8Array(bytes), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${fileName(profile.name, 'Company Profile')}"`,
        'content-security-policy': PDF_POLICY,
        'cache-control': 'no-cache',
      }),
    );
  });
}
