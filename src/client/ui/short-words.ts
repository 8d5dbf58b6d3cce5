/** The search tables of the server know three letters in a row; shorter words are looked for among the newest rows only. */
const INDEXED_LENGTH = 3;

/** How many letters each word of a search has; accents do not count, as they do not in the search tables. */
const wordLengths = (search: string): number[] =>
  search
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/\s+/)
    .map((word) => [...word].length)
    .filter((length) => length > 0);

/** Whether a word of a search has only one or two letters. */
export const hasShortWord = (search: string): boolean => wordLengths(search).some((length) => length < INDEXED_LENGTH);

/** Whether no word of a search has more than two letters. */
export const hasOnlyShortWords = (search: string): boolean => wordLengths(search).every((length) => length < INDEXED_LENGTH);
