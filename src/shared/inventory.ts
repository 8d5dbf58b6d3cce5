import { z } from 'zod';
import { MAX_QUANTITY } from './store-words';
import { byId, idSchema, numberInput, optionalLine, requiredLine } from './text';

/** Why a stock changed: sold, put back by a cancelled order, bought, counted, or there from the beginning. */
export const MOVEMENT_KINDS = ['sale', 'cancel', 'receive', 'adjust', 'initial'] as const;

const RECEIVED = 'Please enter a whole number of at least 1.';
const CHANGED = 'Please enter a whole number other than 0, such as 5 or -2.';
const LARGEST = 100 * MAX_QUANTITY;

/** Goods that arrived. */
export const stockReceipt = byId.extend({
  quantity: numberInput(RECEIVED).pipe(z.int(RECEIVED).min(1, RECEIVED).max(LARGEST, `Please enter at most ${LARGEST}.`)),
  note: optionalLine(240),
});
/** A correction by a count, as the difference, so that two people counting do not undo each other's sales. */
export const stockAdjustment = byId.extend({
  quantity: numberInput(CHANGED).pipe(
    z
      .int(CHANGED)
      .min(-LARGEST, CHANGED)
      .max(LARGEST, CHANGED)
      .refine((change) => change !== 0, CHANGED),
  ),
  note: requiredLine(240),
});

export const movementListInput = z.object({
  productId: idSchema.optional(),
  limit: z.int().min(1).max(100).default(50),
  cursor: idSchema.nullish(),
});
/** One row of the stock ledger: the change, the quantity it left, and who caused it. */
const movementSchema = z.object({
  id: z.int(),
  productId: z.int(),
  productName: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  quantity: z.int(),
  stockAfter: z.int(),
  orderNumber: z.int().nullable(),
  note: z.string().nullable(),
  actor: z.string(),
  at: z.string(),
});
export type StockMovement = z.output<typeof movementSchema>;
export const movementList = z.object({ rows: z.array(movementSchema), nextCursor: z.int().nullable() });
export const stockLevel = z.object({ productId: z.int(), stockQuantity: z.int() });
