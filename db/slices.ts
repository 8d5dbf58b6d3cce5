/** Work that yields wherever its transaction may end and other requests may run. Rows read before a yield may be outdated after it. */
export type Sliced<Result> = Generator<undefined, Result>;

/** Runs sliced work to its end in one turn. */
export function doAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Reads the first rows of a list, up to `most`, in slices. `read` returns those after the last row of the slice before. */
export function* readSliced<Row>(most: number, size: number, read: (limit: number, last: Row | undefined) => Row[]): Sliced<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const limit = Math.min(size, most - rows.length);
    const slice = read(limit, rows.at(-1));
    rows.push(...slice);
    if (slice.length < limit || rows.length === most) return rows;
    yield;
  }
}
