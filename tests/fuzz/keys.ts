// Shared by the company of the fuzz tests and the samples of its calls.
export const PASSWORD = 'a long password';
export const CART = '6f1c9a3e-58a1-4c63-9a55-0a1d4c3f7b21';

/** The key of a sign-in link of the first client. */
export const LINK = 'l'.repeat(43);

/** The key of the payment page of invoice 1, and the secret of the events of its payments. */
export const PAY_TOKEN = 'p'.repeat(22);
export const EVENT_SECRET = 'whsec_1';
/** A job that the office has just started. */
export const STARTED_JOB = 'WO-8-ABC';
