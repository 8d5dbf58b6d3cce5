import type { BookingServiceType } from '../src/shared/booking';
import type { PriceUnit } from '../src/shared/pricing';
import { type Db, inTransaction } from './client';
import { activity, priceItems, settings } from './schema';

type Item = [name: string, unit: PriceUnit, cents: number, minutes: number];

/**
 * The starter prices, which come to the fixed-price packages of the marketplace: Basic Home Cleaning is a home with one bedroom and one
 * bathroom, Deep Clean Premium the same, Move-in/Move-out its extra, and Commercial Office 1,000 square feet. No package names a price for
 * carpets or windows, so these start without any.
 */
const ITEMS: Partial<Record<BookingServiceType, Item[]>> = {
  residential: [
    ['Home visit', 'flat', 4900, 60],
    ['Bedroom', 'bedroom', 1500, 30],
    ['Bathroom', 'bathroom', 2500, 30],
    ['Inside the oven', 'extra', 3500, 30],
    ['Inside the fridge', 'extra', 3000, 30],
    ['Inside windows', 'extra', 4000, 45],
  ],
  'deep-cleaning': [
    ['Deep clean visit', 'flat', 7900, 120],
    ['Bedroom', 'bedroom', 3000, 60],
    ['Bathroom', 'bathroom', 4000, 60],
    ['Move-in or move-out', 'extra', 10_000, 120],
  ],
  commercial: [
    ['Office visit', 'flat', 11_900, 120],
    ['Office space', '100sqft', 800, 6],
  ],
};
/** The least that a visit costs: the price of the service's package. */
const MINIMUM_CHARGES: Partial<Record<BookingServiceType, string>> = {
  residential: '89.00',
  'deep-cleaning': '149.00',
  commercial: '199.00',
};

/** Loads the starter prices into a database that `openDb` has just created. The owner changes or removes them in the settings. */
export function seedPrices(db: Db, now: Date): void {
  const at = now.toISOString();
  const rows = Object.entries(ITEMS).flatMap(([serviceType, items]) =>
    items.map(([name, unit, priceCents, minutes], index) => ({
      ...{ serviceType, name, unit, priceCents, minutes, sort: index + 1, createdAt: at, updatedAt: at },
    })),
  );
  inTransaction(db, () => {
    db.insert(priceItems).values(rows).run();
    db.insert(settings)
      .values({ key: 'minimumCharges', value: JSON.stringify(MINIMUM_CHARGES), updatedAt: at })
      .onConflictDoNothing()
      .run();
    const data = JSON.stringify({ prices: rows.length });
    db.insert(activity).values({ at, actorKind: 'system', verb: 'prices.loaded', entityType: 'price', entityId: 'all', data }).run();
  });
}
