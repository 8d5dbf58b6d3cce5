/** The server indexes sequences of three letters, so shorter words are searched in the newest rows only. */
const INDEXED_LENGTH = 3;

/** Returns the length of each word without accents, as the search tables count them. */
const wordLengths = (search: string): number[] =>
  search
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/\s+/)
    .map((word) => [...word].length)
    .filter((length) => length > 0);

export const hasShortWord = (search: string): boolean => wordLengths(search).some((length) => length < INDEXED_LENGTH);

export const hasOnlyShortWords = (search: string): boolean => wordLengths(search).every((length) => length < INDEXED_LENGTH);

/** Formats the sentence for a search without a result; `rows` names the listed things, such as "invoices". */
export const formatNothingFound = (search: string, rows: string): string =>
  `Nothing was found for “${search}”.${hasShortWord(search) ? ` Words of one or two letters are searched for in the newest 5,000 ${rows} only.` : ''}`;
