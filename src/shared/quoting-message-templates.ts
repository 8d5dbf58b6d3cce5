import { defineVariables, letter, type MessageTemplate } from './message-text';

const PRICED_QUOTE = defineVariables({
  customerName: ['The client’s name', 'Maria Santos'],
  quoteNumber: ['The quote’s number', 'Q-1001'],
  total: ['The total with tax', '$214.20'],
});
const OFFICE = defineVariables({ officeLink: ['The link to the quote in the office', 'https://example.com/admin?priced=1'] });

/** The messages about priced quotes. */
export const QUOTING_TEMPLATES = {
  'priced-quote-sent': {
    name: 'Quote to a client',
    to: 'client',
    subject: 'Your quote {{quoteNumber}} from {{companyName}}',
    body: letter(`{{message}}

Your quote {{quoteNumber}} is attached. The total is {{total}}, and the quote is valid until {{validUntil}}.

See it online, choose the extras you want and approve it here: {{quoteLink}}

If you would like something else, ask for a change on that page or just answer this message.`),
    variables: {
      ...PRICED_QUOTE,
      message: ['The message of the quote, or a greeting', 'Thank you for showing us your home.'],
      validUntil: ['The last day of the quote', 'Sunday, December 20, 2026'],
      quoteLink: ['The link to the quote for the client', 'https://example.com/quote/Xk29'],
    },
  },
  'priced-quote-approved': {
    name: 'Quote approved',
    to: 'office',
    subject: '{{customerName}} approved quote {{quoteNumber}}',
    body: `{{approvedName}} approved quote {{quoteNumber}} of {{customerName}}.

Total: {{total}}
Deposit: {{deposit}}

See what to schedule: {{officeLink}}`,
    variables: {
      ...PRICED_QUOTE,
      ...OFFICE,
      approvedName: ['The name that was typed', 'Maria Santos'],
      deposit: ['The deposit that was invoiced, or “none”', '$50.00'],
    },
  },
  'priced-quote-declined': {
    name: 'Quote declined',
    to: 'office',
    subject: '{{customerName}} declined quote {{quoteNumber}}',
    body: `{{customerName}} declined quote {{quoteNumber}} ({{total}}).

Reason: {{reason}}

See the quote: {{officeLink}}`,
    variables: { ...PRICED_QUOTE, ...OFFICE, reason: ['The reason, or “not given”', 'We found someone closer.'] },
  },
  'priced-quote-change': {
    name: 'Change of a quote requested',
    to: 'office',
    subject: '{{customerName}} asks for a change of quote {{quoteNumber}}',
    body: `{{customerName}} asks for a change of quote {{quoteNumber}} ({{total}}):

{{request}}

Write a new version: {{officeLink}}`,
    variables: { ...PRICED_QUOTE, ...OFFICE, request: ['What the client wrote', 'Could you leave out the windows?'] },
  },
} as const satisfies Record<string, MessageTemplate>;
