import { z } from 'zod';
import { isDay } from '../../shared/calendar-day';

/** Returns true for a plausible day. A year that is still being typed, such as 0202, is not. */
export const isUsualDay = (text: string): boolean => isDay(text) && text >= '2000-01-01' && text <= '2999-12-31';

/** Reads the id of a row. */
export const idParam = z.coerce.number().int().positive().optional().catch(undefined);
/** Reads a flag, which is 1 if it is set. */
export const flagParam = z.coerce.number().pipe(z.literal(1)).optional().catch(undefined);
export const dayParam = z.string().refine(isUsualDay).optional().catch(undefined);
/** Reads words; the router parses digits as a number. */
export const wordsParam = (longest = 100) =>
  z
    .union([z.string(), z.number()])
    .transform((words) => String(words).trim().slice(0, longest) || undefined)
    .optional()
    .catch(undefined);
/** Reads one of some words. */
export const wordParam = <const Word extends string>(words: readonly Word[]) => z.enum(words).optional().catch(undefined);
/** Reads the id of a row or a word in its place. */
export const idOrParam = <const Word extends string>(word: Word) => z.union([z.literal(word), idParam]);

/** Returns the reader of a screen's search parameters. Unreadable values become undefined, so that the router drops them. */
export const searchReader = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  return (address: Record<string, unknown>) => schema.parse(address);
};

/** Returns the reader of a list's own search parameters, without those of `beside`, which open something beside the list. */
export const listReader =
  <Search extends object, Key extends keyof Search>(read: (address: Record<string, unknown>) => Search, ...beside: Key[]) =>
  (address: Record<string, unknown>) => {
    const list: Partial<Search> = read(address);
    for (const key of beside) delete list[key];
    return list as Omit<Search, Key>;
  };
