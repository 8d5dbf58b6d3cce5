import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import type { Assignment, bulkReport } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';
import type { Member } from '../../../../shared/team';
import { formatLocalTime, readLocalTime } from '../../../../shared/time-input';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { trpc } from '../../../trpc';
import { Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Dialog } from '../../../ui/dialog';
import { useAction } from '../../../ui/mutation-button';
import { Field } from '../../../ui/public/field';
import { ErrorState } from '../../../ui/states';
import { useDateChoice } from '../date-choice';
import { PlannedTime } from '../planned-time';
import { ArrivalField, useArrival } from './arrival-field';
import { stepBack } from './step-back';

const UNCHECKED = 'It could not be checked whether this member is free and works for this client.';
const FAILURE = 'Failed to assign work order. Please try again.';
/** Orders to assign, and the member if already chosen; `assignmentId` is the assignment to move. */
export type AssignRequest = { orders: readonly WorkOrder[]; memberId?: number; assignmentId?: number };

export function AssignDialog({ request: { orders, memberId, assignmentId }, onClose }: { request: AssignRequest; onClose: () => void }) {
  const [member, setMember] = useState(memberId ?? 0);
  const [report, setReport] = useState<ReportRows>();
  const { notifyClient, field: dateChoice } = useDateChoice(assignmentId === undefined ? orders : []);
  const [order] = orders;
  const isBulk = orders.length > 1;
  const members = useFreeMembers(isBulk ? undefined : order, member);
  const check = trpc.dispatch.checkAssignment.useQuery(
    { workOrderId: order?.id ?? 0, teamMemberId: member },
    { enabled: member > 0 && !isBulk, staleTime: 0 },
  );
  const warnings = isBulk ? [] : check.isError ? [UNCHECKED] : (check.data?.warnings ?? []);
  const toast = {
    failure: FAILURE,
    done: ({ teamMember }: Assignment) => ({
      title: 'Work Order Assigned',
      description: `${teamMember.name} has the job of ${order?.client.name}.`,
    }),
    undo: stepBack('assigned'),
    onDone: onClose,
  };
  const assign = useAction({ procedure: trpc.dispatch.assign, ...toast });
  const move = useAction({ procedure: trpc.dispatch.moveAssignment, ...toast });
  const bulk = useAction({
    procedure: trpc.dispatch.assignInBulk,
    failure: FAILURE,
    done: ({ rows }) => (listAssigned(rows).length > 0 ? { title: 'Work Orders Assigned', description: summarize(rows) } : undefined),
    undo: {
      procedure: trpc.dispatch.undoInBulk,
      input: ({ rows }) => ({ ids: listAssigned(rows) }),
      failure: 'This can no longer be undone.',
      done: ({ results }) => {
        const undone = results.filter(({ error }) => error === null).length;
        return { title: 'Undone', description: `${undone} of ${results.length} are unassigned again.` };
      },
    },
    onDone: ({ rows }) => (rows.every(({ error, warnings }) => error === null && warnings.length === 0) ? onClose() : setReport(rows)),
  });
  const arrival = useArrival(assign);
  const isPending = assign.isPending || move.isPending || bulk.isPending;
  // A change elsewhere repeats the check, which must not swallow a press.
  const isChecking = !isBulk && member > 0 && !check.isFetchedAfterMount;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!member || isPending || isChecking || !order) return;
    if (isBulk) bulk.mutate({ workOrderIds: orders.map(({ id }) => id), teamMemberId: member, notifyClient });
    else if (assignmentId !== undefined) move.mutate({ id: assignmentId, teamMemberId: member });
    else
      assign.mutate({ workOrderId: order.id, teamMemberId: member, estimatedArrival: readLocalTime(arrival.text) ?? null, notifyClient });
  };
  const label = warnings.length > 0 ? 'Assign Anyway' : assignmentId === undefined ? 'Assign' : 'Move';
  const about = isBulk ? `${orders.length} work orders` : `${order?.client.name}, ${formatWorkOrderId(order?.workOrderId ?? '')}`;
  const isHelper = !isBulk && assignmentId === undefined && order !== undefined && order.crewCount > 0;
  if (report) return <BulkReport orders={orders} rows={report} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={assignmentId !== undefined ? 'Move Work Order' : isHelper ? 'Add a Person' : 'Assign Work Order'}
      text={isHelper ? `${order.crewCount} of ${order.crewSize} people have the job: ${about}.` : `Who does the job: ${about}.`}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {!isBulk && order && <PlannedTime order={order} />}
        {members.retry ? (
          <ErrorState text="The team members could not be loaded." onRetry={members.retry} />
        ) : (
          <Field
            label="Team Member"
            isRequired
            hint={
              members.rows?.length === 0
                ? `${isHelper ? 'All active members have this job.' : 'There is no active member.'} Add one in Team Management.`
                : ''
            }
          >
            {(control) => (
              <select {...control} value={member} onChange={(event) => setMember(Number(event.target.value))}>
                <option value={0}>{members.rows ? 'Select a team member' : 'Loading team members...'}</option>
                {members.rows?.map(({ id, firstName, lastName, role }) => (
                  <option key={id} value={id}>
                    {firstName} {lastName} ({role})
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {!isBulk && assignmentId === undefined && order && (
          <ArrivalField
            label="Estimated Arrival (optional)"
            hint="On the company's clock."
            error={arrival.refusal}
            text={arrival.text}
            onEnter={arrival.enter}
            suggestion={['Use planned time', formatLocalTime(order.scheduledDate)]}
            input={{ type: 'datetime-local' }}
          />
        )}
        {dateChoice}
        <AssignmentWarnings warnings={warnings} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button label="Cancel" onPress={onClose} />
          <button type="submit" className="button-primary" disabled={!member} aria-disabled={isPending || isChecking || undefined}>
            {isPending ? 'Saving...' : label}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Returns the active members without the crew of the job; the chosen one stays, even if they join the crew meanwhile. `rows` is undefined
 * while they load, and `retry` loads them again after a failure.
 */
function useFreeMembers(order: WorkOrder | undefined, chosen: number): { rows?: Member[] | undefined; retry?: () => void } {
  const members = trpc.team.listActive.useQuery({ limit: 200 });
  const hasCrew = order !== undefined && order.crewCount > 0;
  const job = trpc.dispatch.boardJob.useQuery({ id: order?.id ?? 0 }, { enabled: hasCrew });
  const [failed] = [members, job].filter(({ isError }) => isError);
  if (failed) return { retry: () => void failed.refetch() };
  if (hasCrew && job.isPending) return {};
  const crew = (job.data?.crew ?? []).map(({ teamMember }) => teamMember.id);
  return { rows: members.data?.rows.filter(({ id }) => id === chosen || !crew.includes(id)) };
}

const AssignmentWarnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div aria-live="polite">
    {warnings.length > 0 && (
      <div className="grid gap-1 rounded-small bg-amber-100 px-4 py-3 text-amber-700">
        <p className="font-semibold">Please check before you assign:</p>
        <ul className="grid gap-1 text-[15px]">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
);

type ReportRows = z.output<typeof bulkReport>['rows'];
const listAssigned = (rows: ReportRows): number[] => rows.flatMap(({ assignmentId }) => assignmentId ?? []);
const summarize = (rows: ReportRows) => `${listAssigned(rows).length} of ${rows.length} were assigned.`;

type BulkReportProps = { orders: readonly WorkOrder[]; rows: ReportRows; onClose: () => void };

function BulkReport({ orders, rows, onClose }: BulkReportProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Work Orders Assigned" text={summarize(rows)}>
      <ul className="grid divide-y divide-line">
        {rows.map(({ workOrderId, warnings, error }) => {
          const order = orders.find(({ id }) => id === workOrderId);
          return (
            <li key={workOrderId} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{order?.client.name ?? workOrderId}</span>
                <Chip tone={error ? 'bad' : warnings.length > 0 ? 'waiting' : 'good'}>
                  {error ? 'not assigned' : warnings.length > 0 ? 'assigned, please check' : 'assigned'}
                </Chip>
              </p>
              {[...(error ? [error] : []), ...warnings].map((line) => (
                <p key={line} className="text-[15px] text-muted">
                  {line}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      <div className="flex justify-end">
        <Button look="button-dark" label="Done" onPress={onClose} />
      </div>
    </Dialog>
  );
}
