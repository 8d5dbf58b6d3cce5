import type { ReactNode } from 'react';
import type { Assignment } from '../../../../shared/assignments';
import { phoneHref } from '../../../../shared/phone';
import { ListCount, type PagedQuery } from '../../../ui/paged-list';
import { EmptyState } from '../../../ui/states';
import { formatTimestamp } from '../../../ui/times';
import { ConfirmedChip, CrewChip, DoNotServiceChip, OverbookedChip, PriorityChip } from '../work-order-chips';
import type { AssignRequest } from './assign-dialog';
import { AssignmentChip, MoreActions, NextStep } from './assignment-actions';
import { BOARD_TITLE, BoardList, JobName } from './board-row';

type ActiveAssignmentsProps = {
  list: PagedQuery<Assignment>;
  onMove: (request: AssignRequest) => void;
  onOpen: (jobId: number) => void;
};

export const ActiveAssignments = ({ list, onMove, onOpen }: ActiveAssignmentsProps) => (
  <section aria-labelledby="active-title" className="grid gap-2">
    <h2 id="active-title" className={`flex min-h-11 items-center ${BOARD_TITLE}`}>
      Active Assignments
      <ListCount list={list} />
    </h2>
    <BoardList
      list={list}
      loading="Loading assignments..."
      failed="The assignments could not be loaded."
      empty={<EmptyState title="No Active Assignments" text="Assign a work order on the left to follow its progress here." />}
    >
      {(assignment) => (
        <ActiveAssignment key={assignment.id} assignment={assignment} onMove={onMove} onOpen={() => onOpen(assignment.workOrder.id)} />
      )}
    </BoardList>
  </section>
);

type ActiveAssignmentProps = { assignment: Assignment; onMove: (request: AssignRequest) => void; onOpen: () => void };

const ROW =
  "relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-4 py-2 text-sm leading-5 [grid-template-areas:'name_chip'_'facts_chip'] [overflow-wrap:anywhere] lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:py-1.5 lg:text-[13px] lg:leading-[18px] lg:[grid-template-areas:'chip_name_steps'_'facts_facts_steps']";

/** Shows an assignment with its next step. A phone shows who and when; a press on the row opens the rest. */
function ActiveAssignment({ assignment, onMove, onOpen }: ActiveAssignmentProps) {
  const { workOrder, teamMember, assignedAt, estimatedArrival, actualArrival } = assignment;
  const { client, priority } = workOrder;
  const times = [
    ['Assigned', assignedAt],
    ['Estimated arrival', estimatedArrival],
    ['Actual arrival', actualArrival],
  ] as const;
  return (
    <li className={ROW}>
      <div className="flex flex-wrap items-center gap-x-2 [grid-area:name]">
        <JobName name={client.name} onOpen={onOpen} />
        {(priority === 'urgent' || priority === 'high') && <PriorityChip priority={priority} />}
        <OverbookedChip {...workOrder} />
        <ConfirmedChip {...workOrder} />
        <DoNotServiceChip client={client} />
        <CrewChip order={workOrder} />
        <span className="text-muted max-lg:hidden">{client.address}</span>
      </div>
      <div className="self-center [grid-area:chip]">
        <AssignmentChip status={assignment.status} />
      </div>
      <dl className="flex flex-wrap items-center gap-x-3 text-muted [grid-area:facts]">
        <Fact name="Team member">
          <span className="lg:font-medium lg:text-ink">{teamMember.name}</span>
        </Fact>
        <Fact name="Phone" isWide>
          <a className="inline-flex min-h-6 items-center text-pine-700 underline underline-offset-4" href={phoneHref(teamMember.phone)}>
            {teamMember.phone}
          </a>
        </Fact>
        <Fact name="Scheduled">{formatTimestamp(workOrder.scheduledDate)}</Fact>
        {times.map(
          ([name, at]) =>
            at && (
              <Fact key={name} name={name} isWide isNamed>
                {formatTimestamp(at)}
              </Fact>
            ),
        )}
      </dl>
      <div className="flex items-center justify-end [grid-area:steps] max-lg:hidden">
        <NextStep assignment={assignment} look="button-ghost min-h-9 px-3.5 text-sm whitespace-nowrap" />
        <MoreActions assignment={assignment} onMove={onMove} />
      </div>
    </li>
  );
}

type FactProps = { name: string; isWide?: boolean; isNamed?: boolean; children: ReactNode };

/** A fact in a line of facts. Only wide windows show one that `isWide`; a name that goes without saying is for screen readers. */
const Fact = ({ name, isWide = false, isNamed = false, children }: FactProps) => (
  <div className={isWide ? 'max-lg:hidden' : ''}>
    <dt className={isNamed ? 'inline' : 'sr-only'}>{name}</dt> <dd className="inline tabular-nums lg:text-ink">{children}</dd>
  </div>
);
