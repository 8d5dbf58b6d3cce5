/** Statuses of an e-Transfer: booked on an invoice, waiting for the office, or set aside by the office. */
export const MONEY_IN_STATUSES = ['matched', 'suggested', 'ignored'] as const;

export const TODO_KINDS = ['refund', 'rating', 'money-in'] as const;
export type MoneyInStatus = (typeof MONEY_IN_STATUSES)[number];

/** The name and the chip's tone of each status. */
export const MONEY_IN_LABELS: Record<MoneyInStatus, readonly [name: string, tone: 'quiet' | 'waiting' | 'good']> = {
  matched: ['Matched', 'good'],
  suggested: ['To check', 'waiting'],
  ignored: ['Ignored', 'quiet'],
};

/** The largest file of notices or of a bank's list, in bytes. */
export const MONEY_FILE_BYTES = 1024 * 1024;
export const MONEY_FILES = '/api/payments/files';

/** Returns the invoice numbers that a text names, in capitals, each once: the prefix and digits that no other letter or digit touches. */
export function findInvoiceNumbers(text: string, prefix: string): string[] {
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${prefix}\\d{1,9}(?![\\p{L}\\p{N}])`, 'giu');
  return [...new Set([...text.matchAll(named)].map(([number]) => number.toUpperCase()))];
}

/** Returns a payer's name as it is learnt: in lower case with single spaces. */
export const toPayerName = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the words of a name in lower case without accents, for {@link compareNames}. */
export const splitName = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

/** Returns the share of words, from 0 to 1, that two names have in common. */
export function compareNames(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared === 0 ? 0 : shared / Math.max(one.size, other.size);
}
