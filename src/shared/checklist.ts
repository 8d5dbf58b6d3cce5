// No zod here, so that the screens load only the words.

/** Steps of a new company, in their order. */
export const CHECKLIST_STEPS = ['company', 'taxes', 'prices', 'testMail', 'member', 'client', 'job', 'share'] as const;
