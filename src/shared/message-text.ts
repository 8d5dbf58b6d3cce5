import { withoutDoubleStops } from './time';

/** A message template with {{name}} placeholders. */
export type MessageText = { subject: string; body: string };

/** The description and a sample value of a variable. */
export type VariableHelp = readonly [meaning: string, sample: string];
/** A kind of message: its name, its recipient, its default text and its variables. */
export type MessageTemplate = MessageText & {
  name: string;
  to: 'client' | 'team' | 'office';
  /** Set for advertising, which needs consent (S.C. 2010, c. 23, s. 6). */
  marketing?: true;
  variables: Readonly<Record<string, VariableHelp>>;
};

export const defineVariables = <const Variables extends Record<string, VariableHelp>>(variables: Variables): Variables => variables;

/** Returns the body of a message with its greeting and the company's signature. */
export const letter = (text: string, name: 'customerName' | 'memberName' = 'customerName'): string =>
  `Hello {{${name}}},\n\n${text}\n\n{{signature}}`;

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());

export const placeholder = (name: string): string => `{{${name}}}`;

/** Returns a sentence about the first unknown or unclosed variable of a text; undefined if all are valid. */
export function findVariableError(text: string, allowed: readonly string[]): string | undefined {
  const list = `Allowed here: ${allowed.map(placeholder).join(', ')}.`;
  const unknown = namesIn(text).find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `There is no variable ${placeholder(unknown.slice(0, 40))}. ${list}`;
  const open = text.replace(PLACEHOLDER, '').indexOf('{{');
  return open === -1 ? undefined : `A variable that begins with {{ is not closed with }}. ${list}`;
}

/** Replaces the variables in a single pass, so that placeholders inside values are not expanded. Leaves unknown variables in place. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? whole) : whole));

type Line = { text: string; names: string[] };
const linesOfTexts = new WeakMap<MessageText, Line[]>();
/** Returns the lines of a text's body with their variables. Keeps them, because many messages have the same text. */
function readLines(text: MessageText): Line[] {
  const lines = linesOfTexts.get(text) ?? text.body.split('\n').map((line) => ({ text: line, names: namesIn(line) }));
  linesOfTexts.set(text, lines);
  return lines;
}

/** Removes the lines whose variables are all empty, each with one of the blank lines around it. */
function dropEmptyLines(lines: readonly Line[], values: Readonly<Record<string, string>>): string[] {
  const kept: string[] = [];
  let isAfterGap = false;
  for (const { text, names } of lines) {
    const isLeftOut = names.length > 0 && names.every((name) => values[name] === '');
    const isSecondBlank = isAfterGap && text.trim() === '' && (kept.at(-1) ?? '').trim() === '';
    if (isLeftOut) isAfterGap = true;
    else if (!isSecondBlank) {
      kept.push(text);
      isAfterGap = false;
    }
  }
  return kept;
}

/** Renders a message as it is sent: the subject on one line, the body with one newline at the end. */
export const renderMessage = (text: MessageText, values: Readonly<Record<string, string>>): MessageText => ({
  subject: withoutDoubleStops(fill(text.subject, values))
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim(),
  body: `${withoutDoubleStops(fill(dropEmptyLines(readLines(text), values).join('\n').trimEnd(), values))}\n`,
});

const MAX_LINE = 120;

/** Returns text from a row as one line of a message, at most 120 characters; "there" if it is empty ("Hello there,"). */
export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_LINE) || 'there';
