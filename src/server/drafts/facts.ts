import type { MessageText } from '../../shared/message-text';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
const WEEKDAY = '(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)';
/** Facts that a rewriting must keep: addresses, links, dates, phone numbers, amounts. The longest patterns come first. */
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
/** Words that promise, offer or admit something; a rewriting may drop them but not add any. */
const PROMISE =
  /\b(?:(?:no|without|free of|extra) (?:charges?|costs?|fees?)|on us|on the house|complimentary|free|gratis|guarante\w+|warrant\w+|promis\w+|first|bonus(?:es)?|gifts?|rewards?|coupons?|vouchers?|credits?|deals?|offers?|sav(?:e|es|ings?)|waiv\w+|refund\w*|reimburs\w+|compensat\w+|discount\w*|cheap\w*|lowest|special|insured|bonded|certified|licensed|sorry|apolog\w+|mistakes?|fault)\b/giu;
const promisesIn = (text: string): string[] => (text.match(PROMISE) ?? []).map((word) => word.toLowerCase());

const tidy = (fact: string) => fact.trim().replace(/[.,;:!?)\]]+$/, '');
/** Returns the facts of a text by their lower-case form. */
const factsIn = (text: string) => new Map((text.match(FACT) ?? []).map(tidy).map((fact) => [fact.toLowerCase(), fact]));

/** Returns capitalized words that do not begin a line or a sentence, which are names of people, places and companies. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;:“”"(&×/-] ?)(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’-]+/gu)].map(([word]) => word);
const wordsIn = (text: string): Set<string> => new Set((text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map((word) => word.toLowerCase()));

/** Returns the parts of a body that must not change: the name in the greeting, and the lines of ordered products. */
const fixedParts = (body: string): string[] => {
  const lines = body.split('\n').map((line) => line.trim());
  const greeting = /^\S+ (.{1,120})[,!]$/u.exec(lines[0] ?? '')?.[1];
  return [...(greeting ? [greeting] : []), ...lines.filter((line) => line.includes('×'))];
};

const leftOut = (fact: string) => `It left out “${fact.split('\n')[0]}”.`;

/**
 * Returns a sentence about the first fact that a rewritten text adds or leaves out, or null if both state the same numbers,
 * amounts, dates, links, addresses and names. `values` must stand unchanged in the body.
 */
export function findFalseFact(original: MessageText, rewritten: MessageText, values: readonly string[]): string | null {
  const [before, after] = [original, rewritten].map(({ subject, body }) => `${subject}\n${body}`) as [string, string];
  const [known, stated] = [factsIn(before), factsIn(after)];
  for (const [key, fact] of known) if (!stated.has(key)) return leftOut(fact);
  for (const [key, fact] of stated) if (!known.has(key)) return `It added “${fact}”.`;
  const lost = [...values, ...fixedParts(original.body)].find((part) => !rewritten.body.includes(part));
  if (lost !== undefined) return leftOut(lost);
  const promised = promisesIn(before);
  const promise = promisesIn(after).find((word) => !promised.includes(word));
  if (promise !== undefined) return `It added “${promise}”.`;
  return findFalseName(before, after) ?? findFalseWord(before, after);
}

const countSentences = (text: string): number => text.split(/[.!?…]+(?=\s|$)|\n\s*\n/u).filter((part) => /\p{L}/u.test(part)).length;

function findFalseName(before: string, after: string): string | null {
  const [ours, words] = [wordsIn(before), wordsIn(after)];
  const lost = namesIn(before).find((word) => !words.has(word.toLowerCase()));
  if (lost !== undefined) return leftOut(lost);
  const invented = namesIn(after).find((word) => !ours.has(word.toLowerCase()) && !PRONOUNS.test(word));
  return invented === undefined ? null : `It added “${invented}”.`;
}
const PRONOUNS = /^I(?:['’](?:m|d|ll|ve))?$/;

/** Counts negations, which reverse the meaning of a sentence. */
const countDenials = (text: string): number =>
  text.match(/\b(?:no|not|never|none|nothing|nobody|without|cannot)\b|n['’]t\b/giu)?.length ?? 0;

/** Words that claim nothing: they join, ask and greet. All other words of a rewriting must stand in its original. */
const NEUTRAL = new Set(
  `a about again also am an and any anything anytime appreciate are around as ask assist at back be because been being below best
  bit but by call can chance chat check cheers choose come coming contact convenient could day dear delighted did do does done
  drop easy either email enjoy everything experience feedback feel find follow for forward friendly from gentle get give giving
  glad go good grateful great greetings had hand happen happy has have having hear hello help here hey hi hope hoping how
  however i if in interested into is it its just kind kindly know lend let like line little look love lovely make making matter
  may maybe me mean might mind moment my need nice note notice now of on opinion or our out over perhaps pick place please
  pleased pleasure prefer question quick rather reach ready really regard remind reminder reply respond rest right say see send
  share should simply since sincerely so some something soon speak still suit sure take taking talk tell than thank that the
  their them then there these they thing think this those though through time to together too touch truly until up us use very
  want warm was way we welcome well went were what whatever when whenever where whether which while who why wish with wonder
  wonderful word work would write yes you your yours`.split(/\s+/),
);
const CONTRACTIONS: Record<string, string> = { ll: 'will', ve: 'have', re: 'are', m: 'am', d: 'would' };

/** Returns the stem of a word: "cleaned" and "cleaning" have the same one, "planned" and "plan" too. */
const toStem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|es|s|ly|e)$/, '').replace(/(.)\1$/, '$1') : word.replace(/s$/, '');
const NEUTRAL_STEMS = new Set([...NEUTRAL].map(toStem));
/** Returns the words of a text with their stems. */
function termsIn(text: string): [stem: string, word: string][] {
  return (text.match(/[\p{L}\p{N}'’]+/gu) ?? []).flatMap((word): [string, string][] => {
    const [, base = '', end = ''] = /^(.*?)(?:n?['’](t|s|ll|ve|re|m|d))?['’]*$/u.exec(word.toLowerCase()) ?? [];
    const joined = CONTRACTIONS[end];
    return [[toStem(base), word], ...(joined === undefined ? [] : [[toStem(joined), word] as [string, string]])];
  });
}

/** Returns a sentence about what a text claims beyond its original: more sentences, other negations or a new word. */
function findFalseWord(before: string, after: string): string | null {
  if (countSentences(after) > countSentences(before)) return 'It says more than the message did.';
  if (countDenials(after) !== countDenials(before)) return 'It says “not” more or less often than the message did.';
  const ours = new Set(termsIn(before).map(([stem]) => stem));
  const added = termsIn(after).find(([stem]) => stem !== '' && !ours.has(stem) && !NEUTRAL_STEMS.has(stem));
  return added === undefined ? null : `It added “${added[1]}”.`;
}

/** Returns the values that filled the variables of a template; empty if the text was edited since. */
export function extractValues(template: string, text: string): string[] {
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
