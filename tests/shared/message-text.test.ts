import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { toCompany } from '../../src/shared/company-facts';
import { listVariables, MESSAGE_TEMPLATES, messageTemplates, PURPOSES, templateInput } from '../../src/shared/message-templates';
import { placeholder, renderMessage } from '../../src/shared/message-text';

const namesOf = (purpose: (typeof PURPOSES)[number]) => listVariables(purpose, toCompany(DEFAULT_FACTS)).map(({ name }) => name);
const NAMES = namesOf('booking-confirmed');
const body = (text: string, values: Record<string, string> = {}) => renderMessage({ subject: 'x', body: text }, values).body;

/** Text that may look like the start or end of a variable without being one. */
const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...NAMES.map(placeholder),
    '{{',
    '}}',
    '{',
    '{{{{',
    '$&',
    '$1',
    '{{customerName',
    'customerName}}',
    '{{nothing}}',
    '\n\n\n',
    '\r\n',
  ),
);
/** Text of a template without a brace. */
const plain = fc.string().map((text) => text.replace(/[{}\n\r]/g, ''));

describe('rendering a message', () => {
  test('replaces every variable, but not placeholders inside values', () => {
    const part = fc.record({ text: plain, name: fc.constantFrom(...NAMES), isSpaced: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1 }),
        fc.dictionary(fc.constantFrom(...NAMES), hostile),
        fc.string({ minLength: 1 }),
        (parts, given, other) => {
          const values = Object.fromEntries(NAMES.map((name) => [name, given[name] || other]));
          const template = parts.map(({ text, name, isSpaced }) => `${text}${isSpaced ? `{{ ${name} }}` : placeholder(name)}`).join('');
          expect(body(`${template}.`, values)).toBe(`${parts.map(({ text, name }) => `${text}${values[name]}`).join('')}.\n`);
        },
      ),
    );
  });

  test.each(PURPOSES)('%s leaves no variable of the house unfilled', (purpose) => {
    const values = Object.fromEntries(namesOf(purpose).map((name) => [name, `<${name}>`]));
    const written = renderMessage(MESSAGE_TEMPLATES[purpose], values);
    expect(written.subject + written.body).not.toMatch(/\{\{|\}\}/);
    expect(written.subject).not.toBe('');
  });

  test.each([
    ['in the middle', 'a\n\nb {{x}}\n\nc', { x: '' }, 'a\n\nc\n'],
    ['in a list', 'a\nb {{x}}\nc', { x: '' }, 'a\nc\n'],
    ['at the top', '{{x}}\n\nc', { x: '' }, 'c\n'],
    ['at the end', 'a\n\n{{x}}', { x: '' }, 'a\n'],
    ['twice', 'a\n\n{{x}}\n\n{{x}}\n\nc', { x: '' }, 'a\n\nc\n'],
    ['not where another variable says something', 'a {{x}} {{y}}', { x: '', y: '!' }, 'a  !\n'],
    ['not where it has no variable', 'a\n\n\n\nb', { x: '' }, 'a\n\n\n\nb\n'],
    ['and keeps the lines of a value', 'a\n{{x}}\nb', { x: '\n\n\n1\n\n' }, 'a\n\n\n\n1\n\n\nb\n'],
  ] as const)('leaves out a line whose variables are all empty: %s', (_where, text, values, expected) => {
    expect(body(text, values)).toBe(expected);
  });

  test('keeps the subject on one line', () => {
    expect(renderMessage({ subject: 'For {{x}}', body: 'b' }, { x: 'a\r\nBcc: victim@example.com\n' }).subject).toBe(
      'For a Bcc: victim@example.com',
    );
  });
});

describe('the owner’s templates', () => {
  const GOOD = {
    purpose: 'quote-received',
    subject: 'Hello {{customerName}}',
    body: 'Hi {{ customerName }},\r\n\r\n{{signature}}\r\n\r\n',
  };
  const issuesOf = (more: object) =>
    templateInput.safeParse({ ...GOOD, ...more }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('may use the variables of the message and of the company', () => {
    expect(templateInput.parse(GOOD)).toEqual({ ...GOOD, body: 'Hi {{ customerName }},\n\n{{signature}}' });
    expect(issuesOf({ body: 'Braces } and }} and { alone are only that.' })).toBeUndefined();
  });

  test('the default texts pass the owner’s validation', () => {
    expect(
      messageTemplates.safeParse(Object.fromEntries(PURPOSES.map((purpose) => [purpose, MESSAGE_TEMPLATES[purpose]]))).error,
    ).toBeUndefined();
  });

  const ALLOWED =
    'Allowed here: {{customerName}}, {{customerEmail}}, {{customerPhone}}, {{address}}, {{serviceType}}, {{message}}, {{companyName}}, {{companyPhone}}, {{companyEmail}}, {{signature}}.';
  test.each([
    ['body', 'Hello {{customername}}', `There is no variable {{customername}}. ${ALLOWED}`],
    ['body', 'Hello {{total}}', `There is no variable {{total}}. ${ALLOWED}`],
    ['body', 'Hello {{}}', `There is no variable {{}}. ${ALLOWED}`],
    ['body', 'Hello {{first name}}', `There is no variable {{first name}}. ${ALLOWED}`],
    ['body', 'Hello {{constructor}}', `There is no variable {{constructor}}. ${ALLOWED}`],
    ['body', 'Hello {{customerName}', `A variable that begins with {{ is not closed with }}. ${ALLOWED}`],
    ['body', 'Hello {{customerName\n}}', `A variable that begins with {{ is not closed with }}. ${ALLOWED}`],
    ['body', '{{ {{customerName}}', `A variable that begins with {{ is not closed with }}. ${ALLOWED}`],
    ['subject', 'Hello {{nobody}}', `There is no variable {{nobody}}. ${ALLOWED}`],
    ['subject', 'Hello\nBcc: victim@example.com', 'Please use one line of ordinary text.'],
    ['subject', 'x'.repeat(201), 'Use at most 200 characters.'],
    ['body', 'x'.repeat(5001), 'Use at most 5000 characters.'],
    ['body', ' \n ', 'Please enter text.'],
    ['body', 'a\u0000b', 'Please use ordinary text.'],
    ['purpose', 'spam', 'There is no such kind of message.'],
  ])('reports the error at the field: %s %j', (field, text, message) => {
    expect(issuesOf({ [field]: text })).toEqual([[field, message]]);
  });
});

test.each([
  ['It is at {{time}}.', '1:05 p.m.', 'It is at 1:05 p.m.'],
  ['It was on {{time}}. Now:', '9:00 a.m. to 11:00 a.m.', 'It was on 9:00 a.m. to 11:00 a.m. Now:'],
  ['Wait until {{time}} ...', '1:05 p.m.', 'Wait until 1:05 p.m. ...'],
  ['It is on {{time}}.', 'Friday', 'It is on Friday.'],
])('%s with %s ends in one period', (text, time, rendered) => {
  expect(renderMessage({ subject: text, body: text }, { time })).toEqual({ subject: rendered, body: `${rendered}\n` });
});
