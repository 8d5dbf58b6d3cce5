import type { Hono } from 'hono';
import { company } from '../../shared/company';
import { PDF_PATH, PRINT_PATH } from '../../shared/profile';
import { businessDay } from '../../shared/time';
import type { AppEnv } from '../rest';
import { companyProfileDocument } from './company-profile';
import { companyProfilePdf } from './company-profile-pdf';
import { makePdf } from './pdf';

/** A reader of PDFs styles the page around the document and embeds it; nothing else may come in. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const fileName = (...words: string[]) => `${words.join(' ').replace(/[^A-Za-z0-9]+/g, '-')}.pdf`;

/** Makes a thing once a year and keeps it; one that could not be made is tried again. */
function oncePerYear<T>(make: (day: string) => Promise<T>): (day: string) => Promise<T> {
  let kept: { year: string; made: Promise<T> } | undefined;
  return (day) => {
    const year = day.slice(0, 4);
    if (kept?.year === year) return kept.made;
    const entry = { year, made: make(day) };
    kept = entry;
    entry.made.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return entry.made;
  };
}

type DocumentDeps = { now: () => Date; siteCss: string };

/** Documents that anybody may have: the company profile as a copy that prints itself, and as a PDF (public-site.md §2, decisions X90). */
export function addDocumentRoutes(app: Hono<AppEnv>, { now, siteCss }: DocumentDeps): void {
  const profilePdf = oncePerYear((day) => makePdf(companyProfilePdf(day)));
  app.get(PRINT_PATH, (c) => {
    const { text, policy } = companyProfileDocument(businessDay(now()), siteCss);
    return c.html(text, 200, { 'content-security-policy': policy, 'cache-control': 'no-cache' });
  });
  app.get(PDF_PATH, (c) =>
    profilePdf(businessDay(now())).then((bytes) =>
      c.body(new Uint8Array(bytes), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${fileName(company.name, 'Company Profile')}"`,
        'content-security-policy': PDF_POLICY,
        'cache-control': 'no-cache',
      }),
    ),
  );
}
