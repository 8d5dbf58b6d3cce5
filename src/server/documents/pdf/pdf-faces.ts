import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';

/** Characters that both Figtree and Bricolage Grotesque contain. */
const SITE_LETTERS =
  /[\n -~\u00a0-\u00a3\u00a5-\u00ac\u00ae-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u01cd\u01ce\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u2044\u20ac\u20b9\u2122\u2191\u2193\u2212]/u;

/** Splits a text into runs, so that letters missing from the site's fonts are set in Roboto. */
function splitRuns(text: string): string | { text: string; font?: 'Roboto' }[] {
  const runs: { text: string; font?: 'Roboto' }[] = [];
  for (const letter of text) {
    const isInSiteFonts = SITE_LETTERS.test(letter);
    const last = runs.at(-1);
    if (last && (last.font === undefined) === isInSiteFonts) last.text += letter;
    else runs.push(isInSiteFonts ? { text: letter } : { text: letter, font: 'Roboto' });
  }
  return runs.every(({ font }) => font === undefined) ? text : runs;
}

const PARTS = ['text', 'stack', 'columns', 'ul', 'ol'];
function setContent(content: unknown): unknown {
  if (typeof content === 'string') return splitRuns(content);
  if (Array.isArray(content)) return content.map(setContent);
  if (typeof content !== 'object' || content === null) return content;
  const copy: Record<string, unknown> = { ...content };
  for (const part of PARTS) if (copy[part] !== undefined) copy[part] = setContent(copy[part]);
  if (typeof copy.table === 'object' && copy.table !== null && 'body' in copy.table)
    copy.table = { ...copy.table, body: setContent(copy.table.body) };
  return copy;
}

/** Returns a document in which letters missing from the site's fonts are set in Roboto. */
export function withFallback(definition: TDocumentDefinitions): TDocumentDefinitions {
  const { footer, content } = definition;
  const foot: TDocumentDefinitions['footer'] =
    typeof footer === 'function' ? (...page) => setContent(footer(...page)) as Content : (setContent(footer) as Content);
  return { ...definition, content: setContent(content) as Content, ...(footer !== undefined && { footer: foot }) };
}
