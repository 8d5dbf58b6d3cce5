import { createHash } from 'node:crypto';
import { html, Markup } from '../../shared/html';

const sha256Source = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Longest title, in UTF-16 code units. */
const TITLE = 70;
const cutTitle = (title: string): string =>
  title.length <= TITLE
    ? title
    : `${[...title]
        .slice(0, TITLE / 2)
        .join('')
        .trim()}…`;

type Document = {
  title: string;
  style: string;
  /** Absent in documents that are mailed: mail programs treat scripts as an attack. */
  script?: string;
  hasForm?: true;
  /** Further elements of the head. */
  head?: Markup;
  body: Markup;
};
export type HtmlDocument = { text: string; policy: string };

/**
 * Returns a whole document with one style sheet and one script, and the Content-Security-Policy that allows only these two and the
 * site's own pictures and fonts. The policy is in the document too, for saved files.
 */
export function htmlDocument({ title, style, script, hasForm, head: more, body }: Document): HtmlDocument {
  const rules = [
    "default-src 'none'",
    `style-src ${sha256Source(style)}`,
    `script-src ${script === undefined ? "'none'" : sha256Source(script)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
  ];
  // A saved file has no site to load an icon from.
  const icon = script === undefined ? undefined : new Markup('<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
  const head = html`<meta charset="utf-8">${new Markup(`<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`)}<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${icon}${more}<title>${cutTitle(title)}</title>`;
  const scripts = script === undefined ? '' : `<script>${script}</script>`;
  return {
    text: `<!DOCTYPE html>\n<html lang="en-CA"><head>${head}<style>${style}</style></head><body>${body}${scripts}</body></html>\n`,
    // `frame-ancestors` only works in a header.
    policy: [...rules, "frame-ancestors 'none'"].join('; '),
  };
}

const readFaces = (siteCss: string): string => (siteCss.match(/@font-face\s*\{[^}]*\}/g) ?? []).join('').replace(/<\//g, '');

/** Returns the @font-face rules of the site's style sheet; the page waits for its fonts, because it may be printed at once. */
export const fontFaces = (siteCss: string): string => readFaces(siteCss).replace(/(font-display:\s*)optional/g, '$1block');

/** Returns the same rules for a page that is read on a screen, whose first paint does not wait for the fonts, and what preloads them. */
export function screenFonts(siteCss: string): { style: string; head: Markup } {
  const style = readFaces(siteCss);
  const links = [...style.matchAll(/url\(["']?([^"')]+)/g)].map(
    ([, href = '']) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
  );
  return { style, head: html`${links}` };
}
