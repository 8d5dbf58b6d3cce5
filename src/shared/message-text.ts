/** A text of several lines in which {{name}} stands for what is known when the message is written. */
export type MessageText = { subject: string; body: string };

/** What a variable stands for, and how it looks. */
export type VariableHelp = readonly [meaning: string, sample: string];
/** A kind of message: what people call it, to whom it goes, its words where the owner has none of their own, and what it knows. */
export type MessageTemplate = MessageText & {
  name: string;
  to: 'client' | 'team' | 'office';
  /** Whether it advertises: such a message needs consent (S.C. 2010, c. 23, s. 6). */
  marketing?: true;
  variables: Readonly<Record<string, VariableHelp>>;
};

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;

/** Which variables a text names, known ones or not. */
const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());

/** A variable as the text has it. */
export const placeholder = (name: string): string => `{{${name}}}`;

/** What is wrong with the variables of a text, as a sentence for the person who wrote it; undefined where all is well. */
export function findVariableError(text: string, allowed: readonly string[]): string | undefined {
  const list = `Allowed here: ${allowed.map(placeholder).join(', ')}.`;
  const unknown = namesIn(text).find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `There is no variable ${placeholder(unknown.slice(0, 40))}. ${list}`;
  const open = text.replace(PLACEHOLDER, '').indexOf('{{');
  return open === -1 ? undefined : `A variable that begins with {{ is not closed with }}. ${list}`;
}

/** Puts the values in, once: what a value says is never read as a variable, and what is no variable stays as it is. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? whole) : whole));

/** Lines of a template that stay: one whose variables are all empty goes, and with it one of the blank lines around it. */
function dropEmptyLines(body: string, values: Readonly<Record<string, string>>): string[] {
  const kept: string[] = [];
  let isAfterGap = false;
  for (const line of body.split('\n')) {
    const names = namesIn(line);
    const isLeftOut = names.length > 0 && names.every((name) => values[name] === '');
    const isSecondBlank = isAfterGap && line.trim() === '' && (kept.at(-1) ?? '').trim() === '';
    if (isLeftOut) isAfterGap = true;
    else if (!isSecondBlank) {
      kept.push(line);
      isAfterGap = false;
    }
  }
  return kept;
}

/** A time such as "1:05 p.m." ends a sentence with its own full stop. */
const withoutDoubleStops = (text: string): string => text.replace(/\b([ap]\.m\.)\.(?!\.)/g, '$1');

/** Renders a message as it is sent: the subject on one line, the body ended by one line end. */
export const renderMessage = ({ subject, body }: MessageText, values: Readonly<Record<string, string>>): MessageText => ({
  subject: withoutDoubleStops(fill(subject, values))
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim(),
  body: `${withoutDoubleStops(fill(dropEmptyLines(body, values).join('\n').trimEnd(), values))}\n`,
});
