import { percentile } from './traffic';

/**
 * Measures two things in turn and returns the median of each and the ratio of the medians. Each call of `ours` and `bare` measures once
 * and returns a rate (per second) or a duration. Turns alternate who goes first, so that a busy machine slows both alike.
 */
export async function pairedRatio(rounds: number, ours: () => Promise<number>, bare: () => Promise<number>) {
  const found = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const name of order) found[name].push(await (name === 'ours' ? ours() : bare()));
  }
  const [oursMedian, bareMedian] = [percentile(found.ours, 0.5), percentile(found.bare, 0.5)];
  return { ours: oursMedian, bare: bareMedian, ratio: oursMedian / bareMedian };
}
