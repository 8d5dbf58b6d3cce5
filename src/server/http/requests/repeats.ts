import { createHash } from 'node:crypto';
import { DomainError } from '../../../shared/errors';

/** Hashes the contents of a request, so that a repeated one is recognized. */
export const hashContents = (contents: unknown): string => createHash('sha256').update(JSON.stringify(contents)).digest('base64url');

/** Hashes a request without its idempotency key and confirmation. */
export const hashRequest = ({ idempotencyKey: _key, confirm: _confirm, ...input }: Record<string, unknown>): string => hashContents(input);

/** Throws UNPROCESSABLE if the stored row of an idempotency key has other contents. */
export function assertRepeat(
  stored: { requestHash: string | null } | undefined,
  requestHash: string,
  message = 'This Idempotency-Key was used for something else already.',
): void {
  if (stored && stored.requestHash !== requestHash) throw new DomainError('UNPROCESSABLE', message);
}
