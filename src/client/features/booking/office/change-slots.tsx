import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { BOOKING_SERVICE_TYPES, SERVICE_NAMES, type TimeWindow } from '../../../../shared/booking';
import { type StaffSlot, slotChange } from '../../../../shared/booking-schemas';
import { trpc } from '../../../trpc';
import { Dialog } from '../../../ui/dialog';
import { SaveForm, TextField } from '../../../ui/form';
import { Field } from '../../../ui/public/field';
import { formatHours, formatShortDay } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';

export type SlotChoice = { date: string; timeSlot: TimeWindow; serviceType: StaffSlot['serviceType'] | null };
type ChangeSlotsProps = { choice: SlotChoice | undefined; slots: readonly StaffSlot[]; onClose: () => void };

export const ChangeSlots = ({ choice, slots, onClose }: ChangeSlotsProps) => (
  <Dialog
    isOpen={choice !== undefined}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={choice ? `Change ${formatHours(choice.timeSlot)}` : ''}
    text={choice ? `${formatShortDay(choice.date)}. Existing bookings stay, even if you close the window.` : ''}
  >
    {choice && <SlotForm choice={choice} slots={slots} onDone={onClose} />}
  </Dialog>
);

const blankToUndefined = (text: unknown) => (text === '' || text === null ? undefined : text);

function SlotForm({ choice, slots, onDone }: { choice: SlotChoice; slots: readonly StaffSlot[]; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(slotChange),
    defaultValues: { date: choice.date, timeSlot: choice.timeSlot, reason: '' },
  });
  const { errors } = form.formState;
  const service = form.watch('serviceType', choice.serviceType);
  const affected = slots.filter(({ timeSlot, serviceType }) => timeSlot === choice.timeSlot && (!service || serviceType === service));
  const places = [...new Set(affected.map(({ maxBookings }) => maxBookings))].join(', ');
  const isClosing = form.watch('isOpen') === false;
  const change = trpc.booking.changeSlots.useMutation({
    meta: { failure: 'Failed to change the window. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Window Changed', description: `${formatShortDay(choice.date)}, ${formatHours(choice.timeSlot)}` });
    },
  });
  const state = affected.every(({ isOpen }) => isOpen) ? 'open' : affected.some(({ isOpen }) => isOpen) ? 'partly open' : 'closed';
  return (
    <SaveForm form={form} call={change} input={(values) => values} onCancel={onDone} submit="Save Window">
      <Field label="Service" error={errors.serviceType?.message}>
        {(control) => (
          <select {...control} defaultValue={choice.serviceType ?? ''} {...form.register('serviceType', { setValueAs: blankToUndefined })}>
            <option value="">All services</option>
            {BOOKING_SERVICE_TYPES.map((type) => (
              <option key={type} value={type}>
                {SERVICE_NAMES[type]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Open or closed" error={errors.isOpen?.message}>
        {(control) => (
          <select {...control} {...form.register('isOpen', { setValueAs: (text) => (text === '' ? undefined : text === 'open') })}>
            <option value="">Leave as it is ({state})</option>
            <option value="open">Open</option>
            <option value="closed">Closed</option>
          </select>
        )}
      </Field>
      {isClosing && (
        <TextField form={form} name="reason" label="Reason" hint="For the office only." placeholder="Training, one crew away" />
      )}
      <Field label="Capacity per slot" hint={`Now ${places}; leave empty to keep that.`} error={errors.maxBookings?.message}>
        {(control) => (
          <input {...control} {...form.register('maxBookings', { setValueAs: blankToUndefined })} inputMode="numeric" maxLength={3} />
        )}
      </Field>
    </SaveForm>
  );
}
