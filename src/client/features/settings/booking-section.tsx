import { formatPosition } from '../../../shared/position';
import { type Settings, settingsSchema } from '../../../shared/settings';
import { TextField } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { Choices, Switch } from './choices';
import { SectionForm } from './section-form';

const schema = settingsSchema.pick({
  capacityFrom: true,
  slotCapacity: true,
  crewCap: true,
  respectPostedHours: true,
  createWorkOrders: true,
  minNoticeHours: true,
  manageCutoffHours: true,
  travelBufferMinutes: true,
  depot: true,
});
const toFields = (settings: Settings) => ({ ...schema.parse(settings), depot: formatPosition(settings.depot) });
const CAPACITIES = [
  ['slots', "Count the slots' capacity", 'Takes as many bookings as the slot has places, no matter who works.'],
  [
    'crew',
    'Count free people too',
    'Each booking also needs somebody who works at that time, is not off, and has no other job. Team Management has the hours of each member.',
  ],
] as const;
const COUNT = { isRequired: true, inputClass: 'max-w-40', inputMode: 'numeric', maxLength: 3 } as const;

export const BookingSection = () => (
  <SectionForm schema={schema} toFields={toFields}>
    {(form) => (
      <>
        <Panel title="Booking">
          <Choices
            control={form.register('capacityFrom')}
            legend="Places of a window"
            error={form.formState.errors.capacityFrom?.message}
            options={CAPACITIES}
          />
          <TextField
            form={form}
            name="slotCapacity"
            label="Capacity of a new slot"
            hint="For days that nobody has opened in the calendar yet. Change other days on the bookings screen."
            {...COUNT}
          />
          <Field
            label="Crew cap"
            hint="The most jobs in one window across all services. Leave it empty to use only the capacity of the slots."
            error={form.formState.errors.crewCap?.message}
          >
            {(control) => (
              <input
                {...control}
                {...form.register('crewCap', { setValueAs: (text: unknown) => (text === '' ? null : text) })}
                className={`${control.className} max-w-40`}
                inputMode="numeric"
                maxLength={3}
              />
            )}
          </Field>
          <Switch
            control={form.register('respectPostedHours')}
            label="Respect posted hours"
            hint="Closes windows that start outside them, such as 08:00-10:00 on Saturday and Sunday."
          />
          <Switch
            control={form.register('createWorkOrders')}
            label="Create work orders automatically"
            hint="Each booking creates a client and a work order. Turn this off to create them with a button on the booking."
          />
          <TextField
            form={form}
            name="minNoticeHours"
            label="Notice in hours"
            hint="Visitors must call to book a window that starts sooner. 0 takes bookings until the window starts."
            {...COUNT}
          />
          <TextField
            form={form}
            name="manageCutoffHours"
            label="Cut-off hours"
            hint="Clients can move or cancel a booking through its link until this many hours before the window."
            {...COUNT}
          />
          <TextField
            form={form}
            name="travelBufferMinutes"
            label="Travel buffer minutes"
            hint="Dispatch warns if a member has less than this between two jobs. If people are counted, this time is kept free before and after each job: with 30 minutes one person never gets two adjacent windows."
            {...COUNT}
          />
        </Panel>
        <Panel title="Map">
          <TextField
            form={form}
            name="depot"
            label="Depot"
            isRequired
            hint="Where routes on the map start: coordinates such as 50.6745, -120.3273, or a map link."
          />
        </Panel>
      </>
    )}
  </SectionForm>
);
