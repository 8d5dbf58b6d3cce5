import { z } from 'zod';
import { crewSize } from './crew';
import { jobFields } from './dispatch';
import { byId, optionalAddress } from './text';

export const ADDRESS_NEEDED = 'Please enter the service address.';

/**
 * A job for a quote request. `address` is used if the request has no address; `another` allows a second work order for the same request.
 * Stands apart from `quotes-schemas`, which the landing page loads.
 */
export const quoteWorkOrder = byId.extend({
  address: optionalAddress(240),
  another: z.boolean().default(false),
  totalAmount: jobFields.totalAmount.nullish(),
  /** The usual two hours if missing. */
  estimatedDuration: jobFields.estimatedDuration.nullish(),
  crewSize: crewSize.default(1),
});
