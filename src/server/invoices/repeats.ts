import { createHash } from 'node:crypto';
import { DomainError } from '../../shared/errors';

/** Hashes a request without its idempotency key and confirmation, so that a repeated request is recognized. */
export const hashOf = ({ idempotencyKey: _key, confirm: _confirm, ...input }: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** Returns the error for a used key with other contents. */
export const otherContents = () => new DomainError('UNPROCESSABLE', 'This Idempotency-Key was used for something else already.');
