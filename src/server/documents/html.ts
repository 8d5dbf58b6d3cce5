import { createHash } from 'node:crypto';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Markup that is safe as it stands; every other value in an `html` template is escaped. */
export class Markup {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}
type Value = string | number | Markup | readonly Markup[] | undefined;

const render = (value: Value): string => {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeHtml(String(value));
};

/** A piece of a document: html`<p>${name}</p>` escapes the name. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(strings.reduce((text, part, place) => text + render(values[place - 1]) + part));

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

type Document = { title: string; style: string; script: string; body: Markup };
export type HtmlDocument = { text: string; policy: string };

/**
 * A whole document with one style sheet and one script of its own, and the Content-Security-Policy that lets just these two in:
 * pictures and fonts of this site besides, and nothing else.
 */
export function htmlDocument({ title, style, script, body }: Document): HtmlDocument {
  const head = html`<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="robots" content="noindex" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><title>${title}</title>`;
  return {
    text: `<!doctype html>\n<html lang="en-CA"><head>${head}<style>${style}</style></head><body>${body}<script>${script}</script></body></html>\n`,
    policy: [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  };
}
