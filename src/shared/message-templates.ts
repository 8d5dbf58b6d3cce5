import { z } from 'zod';
import { BOOKING_TEMPLATES } from './booking-message-templates';
import { type Company, formatAddress } from './company';
import { GROWTH_TEMPLATES } from './growth-message-templates';
import { JOB_TEMPLATES } from './job-message-templates';
import { defineVariables, findVariableError, letter, type MessageTemplate, type MessageText, type VariableHelp } from './message-text';
import { MONEY_TEMPLATES } from './money-message-templates';
import { PORTAL_TEMPLATES } from './portal-message-templates';
import { QUOTING_TEMPLATES } from './quoting-message-templates';
import { SOCIAL_TEMPLATES } from './social-message-templates';
import { requiredLine, requiredText } from './text';

const QUOTE = defineVariables({
  customerName: ['The visitor’s name', 'Maria Santos'],
  customerEmail: ['Their e-mail address', 'maria@example.com'],
  customerPhone: ['Their phone number, or “not given”', '(250) 555-0133'],
  address: ['Their address, or “not given”', '12 Seymour St, Kamloops'],
  serviceType: ['The type of service', 'residential'],
  message: ['Their message, or “none”', 'Every two weeks, please.'],
});
const QUOTE_FACTS = `Name: {{customerName}}
Email: {{customerEmail}}
Phone: {{customerPhone}}
Address: {{address}}
Service type: {{serviceType}}
Message: {{message}}`;

const OFFICE_TEMPLATES = {
  'quote-received': {
    name: 'Quote request received',
    to: 'client',
    subject: 'We received your request',
    body: letter(`Thank you for your inquiry. We received your request and will contact you within 24 hours with a free quote.

This is what you sent us:

${QUOTE_FACTS}

If something is not right, just answer this message or call us.`),
    variables: QUOTE,
  },
  'new-quote': {
    name: 'New quote request',
    to: 'office',
    subject: 'New quote request: {{serviceType}}',
    body: `A visitor asked for a free quote.\n\n${QUOTE_FACTS}\n\nReview the request: {{officeLink}}`,
    variables: { ...QUOTE, officeLink: ['The link to the request in the office', 'https://example.com/admin'] },
  },
  'sms-received': {
    name: 'Text message received',
    to: 'office',
    subject: 'Text message from {{customerPhone}}',
    body: `{{customerPhone}} answered by text message:

{{message}}

Call them back, or see their bookings: {{officeLink}}`,
    variables: {
      customerPhone: ['The number that sent it', '+1 250-555-0133'],
      message: ['What they wrote', 'Please ring at the back door.'],
      officeLink: ['The clients in the office', 'https://example.com/clients?search=2505550133'],
    },
  },
  'messages-kept': {
    name: 'Messages kept back',
    to: 'office',
    subject: 'Messages to {{customerEmail}} are kept back',
    body: `Requests on the website caused many messages to {{customerEmail}}.

{{reason}}

The requests were accepted. Further messages to this address are not sent today unless you send them yourself: {{officeLink}}`,
    variables: {
      customerEmail: ['The address that the messages go to', 'maria@example.com'],
      reason: ['Which limit was reached', 'Kept back: this address got 12 messages within an hour.'],
      officeLink: ['The link to these messages in the office', 'https://example.com/messages?view=kept'],
    },
  },
  'test-message': {
    name: 'Test message',
    to: 'office',
    subject: 'Test message from {{companyName}}',
    body: `This is a test message. If you can read it, your mail server works.

Sent: {{sentAt}}

{{signature}}`,
    variables: { sentAt: ['The time it was sent', 'Fri, Nov 20, 2026, 1:05 p.m.'] },
  },
} as const satisfies Record<string, MessageTemplate>;

