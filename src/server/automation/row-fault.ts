import { DomainError } from '../../shared/errors';
import { describeFault } from '../logging';

/** A fault at one row, which is named by its kind and number alone. */
class RowFault extends Error {
  readonly row: string;
  constructor(row: string, cause: unknown) {
    super(`at ${row}`, { cause });
    this.row = row;
  }
}

/** Does something with a row, such as "client 12"; a fault there says at which. */
export function atRow<Result>(row: string, work: () => Result): Result {
  try {
    return work();
  } catch (fault) {
    throw fault instanceof RowFault ? fault : new RowFault(row, fault);
  }
}

/** The row at which something failed, "client 12"; undefined where nobody knows. */
export const rowOf = (fault: unknown): string | undefined => (fault instanceof RowFault ? fault.row : undefined);

const KINDS: Record<string, string> = { RangeError: 'a date or a number cannot be read', SyntaxError: 'a stored list cannot be read' };

/** Why a run stopped, for the owner: at which row, and a rule's own sentence or the kind of fault, never the data it was about. */
export function tellFault(fault: unknown): string {
  const row = rowOf(fault);
  const cause = fault instanceof RowFault ? fault.cause : fault;
  if (cause instanceof DomainError) return row === undefined ? cause.message : `At ${row}: ${cause.message}`;
  const { name, code } = describeFault(cause);
  const what = code?.startsWith('SQLITE') ? 'the database refused' : (KINDS[name] ?? 'something is not as it should be');
  return `The worker stopped${row === undefined ? '' : ` at ${row}`}: ${what} (${code ?? name}). The log has the details.`;
}
