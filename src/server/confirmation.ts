import { DomainError } from '../shared/errors';

/** Throws CONFIRMATION_NEEDED with a question for the caller, unless the call already carries `confirm: true`. */
export function askFirst(isConfirmed: boolean, question: string): void {
  if (!isConfirmed) throw new DomainError('CONFIRMATION_NEEDED', question);
}
