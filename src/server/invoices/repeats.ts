import { createHash } from 'node:crypto';
import { DomainError } from '../../shared/errors';

/** What was asked for under a key, so that the same again is known; neither the key nor a confirmation is a part of it. */
export const hashOf = ({ idempotencyKey: _key, confirm: _confirm, ...input }: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** What a used key with other contents is told. */
export const otherContents = () => new DomainError('UNPROCESSABLE', 'This Idempotency-Key was used for something else already.');
