import type { Guard } from './guard';

/** The text of a guard's file without the guard. Throws where what it replaces is not there exactly once. */
export function breakGuard({ name, file, from, to }: Guard, text: string): string {
  const [before = '', after, ...more] = text.split(from);
  if (after === undefined || more.length > 0)
    throw new Error(
      `${file}: the guard “${name}” stands there ${after === undefined ? 'no more' : 'more than once'}; please mend tests/guards/table.`,
    );
  return before + to + after;
}
