import type { PriceItemInput } from '../../src/shared/pricing-schemas';
import type { Shop } from './shop';

/** A price book of residential cleaning: 49 + 15 a bedroom + 25 a bathroom, and an extra for 35 dollars. */
const BOOK = [
  { name: 'Home visit', unit: 'flat', price: '49.00', minutes: 60 },
  { name: 'Bedroom', unit: 'bedroom', price: '15.00', minutes: 30 },
  { name: 'Bathroom', unit: 'bathroom', price: '25.00', minutes: 30 },
  { name: 'Inside the oven', unit: 'extra', price: '35.00', minutes: 30 },
] as const;

/** Saves the price book of a service and returns its items. */
export async function addPrices({ admin }: Pick<Shop, 'admin'>, serviceType = 'residential') {
  const saved = [];
  for (const item of BOOK) saved.push(await admin.pricing.saveItem({ serviceType, ...item }));
  return saved;
}

/** An item as a caller sends it. */
export const PRICE: Omit<PriceItemInput, 'price' | 'id'> & { price: string } = {
  serviceType: 'residential',
  name: 'Bedroom',
  unit: 'bedroom',
  price: '15.00',
  minutes: 30,
};
