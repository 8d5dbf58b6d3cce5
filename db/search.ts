import { type SQL, sql } from 'drizzle-orm';

/** Folds text as the search tables do: without accents and in lower case. */
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The accented Latin letters of each plain one: "e" → "éèêëēě…". */
const accented = new Map<string, string>();
for (let code = 0xc0; code < 0x250; code++) {
  const letter = String.fromCodePoint(code);
  const plain = bare(letter);
  if (/^[a-z]$/.test(plain)) accented.set(plain, (accented.get(plain) ?? '') + letter);
}

/** Returns a GLOB pattern that finds a word anywhere, in any case and with any accents. LIKE ignores the case of ASCII letters only. */
function toPattern(word: string): string {
  const classes = Array.from(bare(word), (letter) => {
    const variants = [...new Set([letter, letter.toUpperCase(), ...(accented.get(letter) ?? '')])].filter((text) => [...text].length === 1);
    return variants.length === 1 && !/[*?[]/.test(letter) ? letter : `[${variants.join('')}]`;
  });
  return `*${classes.join('')}*`;
}

/** The shortest word that a trigram table can find. */
const TRIGRAM = 3;

/** A phrase of three characters that no stored text has, since input cannot contain control characters. */
const NEVER_FOUND = '"\u0001\u0001\u0001"';
/**
 * The last three characters of a word, which a search table holds as a trigram. For an e-mail address they are those before the "@", since
 * many addresses share a domain.
 */
const ENDING = /^[^@]*([a-z0-9.+_-]{3})(?:@|$)/i;

/**
 * Returns the query of a search table for rows that have all words; empty if no word is long enough for it.
 *
 * A word is a phrase of trigrams, whose positions FTS5 compares in each row that has them: two frequent words that are in no row together
 * took 10 ms of a million rows, and 40 with five tables. One trigram of each word is compared first, which takes a quarter of that. They
 * stand in a NOT, because FTS5 would merge an AND into the one around it.
 */
export function matchAll(words: readonly { match: string | undefined }[]): string {
  const phrases = words.flatMap(({ match }) => match ?? []);
  const endings = phrases.flatMap((phrase) => ENDING.exec(phrase.slice(1, -1))?.[1] ?? []);
  if (endings.length < 2) return phrases.join(' AND ');
  return [`((${endings.map((ending) => `"${ending}"`).join(' AND ')}) NOT ${NEVER_FOUND})`, ...phrases].join(' AND ');
}

type SearchWord = {
  text: string;
  /** The word as a quoted string of FTS5; undefined when it is too short for the table. */
  match: string | undefined;
  /** The same as a GLOB pattern, for short words. */
  pattern: string;
};

/** Short words are searched for in this many of the newest rows only. */
const RECENT = 5000;

/** Returns a search as `match` for an FTS5 table and conditions for words too short for it. Names must be ours, never a caller's. */
export function buildSearch(table: string, columns: readonly string[], search: string | null): { match: string; conditions: SQL[] } {
  const words = searchWords(search);
  const name = sql.raw(table);
  const conditions = words
    .filter(({ match }) => match === undefined)
    .map(({ pattern }) => {
      const found = sql.join(
        columns.map((column) => sql`${sql.raw(column)} glob ${pattern}`),
        sql` or `,
      );
      return sql`${name}.id in (select id from ${name} where id > (select max(id) from ${name}) - ${RECENT} and (${found}))`;
    });
  return { match: matchAll(words), conditions };
}

/** Splits a search into words. Each must be somewhere in the text, in any case and with any accents. */
export const searchWords = (search: string | null | undefined): SearchWord[] =>
  (search ?? '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => bare(word) !== '')
    .map((word) => ({
      text: word,
      match: Array.from(bare(word)).length < TRIGRAM ? undefined : `"${word.replaceAll('"', '""')}"`,
      pattern: toPattern(word),
    }));
