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

/** Returns the share of words, from 0 to 1, that two names have in common, ignoring case and accents. */
export function compareNames(one: string, other: string): number {
  const splitWords = (name: string) =>
    new Set(
      name
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]{2,}/gu),
    );
  const [a, b] = [splitWords(one), splitWords(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / Math.max(a.size, b.size);
}
