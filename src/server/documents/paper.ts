import { type Company, showAddress } from '../../shared/company';
import { showCents } from '../../shared/store-sums';
import type { Logo } from './logo';

/** A short text with what it is: "Due date", "Friday, December 4, 2026". */
export type Fact = { label: string; text: string };

/** Shares of the width that a column may have, in percent; the one without a width takes the rest. */
export const COLUMN_WIDTHS = [8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36] as const;
export type Column = { label: string; width?: (typeof COLUMN_WIDTHS)[number]; align?: 'left' | 'right' | 'center'; isTick?: true };
/** `isSum`: the last line of a table or of a part of it. A cell of a column to tick is empty. */
export type Row = { cells: readonly string[]; isSum?: boolean };
export type Table = { heading?: string; note?: string; columns: readonly Column[]; rows: readonly Row[]; whenEmpty?: string };

/** `total` stands out, and `due` above all: what is still to be paid. */
export type Sum = { label: string; amount: string; weight?: 'total' | 'due' };
export type Stamp = { text: string; tone: 'good' | 'alert' | 'plain' };

/** A document as what it says, whatever it is printed as. Texts may have several lines; nothing in them is markup. */
export type Paper = {
  /** The name of its window and file, such as "Invoice SPC001". */
  name: string;
  title: string;
  number: string | null;
  stamp?: Stamp;
  /** What must not be overlooked. */
  warning?: string;
  facts: readonly Fact[];
  parties: readonly { label: string; lines: readonly string[] }[];
  tables: readonly Table[];
  sums: readonly Sum[];
  /** Tables that stand below the sums. */
  tablesBelow?: readonly Table[];
  notes: readonly Fact[];
  /** Lines to sign on, by what is written there. */
  signatures?: readonly string[];
  footer: readonly string[];
  /** Told on the screen only. */
  hint?: string;
};

/** Who writes. */
export type Sender = { company: Company; logo: Logo | undefined };

/** What stands beside the company's name: where it is, how it is reached, and its tax numbers where it has told them. */
export const senderLines = ({ company }: Sender): string[] => [
  showAddress(company),
  `${company.phone.display}  ·  ${company.email}`,
  ...(company.gstNumber ? [`GST/HST No. ${company.gstNumber}`] : []),
  ...(company.pstNumber ? [`PST No. ${company.pstNumber}`] : []),
];

/** Where the company works, in a line. */
export const serviceAreas = ({ company }: Sender): string => `Service areas: ${company.regions.join(', ')}`;

/** The title of a document's window; a company with a very long name leaves it off, since tabs and files cut titles. */
export function windowTitle({ name }: Paper, { company }: Sender): string {
  const full = `${name} – ${company.name}`;
  return full.length <= 70 ? full : name;
}

/** Money of the wire for people, also sums above the largest amount of one. */
export const showAmount = (amount: string): string => showCents(Math.round(Number(amount) * 100));
