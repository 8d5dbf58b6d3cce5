import { getFullName, type TimeOff, timeOffEntry } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { CallButton } from '../../ui/mutation-button';
import { PAGED, PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { formatDates } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const PAGE = 20;
const meta = { failure: 'Failed to update the time off. Please try again.' };

const useTimeOff = (status: 'requested' | 'approved') => trpc.team.listTimeOff.useInfiniteQuery({ status, limit: PAGE }, PAGED);

export function WaitingRequests() {
  const { data } = useTimeOff('requested');
  const [first] = data?.pages ?? [];
  if (!first || first.rows.length === 0) return null;
  const count = first.nextCursor === null ? first.rows.length : `More than ${PAGE}`;
  return (
    <a
      href="#time-off"
      className="flex min-h-11 items-center rounded-card border border-line bg-amber-100 px-5 py-2 font-semibold underline underline-offset-4"
    >
      {count === 1 ? '1 time-off request to review' : `${count} time-off requests to review`}
    </a>
  );
}

export const TimeOffPanel = () => (
  <Panel title="Time off">
    <div className="justify-self-start">
      <AddTimeOff />
    </div>
    <div className="grid gap-6 xl:grid-cols-2">
      <TimeOffList status="requested" title="Requests" none="No time-off requests." />
      <TimeOffList status="approved" title="Upcoming time off" none="No upcoming time off." />
    </div>
  </Panel>
);

function TimeOffList({ status, title, none }: { status: 'requested' | 'approved'; title: string; none: string }) {
  const list = useTimeOff(status);
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      <PagedList
        list={list}
        loading={`Loading ${title.toLowerCase()}...`}
        failed="The time off could not be loaded."
        empty={<p className="text-muted">{none}</p>}
        layout="grid divide-y divide-line"
      >
        {(entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="mr-auto min-w-0">
              <p className="font-semibold [overflow-wrap:anywhere]">{entry.memberName}</p>
              <p>{formatDates(entry)}</p>
              {entry.reason && <p className="text-muted text-sm [overflow-wrap:anywhere]">{entry.reason}</p>}
            </div>
            {status === 'requested' ? <Decide entry={entry} /> : <Remove entry={entry} />}
          </li>
        )}
      </PagedList>
    </section>
  );
}

const describeEntry = (entry: TimeOff) => `${entry.memberName}, ${formatDates(entry)}`;

function Decide({ entry }: { entry: TimeOff }) {
  const decide = trpc.team.decideTimeOff.useMutation({
    meta,
    onSuccess: ({ status }) =>
      showToast({
        title: status === 'approved' ? 'Time Off Approved' : 'Time Off Declined',
        description: `${entry.memberName}: ${formatDates(entry)}.`,
      }),
  });
  const button = (status: 'approved' | 'declined', label: string, look: string) => (
    <ActionButton
      look={look}
      label={label}
      about={describeEntry(entry)}
      isPending={decide.isPending && decide.variables.status === status}
      onPress={() => !decide.isPending && decide.mutate({ id: entry.id, status })}
    />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button('approved', 'Approve', 'button-dark')}
      {button('declined', 'Decline', 'button-ghost')}
    </div>
  );
}

function Remove({ entry }: { entry: TimeOff }) {
  const { teamMemberId, startDate, endDate, reason } = entry;
  const undo = trpc.team.addTimeOff.useMutation({ meta });
  const remove = trpc.team.removeTimeOff.useMutation({
    meta,
    onSuccess: () =>
      showToast({
        title: 'Time Off Removed',
        description: `${entry.memberName} works on ${formatDates(entry)}.`,
        action: { label: 'Undo', run: () => undo.mutate({ teamMemberId, startDate, endDate, reason }) },
      }),
  });
  return <CallButton label="Remove" about={describeEntry(entry)} call={remove} input={{ id: entry.id }} />;
}

const AddTimeOff = () => (
  <DialogButton label="Add Time Off" title="Add time off" text="Dispatch warns you when you assign the member a job on these days.">
    {(close) => <TimeOffForm onDone={close} />}
  </DialogButton>
);

function TimeOffForm({ onDone }: { onDone: () => void }) {
  const members = trpc.team.listActive.useQuery({});
  const today = getToday();
  const form = useTextForm(timeOffEntry, { teamMemberId: '', startDate: today, endDate: today, reason: '' });
  const add = trpc.team.addTimeOff.useMutation({
    meta: { failure: 'Failed to add the time off. Please try again.' },
    onSuccess: ({ memberName }) => {
      onDone();
      showToast({ title: 'Time Off Added', description: `${memberName} is off on these days.` });
    },
  });
  const unchosen = form.formState.errors.teamMemberId && 'Please choose a team member.';
  return (
    <SaveForm form={form} call={add} input={(values) => values} layout="grid gap-4 sm:grid-cols-2" onCancel={onDone} submit="Add Time Off">
      <SelectField
        form={form}
        name="teamMemberId"
        label="Team Member"
        isRequired
        error={members.isError ? 'The team members could not be loaded.' : unchosen}
        className="sm:col-span-2"
        empty={members.isPending ? 'Loading team members...' : 'Choose...'}
        options={(members.data?.rows ?? []).map((member) => [member.id, getFullName(member)] as const)}
      />
      <TextField form={form} name="startDate" label="First Day" isRequired type="date" />
      <TextField form={form} name="endDate" label="Last Day" isRequired type="date" />
      <TextField form={form} name="reason" label="Reason" className="sm:col-span-2" />
    </SaveForm>
  );
}
