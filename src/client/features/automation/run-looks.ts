import type { Run } from '../../../shared/automation';
import type { Tone } from '../../ui/chip';

export const RUN_LOOKS: Record<Run['status'], readonly [tone: Tone, word: string]> = {
  ok: ['good', 'Found something'],
  empty: ['quiet', 'Nothing new'],
  skipped: ['waiting', 'Skipped'],
  error: ['bad', 'Failed'],
};
