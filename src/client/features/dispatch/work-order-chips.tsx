import { isOutsideHours, type Phase, type Priority, phaseOf, type WorkOrder } from '../../../shared/dispatch';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';

const STATUS_TONES: Record<Phase, Tone> = { planned: 'waiting', active: 'active', done: 'good', problem: 'bad', cancelled: 'quiet' };
const PRIORITY_TONES: Record<Priority, Tone> = { urgent: 'bad', high: 'waiting', medium: 'active', low: 'quiet' };

/** The order's own word for its state, in the colour of the phase that it means. */
export const StatusChip = ({ status }: Pick<WorkOrder, 'status'>) => <Chip tone={STATUS_TONES[phaseOf(status)]}>{status}</Chip>;

/** The priority's word alone, or in full ("Medium Priority") as the details show it. */
export const PriorityChip = ({ priority, isFull = false }: { priority: Priority; isFull?: boolean }) => (
  <Chip tone={PRIORITY_TONES[priority]}>{isFull ? `${priority.charAt(0).toUpperCase()}${priority.slice(1)} Priority` : priority}</Chip>
);

/** Warns of a planned time at which nobody works, such as one that was only ever the default of a day ahead. */
export function OutsideHoursChip({ status, scheduledDate }: Pick<WorkOrder, 'status' | 'scheduledDate'>) {
  const { hours } = useCompany();
  if (phaseOf(status) !== 'planned' || !isOutsideHours(scheduledDate, hours)) return null;
  return <Chip tone="bad">outside business hours</Chip>;
}

/** Warns of a client whom the company no longer works for. */
export const DoNotServiceChip = ({ client }: Pick<WorkOrder, 'client'>) =>
  client.doNotService ? <Chip tone="bad">do not service</Chip> : null;
