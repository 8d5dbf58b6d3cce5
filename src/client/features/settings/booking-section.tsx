import { Panel } from '../../ui/panel';
import { bookingSchema, toFields } from './booking-form';
import { BookingSettings } from './booking-settings';
import { MapSettings } from './map-settings';
import { SectionForm } from './section-form';

export const BookingSection = () => (
  <SectionForm schema={bookingSchema} toFields={toFields} toChange={(values) => values}>
    {(form) => (
      <>
        <Panel title="Booking">
          <BookingSettings form={form} />
        </Panel>
        <Panel title="Map">
          <MapSettings form={form} />
        </Panel>
      </>
    )}
  </SectionForm>
);
