import type { PlanStatus } from '../../shared/plans';
import { Chip, type Tone } from './chip';

const TONES: Record<PlanStatus, Tone> = { proposed: 'active', active: 'good', paused: 'waiting', ended: 'quiet' };
export const PlanChip = ({ status }: { status: PlanStatus }) => <Chip tone={TONES[status]}>{status}</Chip>;
