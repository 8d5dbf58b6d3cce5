import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { formatPosition } from '../../../shared/position';
import { type Settings, settingsSchema } from '../../../shared/settings';

const KEYS = {
  slotCapacity: true,
  crewCap: true,
  respectPostedHours: true,
  createWorkOrders: true,
  manageCutoffHours: true,
  travelBufferMinutes: true,
  depot: true,
} as const;
export const bookingSchema = settingsSchema.pick(KEYS);
type Input = z.input<typeof bookingSchema>;
export type BookingFormState = UseFormReturn<Input, unknown, z.output<typeof bookingSchema>>;

export const toFields = (settings: Settings): Input => ({ ...bookingSchema.parse(settings), depot: formatPosition(settings.depot) });
