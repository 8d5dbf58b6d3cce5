import type { MessageText } from '../../shared/message-text';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
const WEEKDAY = '(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)';
/** What says something that can be wrong, the longest first: what is one fact is compared as one. */
const FACT = new RegExp(
  [
    '[\\w.+%-]+@[\\w-]+(?:\\.[\\w-]+)+',
    'https?://[^\\s<>"]+',
    '\\b(?:[a-z0-9-]+\\.)+[a-z]{2,}\\b(?:/[^\\s<>"]*)?',
    `\\b(?:${WEEKDAY},? )?${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
    `\\b(?:${WEEKDAY}|${MONTH})s?\\b`,
    '\\+?\\d?[ .-]?\\(?\\d{3}\\)?[ .-]\\d{3}[ .-]\\d{4}\\b',
    '[$€£]? ?\\d+(?:[.,:/-]\\d+)*(?: ?(?:%|percent|dollars|a\\.m\\.|p\\.m\\.))?',
    '\\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|double|dozen)\\b',
    '\\b(?:today|tonight|tomorrow|yesterday|weekends?|free|discounts?|guarantee[ds]?|refunds?|percent|dollars)\\b',
  ].join('|'),
  'giu',
);
const tidy = (fact: string) => fact.trim().replace(/[.,;:!?)\]]+$/, '');
/** The facts of a text, each as it stands there, by their small letters. */
const factsIn = (text: string) => new Map((text.match(FACT) ?? []).map(tidy).map((fact) => [fact.toLowerCase(), fact]));

/** Words with a capital that do not begin a line or a sentence: names of people, places and the company. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:“”"(&×/-] ?)(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’-]+/gu)].map(([word]) => word);
const wordsIn = (text: string): Set<string> => new Set((text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word) => word.toLowerCase()));

/** Lines that must stay to the letter: whom it greets, and what was bought. */
const fixedParts = (body: string): string[] => {
  const lines = body.split('\n').map((line) => line.trim());
  const greeting = /^\S+ (.{1,120})[,!]$/u.exec(lines[0] ?? '')?.[1];
  return [...(greeting ? [greeting] : []), ...lines.filter((line) => line.includes('×'))];
};

const leftOut = (fact: string) => `It left out “${fact.split('\n')[0]}”.`;

/**
 * What a rewritten text says that its original does not, or leaves out, as a sentence; null where both tell the same facts:
 * every number, amount, date, link, address and name of the one is in the other. `values` must be in the body to the letter.
 */
export function findFalseFact(original: MessageText, rewritten: MessageText, values: readonly string[]): string | null {
  const [before, after] = [original, rewritten].map(({ subject, body }) => `${subject}\n${body}`) as [string, string];
  const [known, told] = [factsIn(before), factsIn(after)];
  for (const [key, fact] of known) if (!told.has(key)) return leftOut(fact);
  for (const [key, fact] of told) if (!known.has(key)) return `It added “${fact}”.`;
  const lost = [...values, ...fixedParts(original.body)].find((part) => !rewritten.body.includes(part));
  return lost === undefined ? findFalseName(before, after) : leftOut(lost);
}

function findFalseName(before: string, after: string): string | null {
  const [ours, words] = [wordsIn(before), wordsIn(after)];
  const lost = namesIn(before).find((word) => !words.has(word.toLowerCase()));
  if (lost !== undefined) return leftOut(lost);
  const invented = namesIn(after).find((word) => !ours.has(word.toLowerCase()) && !PRONOUNS.test(word));
  return invented === undefined ? null : `It added “${invented}”.`;
}
const PRONOUNS = /^I(?:['’](?:m|d|ll|ve))?$/;

/** What stood for the variables of a template when a text was made of it; none where the text was changed since. */
export function valuesOf(template: string, text: string): string[] {
  const literals = template.trimEnd().split(/\{\{[^{}\n]*\}\}/);
  const first = literals[0] ?? '';
  if (!text.startsWith(first)) return [];
  const values: string[] = [];
  let place = first.length;
  for (const [index, literal] of literals.slice(1).entries()) {
    const isLast = index === literals.length - 2;
    const end = isLast && literal === '' ? text.trimEnd().length : text.indexOf(literal, place);
    if (end < place) return [];
    values.push(text.slice(place, end).trim());
    place = end + literal.length;
  }
  return values.filter(Boolean);
}
