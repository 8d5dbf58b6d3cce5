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
  return { match: words.flatMap((word) => word.match ?? []).join(' AND '), conditions };
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
