import { BOOKING_SERVICE_TYPES } from '../../shared/booking';
import { summarizeEstimate, USUAL_HOME } from '../../shared/pricing';
import type { Estimator } from '../../shared/pricing-schemas';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';
import { activeItems, getMinimum } from './service';

/** Returns what public pages need to estimate by themselves. */
export function getEstimator(ctx: Pick<Ctx, 'db'>): Estimator {
  const services = BOOKING_SERVICE_TYPES.flatMap((type) => {
    const items = activeItems(ctx.db).all({ serviceType: type });
    return items.some(({ unit }) => unit !== 'extra') ? [{ type, minimumCents: getMinimum(ctx, type), items }] : [];
  });
  const [first] = services;
  return { services, opening: first ? summarizeEstimate(first, USUAL_HOME) : null, discounts: getSettings(ctx).planDiscounts };
}
