import { z } from 'zod';
import { PRIORITIES, WORK_ORDER_STATUSES } from './dispatch';
import { positionSchema } from './position';
import { idSchema } from './text';
import { daySchema } from './time-input';

/** Most jobs of a day that the map shows. */
export const MAX_MAP_JOBS = 200;

/** A day, with the jobs of all members, or of one; null means the unassigned jobs. */
export const mapDayInput = z.object({ day: daySchema, teamMemberId: idSchema.nullish() });

const mapJobSchema = z.object({
  id: z.int(),
  workOrderId: z.string(),
  clientId: z.int(),
  /** An additional address of the client, or null for the primary one. */
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
  /** The job came from a booking, so its time window was promised to the client. */
  hasFixedWindow: z.boolean(),
});
export type MapJob = z.output<typeof mapJobSchema>;

/** The day's jobs by time, without cancelled ones; `members` and `unassigned` count all jobs of the day. */
export const mapDaySchema = z.object({
  rows: z.array(mapJobSchema),
  /** The day has more than {@link MAX_MAP_JOBS} jobs. */
  isCut: z.boolean(),
  members: z.array(z.object({ id: z.int(), name: z.string(), jobs: z.int() })),
  unassigned: z.int(),
});
export type MapDay = z.output<typeof mapDaySchema>;

/** A client's primary address, or with `addressId` an additional one. */
export const mapPlaceInput = z.object({ clientId: idSchema, addressId: idSchema.nullish() });
export const positionChange = mapPlaceInput.extend(positionSchema.shape);
export const placedSchema = positionSchema.extend({ clientId: z.int(), addressId: z.int().nullable() });
/** A position found by the geocoder, with the notice that its licence requires. */
export const lookedUpSchema = placedSchema.extend({ licence: z.string().nullable() });

export const mapSettingsSchema = z.object({
  depot: positionSchema,
  /** Tile URL with {z}, {x} and {y}; null for a map without tiles. */
  tileUrl: z.string().nullable(),
  /** Attribution of the tiles; may contain HTML links. */
  attribution: z.string().nullable(),
  /** Host of the geocoder; null if address look-up is not configured. */
  lookUpHost: z.string().nullable(),
});
export type MapSettings = z.output<typeof mapSettingsSchema>;
