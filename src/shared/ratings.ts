import { z } from 'zod';
import { pageSchema } from './page';
import { idSchema, pageInput } from './text';

/** The most stars of a rating after which the office should call the client. */
export const POOR_STARS = 3;

export const ratingListInput = pageInput.extend({ clientId: idSchema.optional(), teamMemberId: idSchema.optional() });
const rating = z.object({
  id: z.int(),
  workOrderId: z.int(),
  clientId: z.int(),
  clientName: z.string(),
  /** The member who led the visit. */
  memberName: z.string().nullable(),
  stars: z.int(),
  text: z.string().nullable(),
  /** Start of the visit. */
  visitAt: z.string(),
  updatedAt: z.string(),
});
export type Rating = z.output<typeof rating>;
export const ratingList = pageSchema(rating);

export const ratingFiguresInput = z.object({ teamMemberId: idSchema.optional() });
export const ratingFigures = z.object({
  count: z.int(),
  /** With one decimal place; null without a rating. */
  average: z.string().nullable(),
  /** Ratings of at most {@link POOR_STARS}. */
  low: z.int(),
});
