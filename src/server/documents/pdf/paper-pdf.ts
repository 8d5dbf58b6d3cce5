import type { Content, ContentTable, CustomTableLayout, DynamicContent, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { palette as colour } from '../../../shared/palette';
import {
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
} from '../paper';
import { pdfText as t } from './pdf-text';

/** A letter page, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const [SIDE, TOP, BOTTOM] = [46, 50, 84];
const INNER = WIDTH - 2 * SIDE;
const RIBBON = 8;
const ALERT = '#a3261b';
const LOGO = { width: 130, height: 40 };

const DISPLAY = 'Bricolage';

export type PdfLogo = { svg: string } | { image: string } | undefined;

const joinLines = (lines: readonly string[]) => t(lines.join('\n'));
/** Margins in points: left, top, right, bottom. */
const margin = (...sides: [number, number, number, number]) => ({ margin: sides });

const padding = (x: number, top: number, bottom = top): CustomTableLayout => ({
  paddingLeft: () => x,
  paddingRight: () => x,
  paddingTop: () => top,
  paddingBottom: () => bottom,
});

const box = (content: Content, width: number, fillColor: string, [x, y]: [number, number]): ContentTable => ({
  table: { widths: [width - 2 * x], body: [[content as TableCell]] },
  layout: { defaultBorder: false, fillColor: () => fillColor, ...padding(x, y) },
});

const outlined = (text: string, color: string, width: number | 'auto'): ContentTable => ({
  table: { widths: [width], body: [[{ text: t(text), bold: true, color, fontSize: width === 'auto' ? 10.5 : 11 }]] },
  layout: {
    hLineWidth: () => 1.5,
    vLineWidth: () => 1.5,
    hLineColor: () => color,
    vLineColor: () => color,
    ...padding(8, 3, 2),
  },
});

const TONES = { good: colour.pine600, alert: ALERT, plain: colour.muted };
const NAMED = 236;

const head = (paper: Paper, sender: Sender, logo: PdfLogo): Content => {
  const picture =
    logo &&
    ('svg' in logo
      ? { svg: logo.svg, width: LOGO.height, height: LOGO.height }
      : { image: logo.image, fit: [LOGO.width, LOGO.height] as [number, number] });
  // The built-in mark goes beside the name; an uploaded logo may be wide and goes above it, so that the address keeps its space.
  const isBeside = logo !== undefined && 'svg' in logo;
  const stamp: Content[] = paper.stamp
    ? [
        {
          columns: [
            { width: '*', text: '' },
            { width: 'auto', ...outlined(paper.stamp.text, TONES[paper.stamp.tone], 'auto') },
          ],
          margin: [0, 7, 0, 0],
        },
      ]
    : [];
  return {
    columns: [
      ...(picture && isBeside ? [{ width: LOGO.height, stack: [picture] }] : []),
      {
        width: INNER - NAMED - (isBeside ? LOGO.height + 2 * 12 : 12),
        stack: [
          ...(picture && !isBeside ? [{ ...picture, ...margin(0, 0, 0, 6) }] : []),
          { text: t(sender.company.name), font: DISPLAY, bold: true, fontSize: 15, color: colour.pine900 },
          { text: joinLines(senderLines(sender)), fontSize: 9, color: colour.muted, lineHeight: 1.2, margin: [0, 2, 0, 0] },
        ],
      },
      {
        width: NAMED,
        stack: [
          { text: t(paper.title), font: DISPLAY, bold: true, fontSize: 20, color: colour.pine900, alignment: 'right' },
          ...(paper.number === null
            ? []
            : [{ text: t(paper.number), bold: true, fontSize: 12, alignment: 'right' as const, ...margin(0, 2, 0, 0) }]),
          ...stamp,
        ],
      },
    ],
    columnGap: 12,
  };
};

const facts = (all: readonly Fact[]): Content => {
  const perLine = Math.min(all.length, 4);
  const width = (INNER - 32) / perLine;
  const lines = Array.from({ length: Math.ceil(all.length / perLine) }, (_, line) => all.slice(line * perLine, (line + 1) * perLine));
  const cell = ({ label, text }: Fact) => ({
    width: width - 8,
    stack: [
      { text: t(label), style: 'label' },
      { text: t(text), bold: true },
    ],
    ...margin(0, 2, 0, 2),
  });
  return {
    ...box({ stack: lines.map((line) => ({ columns: line.map(cell), columnGap: 8 })) }, INNER, colour.sage100, [16, 8]),
    margin: [0, 20, 0, 0],
  };
};

/** Returns texts in two columns, row by row, so that a long one may continue on the next page; a single text has the full width. */
const pairs = (cells: readonly Content[], top: number): Content[] =>
  Array.from({ length: Math.ceil(cells.length / 2) }, (_, line) => ({
    columns: cells
      .slice(2 * line, 2 * line + 2)
      .map((content) => ({ width: cells.length === 1 ? INNER : (INNER - 28) / 2, stack: [content] })),
    columnGap: 28,
    margin: [0, line === 0 ? top : 12, 0, 0],
  }));

const party = ({ label, lines: [name = '', ...lines] }: Paper['parties'][number]): Content => ({
  stack: [
    { text: t(label), style: 'label' },
    { text: t(name), bold: true, fontSize: 11 },
    ...(lines.length > 0 ? [{ text: joinLines(lines) }] : []),
  ],
});
const note = ({ label, text }: Fact): Content => ({ stack: [{ text: t(label), style: 'label' }, { text: t(text) }] });

/** Lines between rows only; the outer columns have no outer padding. */
const LINES = (headRows: number, sums: ReadonlySet<number>): CustomTableLayout => ({
  hLineWidth: (line) => (line < headRows || sums.has(line - 1) ? 0 : line === headRows ? 1.4 : sums.has(line) ? 1 : 0.6),
  hLineColor: (line) => (line === headRows || sums.has(line) ? colour.pine900 : colour.line),
  vLineWidth: () => 0,
  paddingLeft: (index) => (index === 0 ? 0 : 6),
  paddingRight: (index, node) => (index === (node.table.widths?.length ?? 0) - 1 ? 0 : 6),
  paddingTop: () => 5,
  paddingBottom: () => 4,
});

/** Returns the column widths in points. They are fixed, because automatic columns grow with the longest word, past the page's edge. */
function columnWidths(columns: readonly Column[]): number[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const sides = (index: number) => (index === 0 ? 0 : 6) + (index === columns.length - 1 ? 0 : 6);
  return columns.map(({ width }, index) => (INNER * (width ?? 100 - taken)) / 100 - sides(index));
}

/** Returns a new box for each cell, because pdfmake changes the object when it places it. */
const tick = () => ({ canvas: [{ type: 'rect' as const, x: 0, y: 0, w: 11, h: 11, r: 2, lineWidth: 1, lineColor: colour.pine900 }] });
const bodyCell = ({ align = 'left', isTick }: Column, text: string, isSum: boolean): TableCell =>
  isTick ? { ...tick(), alignment: align } : { text: t(text), alignment: align, bold: isSum };

/** Returns the table's heading as a row across all columns, so that it repeats on each page. */
const headingRow = ({ heading, note: text, columns }: Table): TableCell[][] => {
  if (heading === undefined) return [];
  const lines: Content[] = [{ text: t(heading), style: 'heading' }, ...(text === undefined ? [] : [{ text: t(text), style: 'note' }])];
  return [[{ stack: lines, colSpan: columns.length }, ...columns.slice(1).map(() => ({}))]];
};

const table = (all: Table): Content => {
  const { columns, rows, whenEmpty } = all;
  const above = headingRow(all);
  const top = above.length > 0 ? 16 : 20;
  if (rows.length === 0 && whenEmpty !== undefined)
    return {
      stack: [...above.map(([cell]) => cell as Content), { text: t(whenEmpty), style: 'note', margin: [0, 4, 0, 0] }],
      margin: [0, top + 4, 0, 0],
    };
  const headRows = above.length + 1;
  // Row numbers that get a line above them.
  const sums = new Set(rows.flatMap(({ isSum }, index) => (isSum ? [headRows + index] : [])));
  const headCells = columns.map(
    ({ label, align = 'left' }): TableCell => ({ text: t(label), bold: true, fontSize: 9, color: colour.pine900, alignment: align }),
  );
  const bodyRow = ({ cells, isSum = false }: Row) => columns.map((column, index) => bodyCell(column, cells[index] ?? '', isSum));
  return {
    table: {
      headerRows: headRows,
      keepWithHeaderRows: 1,
      widths: columnWidths(columns),
      body: [...above, headCells, ...rows.map(bodyRow)],
    },
    layout: LINES(headRows, sums),
    margin: [0, top, 0, 0],
  };
};

const SUMS = 240;
const sum = ({ label, amount, weight }: Sum): Content => {
  const big = weight === undefined ? {} : { bold: true, fontSize: weight === 'due' ? 12.5 : 12 };
  const line: Content = {
    columns: [
      { width: '*', text: t(label) },
      { width: 'auto', text: t(amount), alignment: 'right' },
    ],
    ...big,
    ...(weight === 'due' && { color: '#fff' }),
  };
  if (weight === undefined) return { ...line, margin: [10, 2, 10, 2] };
  return { ...box(line, SUMS, weight === 'due' ? colour.pine900 : colour.sage100, [10, 6]), margin: [0, 4, 0, 0] };
};
const sums = (all: readonly Sum[]): Content => ({
  columns: [
    { width: '*', text: '' },
    { width: SUMS, stack: all.map(sum) },
  ],
  unbreakable: true,
  margin: [0, 12, 0, 0],
});

const signatures = (labels: readonly string[]): Content => ({
  columns: labels.map((label) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER / labels.length - 24, y2: 0, lineWidth: 0.7, lineColor: colour.ink }] },
      { text: t(label), fontSize: 9, margin: [0, 3, 0, 0] },
    ],
  })),
  unbreakable: true,
  margin: [0, 48, 0, 0],
});

