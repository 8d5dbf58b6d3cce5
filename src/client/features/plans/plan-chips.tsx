import type { PlanStatus } from '../../../shared/plans';
import type { PlanVisit } from '../../../shared/plans-schemas';
import { Chip, type Tone } from '../../ui/chip';

const PLAN_TONES: Record<PlanStatus, Tone> = { proposed: 'active', active: 'good', paused: 'waiting', ended: 'quiet' };
export const PlanChip = ({ status }: { status: PlanStatus }) => <Chip tone={PLAN_TONES[status]}>{status}</Chip>;

const VISIT_TONES: Record<PlanVisit['status'], Tone> = {
  planned: 'active',
  moved: 'waiting',
  skipped: 'quiet',
  closed: 'quiet',
  done: 'good',
  cancelled: 'quiet',
};
export const VisitChip = ({ status }: { status: PlanVisit['status'] }) => <Chip tone={VISIT_TONES[status]}>{status}</Chip>;
