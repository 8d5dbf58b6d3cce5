import { Repeat } from 'lucide-react';
import { getPhase, isOutsideHours, type Phase, type Priority, type WorkOrder } from '../../../shared/dispatch';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';

const STATUS_TONES: Record<Phase, Tone> = { planned: 'waiting', active: 'active', done: 'good', problem: 'bad', cancelled: 'quiet' };
const PRIORITY_TONES: Record<Priority, Tone> = { urgent: 'bad', high: 'waiting', medium: 'active', low: 'quiet' };

export const StatusChip = ({ status }: Pick<WorkOrder, 'status'>) => <Chip tone={STATUS_TONES[getPhase(status)]}>{status}</Chip>;

export const PriorityChip = ({ priority, isFull = false }: { priority: Priority; isFull?: boolean }) => (
  <Chip tone={PRIORITY_TONES[priority]}>{isFull ? `${priority.charAt(0).toUpperCase()}${priority.slice(1)} Priority` : priority}</Chip>
);

export function OutsideHoursChip({ status, scheduledDate }: Pick<WorkOrder, 'status' | 'scheduledDate'>) {
  const { hours } = useCompany();
  if (getPhase(status) !== 'planned' || !isOutsideHours(scheduledDate, hours)) return null;
  return <Chip tone="bad">outside business hours</Chip>;
}

/** Shows how many members of a larger crew are assigned, such as "2 of 3". */
export const CrewChip = ({ order: { crewSize, crewCount } }: { order: Pick<WorkOrder, 'crewSize' | 'crewCount'> }) =>
  crewSize > 1 && <Chip tone={crewCount < crewSize ? 'waiting' : 'quiet'}>{`${crewCount} of ${crewSize}`}</Chip>;

export const ConfirmedChip = ({ status, confirmedAt }: Pick<WorkOrder, 'status' | 'confirmedAt'>) =>
  confirmedAt !== null && getPhase(status) === 'planned' && <Chip tone="good">Confirmed by client</Chip>;

/** Shows that a visit of a plan was made although too few people were free. */
export const OverbookedChip = ({ status, overbooked }: Pick<WorkOrder, 'status' | 'overbooked'>) =>
  overbooked && ['planned', 'active'].includes(getPhase(status)) && <Chip tone="bad">Overbooked</Chip>;

/** Shows that a job is a visit of a plan. */
export const PlanMark = ({ order: { planId } }: { order: Pick<WorkOrder, 'planId'> }) =>
  planId !== null && (
    <>
      <Repeat aria-hidden="true" className="inline size-3.5 align-[-2px]" />
      <span className="sr-only">part of a plan</span>
    </>
  );

export const DoNotServiceChip = ({ client }: Pick<WorkOrder, 'client'>) =>
  client.doNotService ? <Chip tone="bad">do not service</Chip> : null;
