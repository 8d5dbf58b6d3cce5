import { z } from 'zod';
import { positionInput } from './position';
import { TAX_RULES } from './store-sums';
import { CHECKOUT_METHODS } from './store-words';
import { numberInput, requiredText } from './text';

const wholeNumber = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}.`;
  return numberInput(message).pipe(z.int(message).min(min, message).max(max, message));
};
const instructions = requiredText(1000);

/** What the owner may decide. A key that was never saved has its default. */
export const settingsSchema = z.object({
  /** The cart's and the checkout's tax reading: each its documented one, or one for both (decisions X5). */
  taxRule: z.enum(TAX_RULES),
  /** Whether products without a rating show the documented sample figures (decisions X19). */
  showSampleRatings: z.boolean(),
  paymentInstructions: z.object(
    Object.fromEntries(CHECKOUT_METHODS.map((method) => [method, instructions])) as Record<
      (typeof CHECKOUT_METHODS)[number],
      typeof instructions
    >,
  ),
  /** Places of a new slot (back-office.md §3). */
  slotCapacity: wholeNumber(0, 100),
  /** Jobs at a time in a window over all services; null for as many as the slots have places (decisions X32). */
  crewCap: wholeNumber(0, 500).nullable(),
  /** Whether windows that begin outside the posted hours are closed (decisions X28). */
  respectPostedHours: z.boolean(),
  /** Whether a booking becomes a client and a work order by itself (decisions X38). */
  createWorkOrders: z.boolean(),
  /** Hours before its window until which a visitor may move or cancel a booking. */
  manageCutoffHours: wholeNumber(0, 720),
  /** Minutes of travel that two jobs of a member need between them. */
  travelBufferMinutes: wholeNumber(0, 240),
  /** Where the routes of the map begin; it may come as pasted text. */
  depot: positionInput,
});
export type Settings = z.output<typeof settingsSchema>;
/** Some of the settings; what is absent stays as it is. */
export const settingsChange = settingsSchema.partial();

/** What the store's pages need to know of them. */
export const storefrontSchema = settingsSchema.pick({ taxRule: true, showSampleRatings: true });
export type Storefront = z.output<typeof storefrontSchema>;
