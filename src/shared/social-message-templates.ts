import type { MessageTemplate } from './message-text';

/** The messages to the owner about the accounts. */
export const SOCIAL_TEMPLATES = {
  'facebook-disconnected': {
    name: 'Facebook disconnected',
    to: 'office',
    subject: 'Facebook has to be connected again',
    body: `Posting on your Facebook page does not work any more:

{{reason}}

Posts that come due before then fail, and stay under Schedule with the reason. Nothing is posted twice.

Test the connection: {{officeLink}}`,
    variables: {
      reason: ['What Facebook answered, in words', 'Facebook does not accept the access token.'],
      officeLink: ['Where the office tests it', 'https://example.com/social-media?tab=setup'],
    },
  },
} as const satisfies Record<string, MessageTemplate>;
