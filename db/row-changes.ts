import type { RowResults } from '../src/shared/bulk';
import { DomainError } from '../src/shared/errors';
import { type Db, inSavepoint, inTransaction } from './client';

/**
 * Changes several rows in one transaction, each in a savepoint, and returns what became of each. A row that a rule rejects keeps its
 * values. Throws the reason of the first row if none was changed.
 */
export function changeRows<Input>(
  db: Db,
  inputs: readonly Input[],
  getId: (input: Input) => number,
  change: (input: Input) => void,
): RowResults {
  return inTransaction(db, () => {
    const faults: DomainError[] = [];
    const results = inputs.map((input) => {
      try {
        inSavepoint(db, () => change(input));
        return { id: getId(input), error: null };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        faults.push(error);
        return { id: getId(input), error: error.message };
      }
    });
    const [first] = faults;
    if (first && faults.length === inputs.length) throw first;
    return { results };
  });
}
