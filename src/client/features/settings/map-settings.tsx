import { Field } from '../../ui/public/field';
import type { BookingFormState } from './booking-form';

/** The start of the routes on the Team Dashboard's map. */
export const MapSettings = ({ form: { register, formState } }: { form: BookingFormState }) => (
  <Field
    label="Depot"
    isRequired
    hint="Where the routes of the map begin: coordinates such as 50.6745, -120.3273, or a link of a map."
    error={formState.errors.depot?.message}
  >
    {(control) => <input {...control} {...register('depot')} autoComplete="off" />}
  </Field>
);
