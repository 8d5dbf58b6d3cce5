import type { ReactNode } from 'react';
import { formatService } from '../../../shared/dispatch';
import type { Plan } from '../../../shared/plans-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { besideList } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { PlanChip } from '../../ui/plan-chip';
import { formatShortDate, formatShortDay } from '../../ui/times';
import { EditPlanLink, NextPlanStep, PlanSteps } from './plan-actions';

type NextVisitProps = { plan: Plan; format?: (day: string) => string };

/** Shows the day of the next visit, or when a paused plan goes on. */
function NextVisit({ plan: { nextVisit, status, pausedUntil }, format = formatShortDay }: NextVisitProps) {
  if (nextVisit !== null) return <time dateTime={nextVisit}>{format(nextVisit)}</time>;
  if (status === 'paused' && pausedUntil !== null) return <>paused until {formatShortDay(pausedUntil)}</>;
  return <span className="text-muted">none planned</span>;
}

const COLUMNS: readonly Column<Plan>[] = [
  {
    key: 'client',
    head: 'Client',
    cell: ({ clientName, serviceType }) => <TwoLines first={clientName} second={formatService(serviceType)} />,
  },
  { key: 'repeats', head: 'Repeats', from: 'md', cell: ({ words }) => words },
  { key: 'next', head: 'Next visit', width: 'w-40', cell: (plan) => <NextVisit plan={plan} /> },
  {
    key: 'value',
    head: 'Per month',
    align: 'end',
    from: 'lg',
    isOptional: true,
    width: 'w-32',
    cell: ({ price, monthlyValue }) => (price === null ? <span className="text-muted">no price</span> : formatPrice(monthlyValue)),
  },
  { key: 'status', head: 'Status', width: 'w-32', cell: ({ status }) => <PlanChip status={status} /> },
];

const toLink = ({ id }: Plan) => besideList({ plan: id });
const formatAbout = ({ clientName, words }: Plan): string => `${clientName}, ${words}`;

export const PlansTable = (table: { list: PagedQuery<Plan>; empty: ReactNode }) => (
  <DataTable
    {...table}
    name="plans"
    title="Plans"
    columns={COLUMNS}
    about={formatAbout}
    open={toLink}
    action={(plan) => <NextPlanStep plan={plan} about={formatAbout(plan)} look={ROW_ACTION} />}
    menu={(plan) => (
      <>
        <ScreenLink {...toLink(plan)} label="Details" />
        <EditPlanLink plan={plan} />
        <PlanSteps plan={plan} />
        <ScreenLink to="/clients" search={{ client: plan.clientId }} label="Client profile" />
      </>
    )}
    phone={(plan) => [
      [plan.clientName, <PlanChip key="status" status={plan.status} />],
      // The rule names the weekday already.
      [plan.words, (plan.nextVisit ?? plan.pausedUntil) !== null && <NextVisit key="next" plan={plan} format={formatShortDate} />],
    ]}
    isPhoneWrapped
    loading="Loading plans..."
    failed="The plans could not be loaded."
  />
);
