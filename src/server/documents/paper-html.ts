import { html, Markup } from '../../shared/html';
import { palette as colour } from '../../shared/palette';
import { PRINT_DELAY_MS } from '../../shared/printing';
import { type HtmlDocument, htmlDocument } from './html';
import { logoDataUrl } from './logo';
import {
  COLUMN_WIDTHS,
  type Column,
  type Fact,
  type Paper,
  type Row,
  type Sender,
  type Sum,
  senderLines,
  serviceAreas,
  type Table,
  windowTitle,
} from './paper';

const ALERT = '#a3261b';
const TEXT = '"Figtree Variable",Figtree,"Segoe UI",system-ui,sans-serif';
const DISPLAY = `"Bricolage Grotesque Variable",${TEXT}`;
const STYLE = `
@page{size:letter;margin:14mm 15mm 16mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8.5pt ${TEXT};color:${colour.muted}}}
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{background:${colour.sage100};color:${colour.ink};font:14.5px/1.5 ${TEXT};font-variant-numeric:tabular-nums}
p,td,th,dd,h1,h2{overflow-wrap:anywhere}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:12px 24px;max-width:8.5in;margin:0 auto;padding:20px 20px 0}
.bar p{flex:1 1 260px;color:${colour.muted}}
button{min-height:44px;padding:0 28px;border:0;border-radius:10px;background:${colour.pine900};color:#fff;font:600 15px ${TEXT};cursor:pointer}
button:hover{background:${colour.pine700}}
button:focus-visible,input:focus-visible{outline:3px solid ${colour.pine600};outline-offset:2px}
.sheet{max-width:8.5in;min-height:10.4in;margin:20px auto 40px;padding:0 56px 40px;display:flex;flex-direction:column;background:#fff;border-radius:4px;box-shadow:0 1px 2px rgb(12 37 28/.12),0 12px 40px rgb(12 37 28/.1);overflow:hidden}
.ribbon{height:10px;margin:0 -56px 36px;background:linear-gradient(90deg,${colour.citrus} 56px,${colour.pine900} 56px)}
.head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:20px 32px}
.sender{display:flex;gap:16px;flex:1 1 300px}
.logo{flex:none;width:auto;height:52px;max-width:180px;object-fit:contain}
.company{font:700 20px/1.2 ${DISPLAY};letter-spacing:-.015em;color:${colour.pine900}}
.lines{margin-top:4px;color:${colour.muted};font-size:13px;line-height:1.45;white-space:pre-line}
.named{max-width:330px;text-align:right}
h1{font:700 27px/1.1 ${DISPLAY};letter-spacing:-.01em;color:${colour.pine900}}
.number{margin-top:5px;font-weight:600;font-size:16px}
.stamp{display:inline-block;margin-top:10px;padding:4px 12px;border:2px solid;border-radius:7px;font-weight:700;font-size:13.5px;letter-spacing:.05em}
.good{color:${colour.pine600}}.alert{color:${ALERT}}.plain{color:${colour.muted}}
.warning{margin-top:24px;padding:12px 16px;border:2px solid ${ALERT};border-radius:10px;color:${ALERT};font-weight:700}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(136px,1fr));gap:12px 24px;margin-top:28px;padding:14px 20px;border-radius:10px;background:${colour.sage100}}
dt,.label{color:${colour.muted};font-weight:500;font-size:12.5px}
dd{font-weight:600}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:20px 40px;margin-top:26px}
.text{white-space:pre-line}
.name{font-weight:600;font-size:15.5px}
h2{margin-top:32px;font:700 17px/1.25 ${DISPLAY};color:${colour.pine900}}
.note{margin-top:3px;color:${colour.muted};font-size:13px}
table{width:100%;margin-top:26px;border-collapse:collapse;table-layout:fixed}
h2+table,.note+table{margin-top:8px}
th{padding:8px 10px;border-bottom:2px solid ${colour.pine900};color:${colour.pine900};font-weight:600;font-size:13px;text-align:left;vertical-align:bottom}
td{padding:9px 10px;border-bottom:1px solid ${colour.line};vertical-align:top;white-space:pre-line}
th:first-child,td:first-child{padding-left:2px}
th:last-child,td:last-child{padding-right:2px}
.right{text-align:right}.center{text-align:center}
${COLUMN_WIDTHS.map((width) => `.w${width}{width:${width}%}`).join('')}
tr{break-inside:avoid}
.sheet+.sheet{break-before:page}
thead{display:table-header-group}
.sum td{border-bottom:0;border-top:1.5px solid ${colour.pine900};font-weight:700}
.none{padding:14px 2px;color:${colour.muted}}
input{width:22px;height:22px;vertical-align:middle;accent-color:${colour.pine900}}
.sums{width:min(100%,330px);margin:18px 0 0 auto;break-inside:avoid}
.sums div{display:flex;justify-content:space-between;gap:16px;padding:5px 12px}
.sums dt{color:inherit;font-size:14.5px}.sums dd{font-weight:500}
.sums .total,.sums .due{margin-top:6px;padding:10px 12px;border-radius:8px;background:${colour.sage100};font-size:17px}
.sums .total dt,.sums .due dt{font-size:15.5px;font-weight:700}
.sums .total dd,.sums .due dd{font-weight:700}
.sums .due{background:${colour.pine900};color:#fff}
.notes{display:grid;grid-template-columns:1fr 1fr;gap:20px 40px;margin-top:34px}
.notes div{break-inside:avoid}
.signatures{display:flex;flex-wrap:wrap;gap:16px 32px;margin-top:56px;break-inside:avoid}
.signatures span{flex:1 1 200px;padding-top:6px;border-top:1px solid ${colour.ink};font-size:13px}
.foot{margin-top:auto;break-inside:avoid}
.foot div{margin-top:40px;padding-top:14px;border-top:1px solid ${colour.line};color:${colour.muted};font-size:12.5px;text-align:center}
.foot .areas{color:${colour.pine700};font-weight:600}
@media print{body{background:#fff}.bar{display:none}.sheet{max-width:none;min-height:0;margin:0;padding:0;display:block;border-radius:0;box-shadow:none;overflow:visible;zoom:.84}.ribbon{margin:0 0 28px;height:8px}.notes{margin-top:22px}.foot div{margin-top:18px;padding-top:10px}}
@media screen and (max-width:640px){.sheet{margin:12px 0 0;padding:0 18px 32px;border-radius:0}.ribbon{margin:0 -18px 24px}.named{text-align:left;max-width:none}.parties,.notes{grid-template-columns:1fr}
table,tbody,tr,td{display:block;width:auto}thead,colgroup{display:none}tr{padding:10px 0;border-bottom:1px solid ${colour.line}}td,td:first-child,td:last-child{display:flex;justify-content:space-between;gap:16px;padding:2px 0;border:0;text-align:right}td::before{content:attr(data-label);flex:none;max-width:45%;color:${colour.muted};font-size:12.5px;text-align:left}td:empty{display:none}.sum{border-top:1.5px solid ${colour.pine900}}.sum td{border:0}}
`.replace(/\n/g, '');

