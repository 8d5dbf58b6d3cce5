import { z } from 'zod';

/** Input of a call that asks first: it fails with CONFIRMATION_NEEDED until it is repeated with `confirm: true`. */
export const confirmable = { confirm: z.boolean().default(false) };

/** Input of a call that asks only screens first, which send `confirm: false`; callers of the API predate the question. */
export const confirmableOnScreen = { confirm: z.boolean().default(true) };

/**
 * Input of a call that can mail the client. When undefined, the client is notified if they have an e-mail address, unless the date of their
 * job is outside business hours and the office has not typed it.
 */
export const notifiable = { notifyClient: z.boolean().optional() };
