import type { Content, DynamicBackground, TDocumentDefinitions } from 'pdfmake/interfaces';
import { palette as colour } from '../../../shared/palette';
import type { Profile } from '../../../shared/profile';
import type { PdfLogo } from '../pdf/paper-pdf';
import { coverSvg, markSvg } from './company-profile-art';

/** A letter page, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 44;
const INNER = WIDTH - 2 * MARGIN;
/** Heights of the coloured areas of the two pages. */
const [BAND, FIGURES, FOOT] = [300, 68, 176];

const area = (y: number, h: number, color: string): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: WIDTH, h, color }],
  absolutePosition: { x: 0, y },
});

function drawLogo(logo: PdfLogo): { drawn: Content[]; nameAt: number } {
  if (logo === undefined) return { drawn: [], nameAt: 0 };
  if ('svg' in logo) return { drawn: [{ svg: logo.svg, width: 24, absolutePosition: { x: MARGIN, y: 36 } }], nameAt: 33 };
  const plate: Content = {
    canvas: [{ type: 'rect', x: 0, y: 0, w: 142, h: 42, r: 6, color: '#fff' }],
    absolutePosition: { x: MARGIN, y: 27 },
  };
  return { drawn: [plate, { image: logo.image, fit: [130, 32], absolutePosition: { x: MARGIN + 6, y: 32 } }], nameAt: 154 };
}

const backgroundWith =
  (logo: PdfLogo): DynamicBackground =>
  (page) =>
    page === 1
      ? [
          area(0, BAND, colour.pine900),
          area(BAND, FIGURES, colour.citrus),
          { svg: coverSvg, width: 300, absolutePosition: { x: WIDTH - MARGIN - 300, y: BAND - 214 } },
          ...drawLogo(logo).drawn,
        ]
      : [area(HEIGHT - FOOT, FOOT, colour.pine900)];

const paragraphs = (texts: readonly string[]): Content[] => texts.map((text) => ({ text, margin: [0, 0, 0, 8] }));
const heading = (text: string, more: object = {}): Content => ({ text, style: 'heading', ...more });

const front = ({ name, title, lead, figures, headings, overview, founder }: Profile, logo: PdfLogo): Content[] => [
  { text: name, bold: true, fontSize: 13, color: '#fff', absolutePosition: { x: MARGIN + drawLogo(logo).nameAt, y: 41 } },
  { columns: [{ width: 210, text: title, style: 'title' }], absolutePosition: { x: MARGIN, y: 112 } },
  {
    columns: [{ width: 190, text: lead, fontSize: 12, lineHeight: 1.25, color: colour.sage200 }],
    absolutePosition: { x: MARGIN, y: 212 },
  },
  {
    columns: figures.map(([figure, label]) => [
      { text: figure, bold: true, fontSize: 22 },
      { text: label, fontSize: 9.5 },
    ]),
    color: colour.pine950,
    absolutePosition: { x: MARGIN, y: BAND + 14 },
  },
  {
    margin: [0, BAND + FIGURES + 34 - MARGIN, 0, 0],
    columnGap: 36,
    columns: [
      [
        heading(headings.overview),
        ...paragraphs(overview),
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 226, y2: 0, lineWidth: 1.5, lineColor: colour.pine600 }], margin: [0, 10, 0, 12] },
        { text: `“${founder.quote}”`, bold: true, fontSize: 14, color: colour.pine700 },
        { text: `${founder.name}, ${founder.role}`, color: colour.muted, margin: [0, 6, 0, 0] },
      ],
      [heading(headings.founder), ...paragraphs(founder.story)],
    ],
  },
];

type Service = Profile['services'][number];
const serviceCell = ({ id, name, text }: Service) => ({
  fillColor: id === 'emergency' ? colour.citrus : colour.sage100,
  margin: [8, 8, 8, 8] as [number, number, number, number],
  stack: [{ text: name, style: 'item' }, { text }],
});

const drawServices = (services: Profile['services']): Content => ({
  table: {
    widths: ['*', '*', '*'],
    body: [services.slice(0, 3).map(serviceCell), services.slice(3).map(serviceCell)],
  },
  layout: { hLineWidth: () => 8, vLineWidth: (line) => (line % 3 === 0 ? 0 : 8), hLineColor: () => '#fff', vLineColor: () => '#fff' },
  margin: [0, -6, 0, 14],
});

const reason = ([title, text]: Profile['reasons'][number], number: number): Content => ({
  columnGap: 8,
  columns: [
    { width: 20, text: String(number), bold: true, fontSize: 18, color: colour.pine600, margin: [0, -3, 0, 0] },
    [
      { text: title, style: 'item' },
      { text, margin: [0, 0, 0, 11] },
    ],
  ],
});
const reasonsFrom = (reasons: Profile['reasons'], first: number): Content[] =>
  reasons.slice(first, first + 3).map((entry, index) => reason(entry, first + index + 1));

const inside = ({ headings, services, reasons, areas, towns }: Profile): Content[] => [
  heading(headings.services, { pageBreak: 'before' }),
  drawServices(services),
  heading(headings.reasons),
  { columnGap: 28, columns: [reasonsFrom(reasons, 0), reasonsFrom(reasons, 3)], margin: [0, 2, 0, 10] },
  heading(headings.areas),
  { text: areas, margin: [0, 0, 0, 6] },
  { text: towns.join('  ·  '), bold: true, color: colour.pine700 },
];

const foot = ({ headings, contact, legal }: Profile): Content[] => [
  { text: headings.contact, style: 'heading', color: '#fff', absolutePosition: { x: MARGIN, y: HEIGHT - FOOT + 30 } },
  {
    columns: contact.map(({ label, lines }) => ({
      width: label === 'E-mail' ? 158 : label === 'Hours' ? 150 : 104,
      stack: [
        { text: label, fontSize: 9, color: colour.sage300 },
        { text: lines.join('\n'), bold: true, color: '#fff', margin: [0, 2, 8, 0] },
      ],
    })),
    absolutePosition: { x: MARGIN, y: HEIGHT - FOOT + 64 },
  },
  {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: INNER, y2: 0, lineWidth: 0.5, lineColor: colour.pine600 }],
    absolutePosition: { x: MARGIN, y: HEIGHT - 46 },
  },
  { text: legal, fontSize: 9, color: colour.sage200, absolutePosition: { x: MARGIN, y: HEIGHT - 34 } },
];

export const companyProfilePdf = (profile: Profile, logo: PdfLogo = { svg: markSvg }): TDocumentDefinitions => ({
  info: { title: `${profile.title} · ${profile.name}`, author: profile.name },
  pageSize: 'LETTER',
  // The last line sits in the coloured footer, below the usual margin.
  pageMargins: [MARGIN, MARGIN, MARGIN, 16],
  language: 'en-CA',
  displayTitle: true,
  background: backgroundWith(logo),
  content: [...front(profile, logo), ...inside(profile), ...foot(profile)],
  styles: {
    title: { font: 'Bricolage', fontSize: 43, bold: true, color: '#fff', lineHeight: 0.95 },
    heading: { font: 'Bricolage', fontSize: 17, bold: true, color: colour.pine900, margin: [0, 0, 0, 8] },
    item: { fontSize: 11.5, bold: true, margin: [0, 0, 0, 2] },
  },
  defaultStyle: { font: 'Figtree', fontSize: 10.5, lineHeight: 1.25, color: colour.ink },
});
