import type { Company } from '../../shared/company';
import { html, Markup } from '../../shared/html';
import { palette } from '../../shared/palette';

const STYLE = `
body{margin:0;padding:0;background:${palette.sage100};color:${palette.ink}}
body,td,a{font-family:Figtree,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5}
table{border-collapse:collapse}
td{padding:0}
.sheet{width:100%;max-width:600px;margin:0 auto;background:${palette.paper}}
.head{padding:20px 28px;background:${palette.pine900};color:${palette.paper};font-size:18px;font-weight:700}
.text{padding:24px 28px 28px;overflow-wrap:anywhere}
.text p,.text ul,.facts,.press{margin:0 0 16px}
.text ul{padding-left:22px}
.facts td{padding:2px 0;vertical-align:top}
.facts .name{padding-right:16px;color:${palette.muted};white-space:nowrap}
.text a{color:${palette.pine700}}
.press{border-collapse:separate;border-spacing:0}
.press td{border-radius:8px;background:${palette.pine700}}
.press a{display:inline-block;padding:12px 22px;color:${palette.paper};font-weight:700;text-decoration:none}
.end{padding:18px 28px;border-top:1px solid ${palette.line};color:${palette.muted};font-size:14px;overflow-wrap:anywhere}
.end p{margin:0 0 12px}
.end a{font-size:14px;color:${palette.muted}}
@media (max-width:480px){.facts td{display:block}.facts .value{padding-bottom:8px}.text,.head,.end{padding-left:18px;padding-right:18px}}
@media (prefers-color-scheme:dark){
body,.sheet{background:${palette.ink};color:${palette.sage100}}
.facts .name,.end,.end a{color:${palette.sage300}}
.text a{color:${palette.sage200}}
.press td{background:${palette.sage200}}
.press a{color:${palette.pine950}}
.end{border-color:${palette.pine700}}
}`;

const URL_PATTERN = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g;
const FACT = /^([A-Z][^:\n]{0,30}): +(\S.*)$/;
/** Longest line that stands alone and is still a fact. */
const FACT_LENGTH = 100;
const BUTTON_LENGTH = 40;

type Action = { before: string; label: string; url: string };

/** Returns a line of text with its web addresses as links. */
function withLinks(line: string): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of line.matchAll(URL_PATTERN)) {
    parts.push(html`${line.slice(end, match.index)}<a href="${match[0]}">${match[0]}</a>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${line.slice(end)}`;
}

const paragraph = (lines: readonly string[]): Markup =>
  html`<p>${lines.map((line, index) => html`${new Markup(index > 0 ? '<br>' : '')}${withLinks(line)}`)}</p>`;

/** Returns a block of lines "Name: value" as a table; undefined for other blocks. */
function toFacts(lines: readonly string[]): Markup | undefined {
  const facts = lines.map((line) => FACT.exec(line));
  const isSentence = lines.length === 1 && (lines[0]?.length ?? 0) > FACT_LENGTH;
  if (isSentence || facts.some((fact) => fact === null)) return undefined;
  const rows = facts.map((fact) => html`<tr><td class="name">${fact?.[1]}</td><td class="value">${withLinks(fact?.[2] ?? '')}</td></tr>`);
  return html`<table class="facts" role="presentation"><tbody>${rows}</tbody></table>`;
}

/**
 * Returns what a block asks the reader to open: it ends in one address of a trusted site, on a line of its own or after a colon. The last
 * sentence before the address names the button, unless it is long.
 */
function toAction(block: string, trusted: readonly string[]): Action | undefined {
  const match = /^([\s\S]*?):?\s*(https?:\/\/\S+)$/.exec(block);
  const [text, url] = [match?.[1]?.trim() ?? '', match?.[2] ?? ''];
  if (!trusted.some((site) => url === site || url.startsWith(`${site}/`)) || text.includes('://')) return undefined;
  const start = Math.max(text.lastIndexOf('. '), text.lastIndexOf('? '), text.lastIndexOf('\n')) + 1;
  const label = text.slice(start).trim();
  if (label === '') return { before: text, label: 'Open the page', url };
  return label.length > BUTTON_LENGTH
    ? { before: `${text}:`, label: 'Open the page', url }
    : { before: text.slice(0, start).trim(), label, url };
}

const button = ({ before, label, url }: Action): Markup =>
  html`${before === '' ? undefined : paragraph(before.split('\n'))}<table class="press" role="presentation"><tbody><tr><td><a href="${url}">${label}</a></td></tr></tbody></table>`;

function toBlock(block: string, action: Action | undefined): Markup {
  if (action) return button(action);
  const lines = block.split('\n');
  const items = lines.findIndex((line) => line.startsWith('- '));
  if (items !== -1 && lines.slice(items).every((line) => line.startsWith('- ')))
    return html`${items === 0 ? undefined : paragraph(lines.slice(0, items))}<ul>${lines.slice(items).map((line) => html`<li>${withLinks(line.slice(2))}</li>`)}</ul>`;
  return toFacts(lines) ?? paragraph(lines);
}

type Mail = {
  subject: string;
  /** The text of the message: paragraphs with blank lines between them. */
  body: string;
  /** The end of advertising, which the law asks for; null for other messages. */
  footer: string | null;
  company: Pick<Company, 'name'>;
  /** Beginnings of the addresses to which a button may lead, without a slash at the end. Text of visitors may hold other addresses. */
  trusted: readonly string[];
};

/**
 * Returns the HTML of a message, made from its text, so that both always say the same: facts become a table, the last block that ends in
 * a trusted address becomes the button, and a block that opens with the company's name becomes the end.
 */
export function renderMailHtml({ subject, body, footer, company, trusted }: Mail): string {
  const blocks = body
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '');
  const isSigned = blocks.length > 1 && blocks.at(-1)?.startsWith(`${company.name}\n`);
  const signature = isSigned ? blocks.pop() : undefined;
  const actions = blocks.map((block) => toAction(block, trusted));
  const pressed = actions.findLastIndex((action) => action !== undefined);
  const content = blocks.map((block, index) => toBlock(block, index === pressed ? actions[index] : undefined));
  const end = [signature, footer?.trim()].filter((text) => text !== undefined).map((text) => paragraph(text.split('\n')));
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>`;
  const sheet = html`<table class="sheet" role="presentation"><tbody><tr><td class="head">${company.name}</td></tr><tr><td class="text">${content}</td></tr>${end.length === 0 ? undefined : html`<tr><td class="end">${end}</td></tr>`}</tbody></table>`;
  return `<!DOCTYPE html>\n<html lang="en-CA"><head>${head}<style>${STYLE}</style></head><body>${sheet}</body></html>\n`;
}
