import type { AssignmentStatus } from '../../../../shared/assignments';
import { Chip, type Tone } from '../../../ui/chip';

const TONES: Record<AssignmentStatus, Tone> = {
  assigned: 'waiting',
  accepted: 'active',
  dispatched: 'active',
  arrived: 'good',
  completed: 'good',
  declined: 'bad',
  released: 'quiet',
};

export const AssignmentChip = ({ status }: { status: AssignmentStatus }) => <Chip tone={TONES[status]}>{status}</Chip>;
