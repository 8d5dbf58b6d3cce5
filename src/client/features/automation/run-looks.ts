import type { Run } from '../../../shared/automation-schemas';
import type { Tone } from '../../ui/chip';

export const RUN_LOOKS: Record<Run['status'], readonly [tone: Tone, word: string]> = {
  ok: ['good', 'Found something'],
  empty: ['quiet', 'Nothing new'],
  skipped: ['waiting', 'Skipped'],
  error: ['bad', 'Failed'],
};

/** Returns the counts of a run, or undefined if its message already gives them. */
export const countsBeside = ({ message, examined, created }: Pick<Run, 'message' | 'examined' | 'created'>): string | undefined =>
  new RegExp(`examined ${examined}\\b.*created ${created}\\b`, 'i').test(message) ? undefined : `examined ${examined}, created ${created}`;
