/** The largest amount of a decimal(10,2) column, in cents (back-office.md §9). */
export const MAX_CENTS = 99_999_999_99;

/** Integer cents as the two-place decimal string of the wire: 14900 → "149.00". */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** A decimal string or a number with at most two places, give or take what adding floats leaves, as integer cents; undefined when it is neither. */
export function parseCents(value: string | number): number | undefined {
  const text = typeof value === 'number' ? plainText(value) : value.trim();
  const match = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && cents > 0 ? -cents : cents;
}

/** A number in digits; 67.16999999999999 is 67.17. */
const plainText = (value: number): string => (Math.abs(value - Number(value.toFixed(2))) < 1e-7 ? value.toFixed(2) : String(value));
