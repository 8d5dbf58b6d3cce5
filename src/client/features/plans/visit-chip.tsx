import type { PlanVisit } from '../../../shared/plans-schemas';
import { Chip, type Tone } from '../../ui/chip';

const VISIT_TONES: Record<PlanVisit['status'], Tone> = {
  planned: 'active',
  moved: 'waiting',
  skipped: 'quiet',
  closed: 'quiet',
  done: 'good',
  cancelled: 'quiet',
};
export const VisitChip = ({ status }: { status: PlanVisit['status'] }) => <Chip tone={VISIT_TONES[status]}>{status}</Chip>;
