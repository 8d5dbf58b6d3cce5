import type { RowResults } from '../../shared/bulk';

/** Says how many rows a call changed, with the reason of the first that was refused. `names` are such as "order" and "orders". */
export function summarizeResults({ results }: RowResults, names: readonly [one: string, several: string]): string {
  const failed = results.filter(({ error }) => error !== null);
  const changed = results.length - failed.length;
  const name = names[results.length === 1 ? 0 : 1];
  const was = changed === 1 ? 'was' : 'were';
  return failed.length === 0
    ? `${changed} ${name} ${was} changed.`
    : `${changed} of ${results.length} ${name} ${was} changed. ${failed[0]?.error}`;
}

/** Returns those of the sent rows that the call changed. */
export const listChanged = <Row>({ results }: RowResults, sent: readonly Row[]): Row[] =>
  sent.filter((_row, place) => results[place]?.error === null);
