/** Rounds to the nearest whole number, halves up: 2.5 → 3, -2.5 → -2. Used for amounts in cents. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

/**
 * Returns the value below which a share (0 to 1) of the values lies, unrounded: linear interpolation at position (n - 1) × share of
 * the n sorted values (R's type 7, Excel's PERCENTILE.INC). Undefined without values.
 */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number | undefined => percentile(values, 0.5);

/** Adds up one field of rows. */
export const addUp = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Groups rows by a key, in the order in which the keys first appear. */
export function groupBy<Row, Key>(rows: readonly Row[], getKey: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = getKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