const PRINT_ON_PRESS = `document.getElementById("print").addEventListener("click",()=>print())`;
const PRINT_ON_LOAD = `setTimeout(()=>print(),${PRINT_DELAY_MS})`;

const joinLines = (lines: readonly string[]) => lines.join('\n');
const showIf = (markup: Markup, isThere: boolean) => (isThere ? markup : undefined);

const head = (paper: Paper, sender: Sender) => {
  const { logo, company } = sender;
  // Empty alt text: the company's name follows and would be read aloud twice.
  const picture = logo && html`<img class="logo" src="${logoDataUrl(logo)}" alt="">`;
  return html`<header class="head"><div class="sender">${picture}<div><p class="company">${company.name}</p><p class="lines">${joinLines(senderLines(sender))}</p></div></div>
<div class="named"><h1>${paper.title}</h1>${paper.number === null ? undefined : html`<p class="number">${paper.number}</p>`}${
    paper.stamp && html`<p class="stamp ${paper.stamp.tone}">${paper.stamp.text}</p>`
  }</div></header>`;
};

const factList = (facts: readonly Fact[]) =>
  html`<dl class="facts">${facts.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;

const partyList = (parties: Paper['parties']) =>
  html`<div class="parties">${parties.map(
    ({ label, lines: [name = '', ...lines] }) =>
      html`<div><p class="label">${label}</p><p class="name">${name}</p>${showIf(html`<p class="text">${joinLines(lines)}</p>`, lines.length > 0)}</div>`,
  )}</div>`;

const headCell = ({ label, align, width }: Column) =>
  html`<th scope="col" class="${[align ?? 'left', ...(width ? [`w${width}`] : [])].join(' ')}">${label}</th>`;

const bodyCell = ({ label, align, isTick }: Column, text: string, tickLabel: string) => {
  const content = isTick ? html`<input type="checkbox" aria-label="${label}: ${tickLabel}">` : text;
  return html`<td class="${align ?? 'left'}" data-label="${label}">${content}</td>`;
};

const bodyRow = (columns: readonly Column[], { cells, isSum }: Row) =>
  html`<tr${isSum ? html` class="sum"` : undefined}>${columns.map((column, index) => bodyCell(column, cells[index] ?? '', cells.at(-1) ?? ''))}</tr>`;

/** Stands for the rows of a table while the rest of the document is made. Texts cannot contain it, because they are escaped. */
const ROWS = new Markup('<!--rows-->');
const hasRows = ({ rows, whenEmpty }: Table): boolean => rows.length > 0 || whenEmpty === undefined;
const tablePart = (table: Table) => html`
${table.heading === undefined ? undefined : html`<h2>${table.heading}</h2>`}${table.note === undefined ? undefined : html`<p class="note">${table.note}</p>`}
${
  hasRows(table)
    ? html`<table><thead><tr>${table.columns.map(headCell)}</tr></thead><tbody>${ROWS}</tbody></table>`
    : html`<p class="none">${table.whenEmpty}</p>`
}`;

const sumList = (sums: readonly Sum[]) =>
  html`<dl class="sums">${sums.map(({ label, amount, weight }) => html`<div class="${weight ?? 'line'}"><dt>${label}</dt><dd>${amount}</dd></div>`)}</dl>`;

const noteList = (notes: readonly Fact[]) =>
  html`<div class="notes">${notes.map(({ label, text }) => html`<div><p class="label">${label}</p><p class="text">${text}</p></div>`)}</div>`;

const foot = (paper: Paper, sender: Sender) =>
  html`<footer class="foot"><div>${paper.footer.map((line) => html`<p>${line}</p>`)}<p class="areas">${serviceAreas(sender)}</p></div></footer>`;

const contents = (
  paper: Paper,
) => html`${paper.warning && html`<p class="warning">${paper.warning}</p>`}${showIf(factList(paper.facts), paper.facts.length > 0)}
${showIf(partyList(paper.parties), paper.parties.length > 0)}${paper.tables.map(tablePart)}
${showIf(sumList(paper.sums), paper.sums.length > 0)}${(paper.tablesBelow ?? []).map(tablePart)}${showIf(noteList(paper.notes), paper.notes.length > 0)}
${paper.signatures && html`<div class="signatures">${paper.signatures.map((label) => html`<span>${label}</span>`)}</div>`}`;

const RIBBON = html`<div class="ribbon"></div>`;
const sheet = (paper: Paper, sender: Sender) =>
  html`<div class="sheet">${RIBBON}${head(paper, sender)}<main>${contents(paper)}</main>${foot(paper, sender)}</div>`;
/** A further sheet is a section, so that the page keeps one main part. */
const furtherSheet = (paper: Paper, sender: Sender) =>
  html`<section class="sheet" aria-label="${paper.name}">${RIBBON}${head(paper, sender)}<div>${contents(paper)}</div>${foot(paper, sender)}</section>`;

/**
 * `isFile`: a file to keep or mail, without button, script or fonts. `isPrinting`: prints itself after `PRINT_DELAY_MS`. `faces`: the
 * @font-face rules for a page of this site.
 */
export type RenderOptions = { isFile?: boolean; isPrinting?: boolean; faces?: string };

type Parts = { parts: Generator<string>; policy: string };
/** Returns a paper as a page in parts, so that the server answers others while it makes the rows of a long one. */
export function paperParts(paper: Paper, sender: Sender, { isFile = false, isPrinting = false, faces = '' }: RenderOptions = {}): Parts {
  const hint = paper.hint === undefined ? undefined : html`<p>${paper.hint}</p>`;
  const button = isFile ? undefined : html`<button type="button" id="print">Print</button>`;
  const bar = hint || button ? html`<aside class="bar" aria-label="Printing">${hint}${button}</aside>` : undefined;
  const further = paper.further ?? [];
  const { text, policy } = htmlDocument({
    title: windowTitle(paper, sender),
    style: isFile ? STYLE : faces + STYLE,
    ...(!isFile && { script: isPrinting ? `${PRINT_ON_PRESS};${PRINT_ON_LOAD}` : PRINT_ON_PRESS }),
    body: html`${bar}${sheet(paper, sender)}${further.map((one) => furtherSheet(one, sender))}`,
  });
  const tables = [paper, ...further].flatMap((one) => [...one.tables, ...(one.tablesBelow ?? [])]).filter(hasRows);
  return { parts: insertRows(text.split(ROWS.text), tables), policy };
}

const PART_ROWS = 200;
function* insertRows([beginning = '', ...rests]: string[], tables: readonly Table[]): Generator<string> {
  yield beginning;
  for (const [index, { columns, rows }] of tables.entries()) {
    for (let from = 0; from < rows.length; from += PART_ROWS)
      yield html`${rows.slice(from, from + PART_ROWS).map((row) => bodyRow(columns, row))}`.text;
    yield rests[index] ?? '';
  }
}

export function paperHtml(paper: Paper, sender: Sender, options?: RenderOptions): HtmlDocument {
  const { parts, policy } = paperParts(paper, sender, options);
  return { text: [...parts].join(''), policy };
}
