import { businessDay } from '../../shared/time';
import type { Ctx } from '../context';

/** Returns a file name that ends with today's date: "Receipt_SPC-RCP001_2026-11-20.html". */
export function formatFileName({ now }: Pick<Ctx, 'now'>, words: readonly string[], ending: 'html' | 'pdf', glue: '_' | '-' = '_'): string {
  const plain = words.map((word) => word.replace(/[^A-Za-z0-9-]+/g, '-'));
  return `${[...plain, businessDay(now())].join(glue)}.${ending}`;
}
