import { DomainError } from '../../shared/errors';
import { describeFault } from '../http/logging';

/** An error with the row that caused it, by kind and number only, such as "client 12". */
class RowFault extends Error {
  readonly row: string;
  constructor(row: string, cause: unknown) {
    super(`at ${row}`, { cause });
    this.row = row;
  }
}

/** Runs `work` and adds the row, such as "client 12", to an error that it throws. */
export function atRow<Result>(row: string, work: () => Result): Result {
  try {
    return work();
  } catch (fault) {
    throw fault instanceof RowFault ? fault : new RowFault(row, fault);
  }
}

export const findFailedRow = (fault: unknown): string | undefined => (fault instanceof RowFault ? fault.row : undefined);

const KINDS: Record<string, string> = { RangeError: 'a date or a number cannot be read', SyntaxError: 'a stored list cannot be read' };

/** Describes for the owner why a run stopped: the row, and the message of a DomainError or the kind of error, but never the data. */
export function describeRunFault(fault: unknown): string {
  const row = findFailedRow(fault);
  const cause = fault instanceof RowFault ? fault.cause : fault;
  if (cause instanceof DomainError) return row === undefined ? cause.message : `At ${row}: ${cause.message}`;
  const { name, code } = describeFault(cause);
  const what = code?.startsWith('SQLITE') ? 'the database refused' : (KINDS[name] ?? 'an unexpected error');
  return `The worker stopped${row === undefined ? '' : ` at ${row}`}: ${what} (${code ?? name}). The log has the details.`;
}
