import type { Plan, PlanVisit } from '../../../shared/plans-schemas';
import { getToday } from '../../clock';
import { isToCome } from '../../plan-steps';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { ROW_ACTION } from '../../ui/data-table';
import { MutationButton } from '../../ui/mutation-button';
import { formatLongDay, formatShortDate, formatShortDay } from '../../ui/times';
import { VisitChip } from './visit-chip';

const EARLIER_SHOWN = 30;

/** Lists the visits to come, and those before them folded. */
export function PlanVisits({ plan }: { plan: Plan }) {
  const { visits = [] } = plan;
  const toCome = visits.filter(isToCome);
  const earlier = visits.filter((visit) => !isToCome(visit)).reverse();
  return (
    <>
      {toCome.length === 0 ? (
        <p className="text-muted">{plan.status === 'ended' ? 'No visits are left.' : 'No visits are planned for the next six weeks.'}</p>
      ) : (
        <VisitList plan={plan} visits={toCome} label="Visits to come" />
      )}
      {earlier.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-pine-700 underline underline-offset-4 lg:min-h-9">
            Earlier visits ({earlier.length})
          </summary>
          <VisitList plan={plan} visits={earlier.slice(0, EARLIER_SHOWN)} label="Earlier visits" />
          {earlier.length > EARLIER_SHOWN && (
            <p className="text-muted text-sm">Only the last {EARLIER_SHOWN} are listed. All of them are on the client's timeline.</p>
          )}
        </details>
      )}
    </>
  );
}

const VisitList = ({ plan, visits, label }: { plan: Plan; visits: readonly PlanVisit[]; label: string }) => (
  <ul aria-label={label} className="grid divide-y divide-line">
    {visits.map((visit) => (
      <Visit key={visit.date} plan={plan} visit={visit} />
    ))}
  </ul>
);

function Visit({ plan, visit }: { plan: Plan; visit: PlanVisit }) {
  const { date, on, status, workOrderId, overbooked } = visit;
  const day = formatShortDay(date);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
      <div className="mr-auto min-w-0">
        {workOrderId === null ? (
          <span className="font-semibold tabular-nums">{day}</span>
        ) : (
          <ScreenLink
            to="/team"
            search={{ order: workOrderId }}
            look="inline-flex items-center font-semibold text-pine-700 tabular-nums underline-offset-4 hover:underline pointer-coarse:min-h-11"
            label={day}
            about="open the job"
          />
        )}
        {on !== null && on !== date && <span className="block text-muted text-sm">held on {formatShortDay(on)}</span>}
      </div>
      {overbooked && <Chip tone="bad">overbooked</Chip>}
      <VisitChip status={status} />
      <SkipOrServe plan={plan} visit={visit} />
    </li>
  );
}

const failure = 'Failed to change the visit. Please try again.';
const getSkipped = (date: string) => ({ title: 'Visit Skipped', description: `${formatLongDay(date)} is left out.` });
const getServed = (date: string) => ({ title: 'Visit Planned Again', description: `${formatLongDay(date)} is served.` });

/** Skips a visit to come or plans it again. */
function SkipOrServe({ plan: { id, status: planStatus }, visit: { date, status } }: { plan: Plan; visit: PlanVisit }) {
  if (planStatus === 'ended' || planStatus === 'proposed' || date < getToday()) return null;
  const input = { id, date };
  if (status === 'skipped')
    return (
      <MutationButton
        look={ROW_ACTION}
        label="Unskip"
        about={formatShortDate(date)}
        procedure={trpc.plans.unskip}
        input={input}
        failure={failure}
        done={getServed(date)}
      />
    );
  if (status !== 'planned' && status !== 'moved') return null;
  const isSkipped = ({ visits = [] }: Plan) => visits.some((visit) => visit.date === date && visit.status === 'skipped');
  return (
    <MutationButton
      look="button-ghost min-h-9 px-3.5 text-sm pointer-coarse:min-h-11"
      label="Skip"
      about={formatShortDate(date)}
      procedure={trpc.plans.skip}
      input={input}
      failure={failure}
      done={(plan) =>
        isSkipped(plan) ? getSkipped(date) : { title: 'Visit Kept', description: 'It is finished already, so it cannot be skipped.' }
      }
      undo={{
        procedure: trpc.plans.unskip,
        input: (plan) => (isSkipped(plan) ? input : undefined),
        failure,
        done: getServed(date),
      }}
    />
  );
}
