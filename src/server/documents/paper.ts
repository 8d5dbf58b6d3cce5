import { type Company, formatAddress } from '../../shared/company';
import { formatMoney } from '../../shared/store-sums';
import type { Logo } from './logo';

/** A labelled text: "Due date", "Friday, December 4, 2026". */
export type Fact = { label: string; text: string };

/** Possible widths of a column, in percent; the column without a width takes the rest. */
export const COLUMN_WIDTHS = [8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36] as const;
export type Column = { label: string; width?: (typeof COLUMN_WIDTHS)[number]; align?: 'left' | 'right' | 'center'; isTick?: true };
/** `isSum`: the sum of the rows above. Cells of an `isTick` column are empty. */
export type Row = { cells: readonly string[]; isSum?: boolean };
export type Table = { heading?: string; note?: string; columns: readonly Column[]; rows: readonly Row[]; whenEmpty?: string };

/** `total` is emphasized, `due` (the balance) most of all. */
export type Sum = { label: string; amount: string; weight?: 'total' | 'due' };
export type Stamp = { text: string; tone: 'good' | 'alert' | 'plain' };

/** The contents of a document for HTML and PDF. Texts may have several lines and contain no markup. */
export type Paper = {
  name: string;
  title: string;
  number: string | null;
  stamp?: Stamp;
  warning?: string;
  facts: readonly Fact[];
  parties: readonly { label: string; lines: readonly string[] }[];
  tables: readonly Table[];
  sums: readonly Sum[];
  tablesBelow?: readonly Table[];
  notes: readonly Fact[];
  signatures?: readonly string[];
  footer: readonly string[];
  /** Shown on screen only. */
  hint?: string;
  /** Papers that are printed with this one, each from a new page. */
  further?: readonly Paper[];
};

export type Sender = { company: Company; logo: Logo | undefined };

export const senderLines = ({ company }: Sender): string[] => [
  formatAddress(company),
  `${company.phone.display}  ·  ${company.email}`,
  ...(company.gstNumber ? [`GST/HST No. ${company.gstNumber}`] : []),
  ...(company.pstNumber ? [`PST No. ${company.pstNumber}`] : []),
];

export const serviceAreas = ({ company }: Sender): string => `Service areas: ${company.regions.join(', ')}`;

/** Returns the title of a document's window, without the company's name if that makes it longer than 70 characters. */
export function windowTitle({ name }: Paper, { company }: Sender): string {
  const full = `${name} – ${company.name}`;
  return full.length <= 70 ? full : name;
}

/** Formats a wire amount ("1234.50"), also sums above the largest single amount. */
export const formatAmount = (amount: string): string => formatMoney(Math.round(Number(amount) * 100));
