import { DomainError } from '../../shared/errors';
import type { Ctx } from '../context';

/** Returns the id of the calling client, by which each read and write of the client's page is limited. Throws UNAUTHORIZED. */
export function callingClient({ actor }: Ctx): number {
  if (actor.kind !== 'client') throw new DomainError('UNAUTHORIZED', 'Please sign in.');
  return actor.id;
}
