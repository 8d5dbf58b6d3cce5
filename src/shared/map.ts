import { z } from 'zod';
import { PRIORITIES, WORK_ORDER_STATUSES } from './dispatch';
import { positionSchema } from './position';
import { idSchema } from './text';
import { daySchema } from './time-input';

/** Jobs of a day that the map shows; more are said to be more. */
export const MAX_MAP_JOBS = 200;

/** A day of the company, all of it or one member's; null asks for the jobs that nobody has. */
export const mapDayInput = z.object({ day: daySchema, teamMemberId: idSchema.nullish() });

const mapJobSchema = z.object({
  id: z.int(),
  workOrderId: z.string(),
  clientId: z.int(),
  /** One of the client's further addresses, or null for the client's own. */
  addressId: z.int().nullable(),
  clientName: z.string(),
  address: z.string(),
  position: positionSchema.nullable(),
  serviceType: z.string(),
  status: z.enum(WORK_ORDER_STATUSES),
  priority: z.enum(PRIORITIES),
  scheduledDate: z.string(),
  estimatedDuration: z.int().nullable(),
  teamMemberId: z.int().nullable(),
  teamMember: z.string().nullable(),
  /** Whether it came from a booking, whose window was promised to the client. */
  hasFixedWindow: z.boolean(),
});
export type MapJob = z.output<typeof mapJobSchema>;

/** The jobs of a day that are not cancelled, by their time, and who has how many of all of them. */
export const mapDaySchema = z.object({
  rows: z.array(mapJobSchema),
  /** Whether there are more than {@link MAX_MAP_JOBS}. */
  isCut: z.boolean(),
  members: z.array(z.object({ id: z.int(), name: z.string(), jobs: z.int() })),
  unassigned: z.int(),
});
export type MapDay = z.output<typeof mapDaySchema>;

/** Where a job is: at a client's own address, or at one of its further ones. */
export const mapPlaceInput = z.object({ clientId: idSchema, addressId: idSchema.nullish() });
export const positionChange = mapPlaceInput.extend(positionSchema.shape);
export const placedSchema = positionSchema.extend({ clientId: z.int(), addressId: z.int().nullable() });
/** The same found by the look-up, with the words that its licence asks to show. */
export const lookedUpSchema = placedSchema.extend({ licence: z.string().nullable() });

export const mapSettingsSchema = z.object({
  depot: positionSchema,
  /** Where the tiles under the map come from, with {z}, {x} and {y}; null for the plain ground. */
  tileUrl: z.string().nullable(),
  /** Whose data is shown, with links as HTML writes them. */
  attribution: z.string().nullable(),
  /** The host that looks addresses up, or null where none is set up. */
  lookUpHost: z.string().nullable(),
});
export type MapSettings = z.output<typeof mapSettingsSchema>;
