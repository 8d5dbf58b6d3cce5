import { TextField } from '../../ui/form';
import type { BookingFormState } from './booking-form';

export const MapSettings = ({ form }: { form: BookingFormState }) => (
  <TextField
    form={form}
    name="depot"
    label="Depot"
    isRequired
    hint="Where the routes of the map begin: coordinates such as 50.6745, -120.3273, or a link of a map."
  />
);
