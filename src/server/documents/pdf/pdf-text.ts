/** Characters that Roboto contains: Latin, Greek and Cyrillic letters, figures and common signs. */
const KNOWN =
  /[\n -~\u00a0-\u017f\u0192\u01a0\u01a1\u01af\u01b0\u01f0\u01fa-\u01ff\u0218-\u021b\u0237\u0259\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u0513\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2000-\u200b\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2025-\u2027\u2030\u2032\u2033\u2039\u203a\u2044\u20ac\u2116\u2122\u2212]/u;
/** Invisible characters and emoji, which a text can do without. */
const OMITTED = /[\p{Cf}\p{Mn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Returns the closest character that the font contains: the letter without its accent, or the replacement character. */
function nearest(character: string): string {
  if (OMITTED.test(character)) return '';
  if (/\s|\p{Cc}/u.test(character)) return ' ';
  const plain = [...character.normalize('NFKD')].filter((part) => KNOWN.test(part) && !OMITTED.test(part)).join('');
  return plain || '\ufffd';
}

/** Returns a text with every character that the PDF fonts lack replaced. */
export const pdfText = (text: string): string =>
  [...text.replace(/\r\n?/g, '\n').normalize('NFC')].map((character) => (KNOWN.test(character) ? character : nearest(character))).join('');
