import { defineVariables, letter, type MessageTemplate } from './message-text';

const CLIENT = defineVariables({ customerName: ['The client’s name', 'Maria Santos'] });
const TEXT = defineVariables({ message: ['What was written', 'Please ring at the back door.'] });

/** The messages about the client's own page. */
export const PORTAL_TEMPLATES = {
  'client-link': {
    name: 'Sign-in link',
    to: 'client',
    subject: 'Your sign-in link for {{companyName}}',
    body: letter(`Hello {{customerName}},

We received a request to sign in to your page at {{companyName}}. The link works once and for {{minutes}} minutes.

Sign in: {{signInLink}}

If you did not ask for this, you can ignore this message. Nobody can sign in without the link.`),
    variables: {
      ...CLIENT,
      signInLink: ['The link, which works once', 'https://example.com/my/open/Xk29'],
      minutes: ['The minutes for which the link works', '15'],
    },
  },
  'client-email-changed': {
    name: 'E-mail address of a client changed',
    to: 'client',
    subject: 'Your e-mail address at {{companyName}} was changed',
    body: letter(`Hello {{customerName}},

The e-mail address of your page at {{companyName}} was changed. Messages go to the new address from now on.

If you did not change it, please call us at {{companyPhone}}.`),
    variables: CLIENT,
  },
  'client-message': {
    name: 'Message from a client',
    to: 'office',
    subject: 'Message from {{customerName}}',
    body: `{{customerName}} wrote on their page:

{{message}}

Read and answer: {{officeLink}}`,
    variables: {
      ...CLIENT,
      ...TEXT,
      officeLink: ['The link to the conversation in the office', 'https://example.com/messages?view=conversations'],
    },
  },
  'office-message': {
    name: 'Message to a client',
    to: 'client',
    subject: 'A message from {{companyName}}',
    body: letter(`Hello {{customerName}},

{{message}}

Reply on your page: {{pageLink}}`),
    variables: { ...CLIENT, ...TEXT, pageLink: ['The link to the client’s page', 'https://example.com/my'] },
  },
} as const satisfies Record<string, MessageTemplate>;
