import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../shared/errors';

/** Argon2id, 19 MiB, two passes, one lane (OWASP's minimum); about 10 ms each. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The hash of no password: an unknown name takes the same time as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$dGlkeWxpbmUtbm9ib2R5IQ$mV6uCk8jwXhWlG3dTLkPSl/0nXvPs5QyX4u2rZQwq9E';
const AT_ONCE = 4;

let inFlight = 0;

/** Returns the argon2id hash to store, with its parameters and a salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Checks a password against a hash, at most four at a time. Throws TOO_MANY when more wait. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  if (inFlight >= AT_ONCE) throw new DomainError('TOO_MANY', 'The server is busy. Please try again in a second.', { retryAfterSeconds: 1 });
  inFlight += 1;
  try {
    const matches = await verify(storedHash ?? NOBODY, password);
    return storedHash !== undefined && matches;
  } finally {
    inFlight -= 1;
  }
}
