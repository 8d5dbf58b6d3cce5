/** The nearest whole number, a half going up: 2.5 → 3, -2.5 → -2. Sums of money in cents are rounded with it. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

/**
 * The value below which a share (0 to 1) of the values lies, unrounded: linear interpolation between the two nearest of the n sorted
 * values at place (n - 1) × share, counted from nought (R's type 7, Excel's PERCENTILE.INC). Undefined where there are no values.
 */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}

/** The middle value, or the mean of the two in the middle, unrounded; undefined where there are no values. */
export const median = (values: readonly number[]): number | undefined => percentile(values, 0.5);
