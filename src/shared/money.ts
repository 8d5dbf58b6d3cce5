/** The largest amount, in cents: that of a decimal(10,2) column. */
export const MAX_CENTS = 99_999_999_99;

/** Formats integer cents as the decimal string of the API: 14900 → "149.00". */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** Subtracts one decimal string of the API from another; an unreadable one counts as 0. */
export const subtractAmounts = (amount: string, other: string): string => formatCents((parseCents(amount) ?? 0) - (parseCents(other) ?? 0));

export const formatKnownCents = (cents: number | null): string | null => (cents === null ? null : formatCents(cents));

/** Parses a decimal with at most two places into integer cents, tolerating floating-point error in numbers; undefined if it is invalid. */
export function parseCents(value: string | number): number | undefined {
  const text = typeof value === 'number' ? plainText(value) : value.trim();
  const match = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && cents > 0 ? -cents : cents;
}

/** Formats a number without floating-point error: 67.16999999999999 as "67.17". */
const plainText = (value: number): string => (Math.abs(value - Number(value.toFixed(2))) < 1e-7 ? value.toFixed(2) : String(value));

/** Returns a percentage with up to four decimals of an amount in cents, computed in whole numbers and rounded half a cent up. */
export const calculatePercent = (cents: number, percent: number): number =>
  Number((BigInt(cents) * BigInt(Math.round(percent * 10_000)) * 2n + 1_000_000n) / 2_000_000n);
