import { TextField } from '../../ui/form';
import { Field } from '../../ui/public/field';
import type { BookingFormState } from './booking-form';
import { Switch } from './choices';

const SHORT = 'max-w-40';
const emptyAsNone = (text: unknown) => (text === '' ? null : text);

export function BookingSettings({ form }: { form: BookingFormState }) {
  const { register } = form;
  return (
    <>
      <TextField
        form={form}
        name="slotCapacity"
        label="Places of a new slot"
        isRequired
        hint="For windows of days that nobody has looked at yet; change others on the bookings screen."
        inputClass={SHORT}
        inputMode="numeric"
        maxLength={3}
      />
      <Field
        label="Crew cap"
        hint="Jobs at a time in a window over all services. Leave empty for as many as the slots have places."
        error={form.formState.errors.crewCap?.message}
      >
        {(control) => (
          <input
            {...control}
            {...register('crewCap', { setValueAs: emptyAsNone })}
            className={`${control.className} ${SHORT}`}
            inputMode="numeric"
            maxLength={3}
          />
        )}
      </Field>
      <Switch
        control={register('respectPostedHours')}
        label="Respect posted hours"
        hint="Closes windows that begin outside them, such as 08:00-10:00 on Saturday and Sunday."
      />
      <Switch
        control={register('createWorkOrders')}
        label="Create work orders automatically"
        hint="A booking becomes a client and a work order by itself; otherwise with a button at the booking."
      />
      <TextField
        form={form}
        name="manageCutoffHours"
        label="Cut-off hours"
        isRequired
        hint="A visitor may move or cancel a booking through its link until this many hours before the window."
        inputClass={SHORT}
        inputMode="numeric"
        maxLength={3}
      />
      <TextField
        form={form}
        name="travelBufferMinutes"
        label="Travel buffer minutes"
        isRequired
        hint="Dispatch warns when two jobs of a member leave less than this between them."
        inputClass={SHORT}
        inputMode="numeric"
        maxLength={3}
      />
    </>
  );
}
