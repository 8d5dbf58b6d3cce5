import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { showPosition } from '../../../shared/position';
import { type Settings, settingsSchema } from '../../../shared/settings';
import { Panel } from '../../ui/panel';
import { BookingSettings } from './booking-settings';
import { MapSettings } from './map-settings';
import { SectionForm, WithSettings } from './section-form';

const KEYS = {
  slotCapacity: true,
  crewCap: true,
  respectPostedHours: true,
  createWorkOrders: true,
  manageCutoffHours: true,
  travelBufferMinutes: true,
  depot: true,
} as const;
const schema = settingsSchema.pick(KEYS);
type Input = z.input<typeof schema>;
export type BookingFormState = UseFormReturn<Input, unknown, z.output<typeof schema>>;

const toFields = (settings: Settings): Input => ({ ...schema.parse(settings), depot: showPosition(settings.depot) });

/** The rules of bookings and dispatch, and where the map begins. */
export const BookingSection = () => (
  <WithSettings>
    {(settings) => (
      <SectionForm settings={settings} schema={schema} toFields={toFields} toChange={(values) => values}>
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
    )}
  </WithSettings>
);
