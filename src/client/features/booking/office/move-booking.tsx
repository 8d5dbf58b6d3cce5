import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { BOOKING_HORIZON_DAYS, BOOKING_SERVICE_TYPES, SERVICE_NAMES } from '../../../../shared/booking';
import { bookingMove, type StaffBooking, type StaffSlot } from '../../../../shared/booking-schemas';
import { addDays } from '../../../../shared/calendar-day';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { DialogButton } from '../../../ui/dialog-button';
import { CheckField, SaveForm } from '../../../ui/form';
import { Field } from '../../../ui/public/field';
import { isUsualDay } from '../../../ui/search-params';
import { ErrorState } from '../../../ui/states';
import { formatHours, formatShortDay } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';
import { countBooked, findReasonNotFree, formatWhen, hasBegun, NOBODY_FREE } from './booking-labels';

export function MoveBooking({ booking }: { booking: StaffBooking }) {
  return (
    <DialogButton
      label="Move Booking"
      title="Move this booking"
      text={`It is now on ${formatWhen(booking)} Choose a day and a window with a free place. The client gets the new time by e-mail.`}
    >
      {(close) => <MoveForm booking={booking} onDone={close} />}
    </DialogButton>
  );
}

function MoveForm({ booking, onDone }: { booking: StaffBooking; onDone: () => void }) {
  const [date, setDate] = useState(hasBegun(booking) ? getToday() : booking.date);
  const isReadable = isUsualDay(date);
  const calendar = trpc.booking.calendar.useQuery({ from: date, days: 1, bookingId: booking.id }, { enabled: isReadable });
  const day = calendar.data?.days[0];
  const form = useForm({ resolver: zodResolver(bookingMove), defaultValues: { id: booking.id, slotId: '', force: false } });
  const chosen = day?.slots.find(({ id }) => String(id) === form.watch('slotId'));
  const isNobodyFree = chosen !== undefined && findReasonNotFree(chosen) === NOBODY_FREE;
  const move = trpc.booking.move.useMutation({
    meta: { failure: 'Failed to move the booking. Please try again.' },
    onSuccess: (moved) => {
      onDone();
      showToast({
        title: 'Booking Moved',
        description: `${moved.clientName}: ${formatShortDay(moved.date)}, ${formatHours(moved.timeSlot)}`,
      });
    },
  });
  const error = form.formState.errors.slotId && 'Please choose a window.';
  return (
    <SaveForm
      form={form}
      call={move}
      input={({ force, ...values }) => ({ ...values, force: isNobodyFree && force })}
      onCancel={onDone}
      submit="Move Booking"
    >
      <Field label="Day" isRequired error={isReadable ? undefined : 'Please choose a day.'}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={date}
            min={getToday()}
            max={addDays(getToday(), BOOKING_HORIZON_DAYS)}
            onChange={(event) => {
              setDate(event.target.value);
              form.setValue('slotId', '');
            }}
          />
        )}
      </Field>
      {calendar.isError ? (
        <ErrorState text="The windows of this day could not be loaded." onRetry={() => void calendar.refetch()} />
      ) : (
        <Field label="Window" isRequired hint={day?.isClosed ? 'This day is closed.' : hintFor(day?.slots)} error={error}>
          {(control) => (
            <select {...control} {...form.register('slotId')}>
              <option value="">{calendar.isFetching && !day ? 'Loading windows...' : 'Choose a window'}</option>
              <Windows slots={isReadable ? (day?.slots ?? []) : []} booking={booking} />
            </select>
          )}
        </Field>
      )}
      {isNobodyFree && <CheckField form={form} name="force" label="Move it although nobody is free for the whole job in this window" />}
    </SaveForm>
  );
}

const hintFor = (slots: readonly StaffSlot[] | undefined) =>
  slots?.every((slot) => findReasonNotFree(slot) !== undefined) ? 'No window on this day has a free place.' : '';

function Windows({ slots, booking }: { slots: readonly StaffSlot[]; booking: StaffBooking }) {
  const services = [booking.serviceType, ...BOOKING_SERVICE_TYPES.filter((type) => type !== booking.serviceType)];
  return services.map((service) => (
    <optgroup key={service} label={SERVICE_NAMES[service]}>
      {slots
        .filter(({ serviceType }) => serviceType === service)
        .map((slot) => {
          const reason = slot.id === booking.slotId && booking.agreedTime === null ? 'it is here now' : findReasonNotFree(slot);
          return (
            <option key={slot.id} value={slot.id} disabled={reason !== undefined && reason !== NOBODY_FREE}>
              {formatHours(slot.timeSlot)} · {countBooked([slot])}
              {reason && ` · ${reason}`}
            </option>
          );
        })}
    </optgroup>
  ));
}