/** The messages that the application writes by itself. */
export const MESSAGE_TEMPLATES = {
  ...OFFICE_TEMPLATES,
  ...BOOKING_TEMPLATES,
  ...MONEY_TEMPLATES,
  ...JOB_TEMPLATES,
  ...GROWTH_TEMPLATES,
  ...SOCIAL_TEMPLATES,
  ...QUOTING_TEMPLATES,
  ...PORTAL_TEMPLATES,
};
export type Purpose = keyof typeof MESSAGE_TEMPLATES;
export const PURPOSES = Object.keys(MESSAGE_TEMPLATES) as [Purpose, ...Purpose[]];
/** Returns true for messages that need consent and an unsubscribe link. */
export const isMarketing = (purpose: Purpose): boolean => (MESSAGE_TEMPLATES[purpose] as MessageTemplate).marketing === true;
/** The variables of a kind of message, without those of the company. */
export type VariableOf<Kind extends Purpose> = keyof (typeof MESSAGE_TEMPLATES)[Kind]['variables'] & string;

/** The variables available in every message, with their descriptions. */
const COMPANY_VARIABLES = {
  companyName: 'The company’s name',
  companyPhone: 'The company’s phone number',
  companyEmail: 'The company’s e-mail address',
  signature: 'How messages end: name, phone, e-mail and postal address',
} as const;

export const companyValues = (company: Pick<Company, 'name' | 'phone' | 'email' | 'street' | 'city' | 'region' | 'postalCode'>) =>
  ({
    companyName: company.name,
    companyPhone: company.phone.display,
    companyEmail: company.email,
    signature: `${company.name}\n${company.phone.display}\n${company.email}\n${formatAddress(company)}`,
  }) satisfies Record<keyof typeof COMPANY_VARIABLES, string>;

export type TemplateVariable = { name: string; meaning: string; sample: string };

/** Returns the variables allowed in a kind of message: its own, then the company's. */
export function listVariables(purpose: Purpose, company: Company): TemplateVariable[] {
  const own: Readonly<Record<string, VariableHelp>> = MESSAGE_TEMPLATES[purpose].variables;
  const values = companyValues(company);
  return [
    ...Object.entries(own).map(([name, [meaning, sample]]) => ({ name, meaning, sample })),
    ...(Object.keys(COMPANY_VARIABLES) as (keyof typeof COMPANY_VARIABLES)[]).map((name) => ({
      name,
      meaning: COMPANY_VARIABLES[name],
      sample: values[name],
    })),
  ];
}

const allowedIn = (purpose: Purpose): string[] => [...Object.keys(MESSAGE_TEMPLATES[purpose].variables), ...Object.keys(COMPANY_VARIABLES)];

/** A message text as the owner writes it. */
export const messageText = z.object({
  subject: requiredLine(200),
  body: requiredText(5000).transform((text) => text.replace(/\r\n?/g, '\n').trimEnd()),
});

function checkVariables(purpose: Purpose, text: MessageText, report: (field: keyof MessageText, message: string) => void): void {
  for (const field of ['subject', 'body'] as const) {
    const fault = findVariableError(text[field], allowedIn(purpose));
    if (fault) report(field, fault);
  }
}

export const byPurpose = z.object({ purpose: z.enum(PURPOSES, 'There is no such kind of message.') });
/** The owner's text for a kind of message. */
export const templateInput = messageText.extend(byPurpose.shape).superRefine((input, check) => {
  checkVariables(input.purpose, input, (field, message) => check.addIssue({ code: 'custom', path: [field], message }));
});

/** The owner's texts by kind of message; a missing kind has its default text. */
export const messageTemplates = z.partialRecord(z.enum(PURPOSES), messageText).superRefine((texts, check) => {
  for (const purpose of PURPOSES) {
    const text = texts[purpose];
    if (text) checkVariables(purpose, text, (field, message) => check.addIssue({ code: 'custom', path: [purpose, field], message }));
  }
});
export type MessageTemplates = z.output<typeof messageTemplates>;

/** Returns the text of a kind of message: the owner's, or the default. */
export const getMessageText = (purpose: Purpose, own: MessageTemplates): MessageText => own[purpose] ?? MESSAGE_TEMPLATES[purpose];
