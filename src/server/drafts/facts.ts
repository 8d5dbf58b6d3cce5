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
/** What promises, offers or admits something; the original's own may be left out, none may be added. */
const PROMISE =
  /\b(?:(?:no|without|free of|extra) (?:charges?|costs?|fees?)|on us|on the house|complimentary|free|gratis|guarante\w+|warrant\w+|promis\w+|first|bonus(?:es)?|gifts?|rewards?|coupons?|vouchers?|credits?|deals?|offers?|sav(?:e|es|ings?)|waiv\w+|refund\w*|reimburs\w+|compensat\w+|discount\w*|cheap\w*|lowest|special|insured|bonded|certified|licensed|sorry|apolog\w+|mistakes?|fault)\b/giu;
const promisesIn = (text: string): string[] => (text.match(PROMISE) ?? []).map((word) => word.toLowerCase());

const tidy = (fact: string) => fact.trim().replace(/[.,;:!?)\]]+$/, '');
/** The facts of a text, each as it stands there, by their small letters. */
const factsIn = (text: string) => new Map((text.match(FACT) ?? []).map(tidy).map((fact) => [fact.toLowerCase(), fact]));

/** Words with a capital that do not begin a line or a sentence: names of people, places and the company. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:“”"(&×/-] ?)(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’-]+/gu)].map(([word]) => word);
const capitalsIn = (text: string): string[] => text.match(/(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’-]+/gu) ?? [];
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
  if (lost !== undefined) return leftOut(lost);
  const promised = promisesIn(before);
  const promise = promisesIn(after).find((word) => !promised.includes(word));
  if (promise !== undefined) return `It added “${promise}”.`;
  return findFalseName(before, after) ?? (countSentences(after) > countSentences(before) + 1 ? 'It says more than the message did.' : null);
}

/** Sentences of a text; a paragraph that ends in none, such as a greeting, counts as one. */
const countSentences = (text: string): number => text.split(/[.!?…]+(?=\s|$)|\n\s*\n/u).filter((part) => /\p{L}/u.test(part)).length;

function findFalseName(before: string, after: string): string | null {
  const [ours, words] = [wordsIn(before), wordsIn(after)];
  const lost = namesIn(before).find((word) => !words.has(word.toLowerCase()));
  if (lost !== undefined) return leftOut(lost);
  const isInvented = (word: string) => !ours.has(word.toLowerCase()) && !PRONOUNS.test(word);
  const invented = namesIn(after).find(isInvented) ?? capitalsIn(after).find((word) => isInvented(word) && !isStarter(word));
  return invented === undefined ? null : `It added “${invented}”.`;
}
const PRONOUNS = /^I(?:['’](?:m|d|ll|ve))?$/;

/** Words that begin a sentence in such messages and name nobody; any other might, so that it is refused. */
const STARTERS = new Set(
  `a about after again all also although always an and answer any anything are as ask at because before best book but by call can
  cheers choose click come could dear did do does drop either everything feel find for from get give glad good great greetings had
  happy has have having he hello her here hey hi his hope hopefully hoping how however if in instead is it its just keep kind kindly
  know let long look looking many may maybe might more my need no not nothing now of on once one or otherwise our out perhaps pick
  please pleased questions ready regards reply see send shall she should simply since sincerely so some something still take talk
  tell thank thanks that the their then there these they this those though through time to until us visit want warm warmly was we
  welcome were what whatever when whenever where whether which while who why will wishing with would yes you your yours`.split(/\s+/),
);
/** Without what is joined to it: "We’d", "Don't". */
const isStarter = (word: string): boolean => STARTERS.has(word.toLowerCase().replace(/n?['’](?:t|s|m|d|ll|ve|re)$/, ''));

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
