import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { dayClosing } from '../../../../shared/booking-schemas';
import { trpc } from '../../../trpc';
import { Button } from '../../../ui/button';
import { DialogButton } from '../../../ui/dialog-button';
import { SaveForm, TextField } from '../../../ui/form';
import { MutationButton } from '../../../ui/mutation-button';
import { Panel } from '../../../ui/panel';
import { isUsualDay } from '../../../ui/search-params';
import { ErrorState } from '../../../ui/states';
import { formatLongDay, formatShortDay } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';

export function CloseDay({ date }: { date: string }) {
  return (
    <DialogButton
      look="button-ghost shrink-0"
      label="Close Day"
      title="Close a day"
      text="Nobody can book on a closed day. Existing bookings stay."
    >
      {(close) => <CloseForm date={date} onDone={close} />}
    </DialogButton>
  );
}

function CloseForm({ date, onDone }: { date: string; onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(dayClosing), defaultValues: { date, reason: '' } });
  const chosen = form.watch('date');
  const calendar = trpc.booking.calendar.useQuery({ from: chosen, days: 1 }, { enabled: isUsualDay(chosen) });
  const staying = calendar.data?.days[0]?.bookings.filter(({ status }) => status === 'confirmed').length ?? 0;
  const close = trpc.booking.closeDay.useMutation({
    meta: { failure: 'Failed to close the day. Please try again.' },
    onSuccess: (_days, closed) => {
      onDone();
      showToast({ title: 'Day Closed', description: `${formatLongDay(closed.date)} cannot be booked any more.` });
    },
  });
  return (
    <SaveForm form={form} call={close} input={(values) => values} onCancel={onDone} submit="Close Day">
      <TextField form={form} name="date" label="Day" isRequired type="date" />
      <TextField form={form} name="reason" label="Reason" placeholder="Canada Day" />
      <p aria-live="polite" className="text-[15px] empty:hidden">
        {staying > 0 && (staying === 1 ? '1 booking is on this day and stays.' : `${staying} bookings are on this day and stay.`)}
      </p>
    </SaveForm>
  );
}

export function OpenDay({ date }: { date: string }) {
  return (
    <MutationButton
      label="Open Day"
      about={formatShortDay(date)}
      procedure={trpc.booking.openDay}
      input={{ date }}
      failure="Failed to open the day. Please try again."
      done={{ title: 'Day Opened', description: `${formatLongDay(date)} can be booked again.` }}
    />
  );
}

export function ClosedDays({ onOpen }: { onOpen: (date: string) => void }) {
  const closed = trpc.booking.closedDays.useQuery();
  const days = closed.data?.days ?? [];
  if (closed.isError) return <ErrorState text="The closed days could not be loaded." onRetry={() => void closed.refetch()} />;
  if (days.length === 0) return null;
  return (
    <Panel title="Closed days">
      <ul className="grid divide-y divide-line">
        {days.map(({ date, reason }) => (
          <li key={date} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 first:pt-0 last:pb-0">
            <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
              <Button
                look="min-h-11 text-left font-semibold text-pine-700 underline underline-offset-4 lg:min-h-9"
                label={formatLongDay(date)}
                onPress={() => onOpen(date)}
              />
              {reason && <span className="text-muted"> · {reason}</span>}
            </p>
            <OpenDay date={date} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
