import { formatService } from '../../../shared/dispatch';
import type { Plan } from '../../../shared/plans-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { FixedItems } from '../../ui/fixed-items';
import { Panel } from '../../ui/panel';
import { PlanChip } from '../../ui/plan-chip';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatShortDay } from '../../ui/times';
import { EditPlanLink, NextPlanStep, PlanSteps } from './plan-actions';
import { PlanVisits } from './plan-visits';
import { BILLING_WORDS, formatEnd, formatPlanPrice, HOLIDAY_WORDS } from './plan-words';

const PRIMARY_ACTION = 'button-primary min-h-9 px-4 pointer-coarse:min-h-11';

export function PlanDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const plan = trpc.plans.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={plan}
      title={(data) => data?.clientName ?? 'Plan'}
      chips={({ status }) => <PlanChip status={status} />}
      action={(data) => <NextPlanStep plan={data} look={PRIMARY_ACTION} />}
      footer={(data) => (
        <>
          <EditPlanLink plan={data} />
          <PlanSteps plan={data} isNextLeftOut />
        </>
      )}
      onClose={onClose}
      loading="Loading the plan..."
      failed="The plan could not be loaded."
      missing={
        <EmptyState
          title="No such plan"
          text="The link may have been mistyped. Plans are never deleted."
          action="Show All Plans"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details plan={data} />}
    </RecordDrawer>
  );
}

const Details = ({ plan }: { plan: Plan }) => (
  <>
    <div>
      <p className="font-semibold text-base">{plan.words}</p>
      <p className="text-muted">{describeNext(plan)}</p>
    </div>
    <PlanFacts plan={plan} />
    <Panel title="Visits">
      <PlanVisits plan={plan} />
    </Panel>
    {plan.checklist.length > 0 && (
      <Panel title="Checklist">
        <ul className="grid gap-2">
          <FixedItems items={plan.checklist}>
            {({ component, description, estimatedTime }) => (
              <li className="[overflow-wrap:anywhere]">
                {component}
                {estimatedTime !== undefined && <span className="text-muted text-sm tabular-nums"> {estimatedTime} min</span>}
                {description && <span className="block text-muted text-sm">{description}</span>}
              </li>
            )}
          </FixedItems>
        </ul>
      </Panel>
    )}
    {plan.notes && (
      <Panel title="Notes">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{plan.notes}</p>
      </Panel>
    )}
  </>
);

function describeNext({ status, nextVisit, pausedUntil }: Plan): string {
  if (status === 'proposed') return 'Requested with a booking. No further visits are planned until you accept it.';
  if (status === 'paused')
    return pausedUntil === null ? 'Paused until you resume it.' : `Paused. Visits begin again on ${formatShortDay(pausedUntil)}.`;
  if (status === 'ended') return 'This plan has ended.';
  return nextVisit === null ? 'No visit is planned.' : `The next visit is on ${formatShortDay(nextVisit)}.`;
}

type Query<Data> = { data: Data | undefined; isError: boolean };

/** Formats what a query found, or that it is loading or failed. */
const formatLoaded = <Data,>({ data, isError }: Query<Data>, format: (data: Data) => string): string =>
  data ? format(data) : isError ? 'could not be loaded' : 'loading...';

function PlanFacts({ plan }: { plan: Plan }) {
  const client = trpc.clients.get.useQuery({ id: plan.clientId });
  const members = trpc.team.listActive.useQuery({ limit: 200 }, { enabled: plan.preferredMemberId !== null });
  const member = members.data?.rows.find(({ id }) => id === plan.preferredMemberId);
  const address = ({ addresses, address: usual }: NonNullable<typeof client.data>) =>
    addresses.find(({ id }) => id === plan.addressId)?.address ?? usual;
  return (
    <Facts
      facts={[
        ['Client', <ScreenLink key="client" to="/clients" search={{ client: plan.clientId }} look={TEXT_LINK} label={plan.clientName} />],
        ['Service', formatService(plan.serviceType)],
        ['Address', formatLoaded(client, address)],
        ['Starts', formatShortDate(plan.startDate)],
        ['Ends', formatEnd(plan)],
        ['Duration', `${plan.minutes} min`],
        ['Crew size', String(plan.crewSize)],
        ['Price of a visit', formatPlanPrice(plan)],
        ['Per month', plan.price === null ? null : formatPrice(plan.monthlyValue)],
        [
          'Preferred member',
          plan.preferredMemberId !== null &&
            formatLoaded(members, () => (member ? `${member.firstName} ${member.lastName}` : 'no longer active')),
        ],
        ['On closed days', HOLIDAY_WORDS[plan.holidayRule]],
        ['Invoices', BILLING_WORDS[plan.billing]],
        [
          'Booking',
          plan.bookingId !== null && (
            <ScreenLink key="booking" to="/bookings" search={{ booking: plan.bookingId }} look={TEXT_LINK} label="Open the booking" />
          ),
        ],
        [
          'Follows',
          plan.parentPlanId !== null && (
            <ScreenLink key="parent" to="/plans" search={{ plan: plan.parentPlanId }} look={TEXT_LINK} label="Open the earlier plan" />
          ),
        ],
      ]}
    />
  );
}
