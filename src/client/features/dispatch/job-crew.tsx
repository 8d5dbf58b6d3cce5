import { type ReactNode, useState } from 'react';
import type { Assignment, BoardJob } from '../../../shared/assignments';
import { OPEN_STATUSES } from '../../../shared/dispatch';
import { phoneHref } from '../../../shared/phone';
import { formatWorkOrderId } from '../../../shared/work-order-id';
import { Button, TEXT_LINK } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { ROW_ACTION } from '../../ui/data-table';
import { Panel } from '../../ui/panel';
import { formatTimestamp } from '../../ui/times';
import { AssignDialog, type AssignRequest } from './board/assign-dialog';
import { AssignmentChip, MakeLead, MoveButton, NextStep, TakeOff } from './board/assignment-actions';

/** Shows the members of a job with their steps, and assigns or adds one. */
export function JobCrew({ job: { order, crew } }: { job: BoardJob }) {
  const [request, setRequest] = useState<AssignRequest>();
  const isOpen = OPEN_STATUSES.includes(order.status);
  if (!isOpen && crew.length === 0) return null;
  const assign = { about: formatWorkOrderId(order.workOrderId), onPress: () => setRequest({ orders: [order] }) };
  return (
    <Panel title={order.crewSize > 1 ? `Crew, ${crew.length} of ${order.crewSize}` : 'Crew'}>
      {crew.length === 0 ? (
        <p className="text-muted">Nobody has this job yet.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {crew.map((assignment) => (
            <Member key={assignment.id} assignment={assignment} onMove={setRequest} />
          ))}
        </ul>
      )}
      {isOpen && crew.length < order.crewSize && (
        <div>
          {crew.length === 0 ? <Button look="button-primary" label="Assign" {...assign} /> : <Button label="Add a person" {...assign} />}
        </div>
      )}
      {request && <AssignDialog request={request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}

type MemberProps = { assignment: Assignment; onMove: (request: AssignRequest) => void };

function Member({ assignment, onMove }: MemberProps) {
  const { teamMember, workOrder, status, isLead, assignedAt, estimatedArrival, actualArrival } = assignment;
  return (
    <li className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-semibold font-text text-[15px] tracking-normal [overflow-wrap:anywhere]">{teamMember.name}</h3>
        {isLead && workOrder.crewSize > 1 && <Chip tone="active">lead</Chip>}
        <AssignmentChip status={status} />
        <a className={`${TEXT_LINK} sm:ml-auto`} href={phoneHref(teamMember.phone)}>
          {teamMember.phone}
        </a>
      </div>
      <dl className="flex flex-wrap gap-x-4 text-muted text-sm">
        <Time name="Assigned" at={assignedAt} />
        <Time name="Estimated arrival" at={estimatedArrival} />
        <Time name="Actual arrival" at={actualArrival} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <NextStep assignment={assignment} look={ROW_ACTION} />
        {!isLead && <MakeLead assignment={assignment} />}
        <MoveButton assignment={assignment} onMove={onMove} />
        <TakeOff assignment={assignment} />
      </div>
    </li>
  );
}

const Time = ({ name, at }: { name: string; at: string | null }): ReactNode =>
  at && (
    <div>
      <dt className="inline">{name}</dt> <dd className="inline text-ink tabular-nums">{formatTimestamp(at)}</dd>
    </div>
  );
