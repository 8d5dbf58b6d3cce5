import { getFullName, type TimeOff, timeOffEntry } from '../../../shared/team';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { type Column, DataTable, ROW_ACTION } from '../../ui/data-table';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { MutationButton } from '../../ui/mutation-button';
import { PAGED } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { ListSkeleton } from '../../ui/states';
import { formatDates } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

/** Few, since two lists stand above one another. */
const PAGE = 10;

type Status = 'requested' | 'approved';
const useTimeOff = (status: Status) => trpc.team.listTimeOff.useInfiniteQuery({ status, limit: PAGE }, PAGED);

export function WaitingRequests() {
  const { data } = useTimeOff('requested');
  const [first] = data?.pages ?? [];
  if (!first || first.rows.length === 0) return null;
  const count = first.nextCursor === null ? first.rows.length : `More than ${PAGE}`;
  return (
    <ScreenLink
      to="/team-management"
      search={{ view: 'time-off' }}
      look="flex min-h-11 items-center rounded-card border border-line bg-amber-100 px-5 py-2 font-semibold underline underline-offset-4"
      label={count === 1 ? '1 time-off request to review' : `${count} time-off requests to review`}
    />
  );
}

/** Shows both lists together, since the first one is mostly shorter than its skeleton. */
export function TimeOffLists() {
  const [requested, approved] = [useTimeOff('requested'), useTimeOff('approved')];
  if (!requested.isFetched || !approved.isFetched) return <ListSkeleton label="Loading the time off..." />;
  return (
    <>
      <TimeOffList status="requested" title="Requests" none="No time-off requests." />
      <TimeOffList status="approved" title="Upcoming time off" none="No upcoming time off." />
    </>
  );
}

const COLUMNS: readonly Column<TimeOff>[] = [
  { key: 'member', head: 'Team member', cell: ({ memberName }) => memberName },
  { key: 'days', head: 'Days', width: 'w-56', cell: formatDates },
  { key: 'reason', head: 'Reason', from: 'md', cell: ({ reason }) => reason },
];

type TimeOffListProps = { status: Status; title: string; none: string };

const TimeOffList = ({ status, title, none }: TimeOffListProps) => (
  <Section title={title} gap="gap-3">
    <DataTable
      name="timeOff"
      title={title}
      list={useTimeOff(status)}
      columns={COLUMNS}
      about={describeEntry}
      action={(entry) =>
        status === 'requested' ? <Approve entry={entry} look={ROW_ACTION} /> : <Remove entry={entry} look={ROW_ACTION} />
      }
      menu={(entry) =>
        status === 'requested' ? (
          <>
            <Approve entry={entry} />
            <Decline entry={entry} />
          </>
        ) : (
          <Remove entry={entry} />
        )
      }
      phone={(entry) => [[entry.memberName, formatDates(entry)], entry.reason]}
      loading={`Loading ${title.toLowerCase()}...`}
      failed="The time off could not be loaded."
      empty={<p className="text-muted">{none}</p>}
    />
  </Section>
);

const describeEntry = (entry: TimeOff) => `${entry.memberName}, ${formatDates(entry)}`;

const failure = 'Failed to update the time off. Please try again.';
type EntryProps = { entry: TimeOff; look?: string };

const Approve = ({ entry, look }: EntryProps) => (
  <MutationButton
    look={look}
    label="Approve"
    about={describeEntry(entry)}
    procedure={trpc.team.decideTimeOff}
    input={{ id: entry.id, status: 'approved' }}
    failure={failure}
    done={{ title: 'Time Off Approved', description: `${entry.memberName}: ${formatDates(entry)}.` }}
  />
);

const Decline = ({ entry }: EntryProps) => (
  <MutationButton
    label="Decline"
    about={describeEntry(entry)}
    procedure={trpc.team.decideTimeOff}
    input={{ id: entry.id, status: 'declined' }}
    failure={failure}
    done={{ title: 'Time Off Declined', description: `${entry.memberName}: ${formatDates(entry)}.` }}
  />
);

const Remove = ({ entry, look }: EntryProps) => (
  <MutationButton
    look={look}
    label="Remove"
    about={describeEntry(entry)}
    procedure={trpc.team.removeTimeOff}
    input={{ id: entry.id }}
    failure={failure}
    done={{ title: 'Time Off Removed', description: `${entry.memberName} works on ${formatDates(entry)}.` }}
    undo={{
      procedure: trpc.team.addTimeOff,
      input: { teamMemberId: entry.teamMemberId, startDate: entry.startDate, endDate: entry.endDate, reason: entry.reason },
      failure,
    }}
  />
);

export const AddTimeOff = () => (
  <DialogButton
    isNew
    look="button-primary"
    label="Add Time Off"
    title="Add time off"
    text="Dispatch warns you when you assign the member a job on these days."
  >
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
