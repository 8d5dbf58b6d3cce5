import { z } from 'zod';
import { idSchema, personGuard, requiredEmail } from './text';

/** The key of a sign-in link: 256 random bits, base64url. */
export const LINK_TOKEN = /^[\w-]{43}$/;

export const linkRequest = z.object({ email: requiredEmail, ...personGuard });
export const requested = z.object({ ok: z.literal(true) });
export const byLink = z.object({ token: z.string('Please open the link from your e-mail.').max(200) });

export const clientChoice = z.object({ id: z.int(), name: z.string() });
/** The clients of the link's e-mail address; with several, one has to be chosen. */
export const openedLink = z.object({ clients: z.array(clientChoice) });
export const choiceInput = z.object({ clientId: idSchema });
export const ended = z.object({ ended: z.int() });

/** The client of the page. */
export const portalAccount = z.object({ id: z.int(), name: z.string(), email: z.string().nullable() });