const ribbon = (): Content => ({
  canvas: [
    { type: 'rect', x: 0, y: 0, w: WIDTH, h: RIBBON, color: colour.pine900 },
    { type: 'rect', x: 0, y: 0, w: SIDE, h: RIBBON, color: colour.citrus },
  ],
});
const pageFoot =
  (paper: Paper, sender: Sender): DynamicContent =>
  (page, pages) => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER, y2: 0, lineWidth: 0.6, lineColor: colour.line }], margin: [0, 0, 0, 6] },
      ...paper.footer.map((line): Content => ({ text: t(line), alignment: 'center' })),
      { text: t(serviceAreas(sender)), bold: true, color: colour.pine700, alignment: 'center' },
      {
        columns: [
          { width: '*', text: t(paper.name) },
          { width: 'auto', text: `Page ${page} of ${pages}` },
        ],
        margin: [0, 8, 0, 0],
      },
    ],
    fontSize: 8.5,
    color: colour.muted,
    margin: [SIDE, 10, SIDE, 0],
  });

const contents = (paper: Paper, sender: Sender, logo: PdfLogo): Content[] => [
  head(paper, sender, logo),
  ...(paper.warning ? [{ ...outlined(paper.warning, ALERT, INNER - 20), ...margin(0, 18, 0, 0) }] : []),
  ...(paper.facts.length > 0 ? [facts(paper.facts)] : []),
  ...pairs(paper.parties.map(party), 18),
  ...paper.tables.map(table),
  ...(paper.sums.length > 0 ? [sums(paper.sums)] : []),
  ...(paper.tablesBelow ?? []).map(table),
  ...pairs(paper.notes.map(note), 24),
  ...(paper.signatures ? [signatures(paper.signatures)] : []),
];

/** Returns a document as a PDF definition of numbered letter pages; table headers repeat on each page. */
export const paperPdf = (paper: Paper, sender: Sender, logo: PdfLogo): TDocumentDefinitions => ({
  info: { title: windowTitle(paper, sender), author: sender.company.name },
  pageSize: { width: WIDTH, height: HEIGHT },
  pageMargins: [SIDE, TOP, SIDE, BOTTOM],
  language: 'en-CA',
  displayTitle: true,
  background: ribbon,
  footer: pageFoot(paper, sender),
  content: [
    ...contents(paper, sender, logo),
    ...(paper.further ?? []).map((further): Content => ({ stack: contents(further, sender, logo), pageBreak: 'before' })),
  ],
  styles: {
    label: { fontSize: 8.5, color: colour.muted, margin: [0, 0, 0, 1] },
    heading: { font: DISPLAY, fontSize: 13, bold: true, color: colour.pine900 },
    note: { fontSize: 9, color: colour.muted, margin: [0, 1, 0, 0] },
  },
  // Without `fontFeatures`, for which pdfkit would lay out each word anew. The faces' figures are tabular.
  defaultStyle: { font: 'Figtree', fontSize: 10, lineHeight: 1.12, color: colour.ink },
});
