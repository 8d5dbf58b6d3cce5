import { CART_KEY, type CartItem, type StoreProduct } from '../../src/shared/cart';

/** A product of the store as visitors see it. */
export const product = (id: number, more: Partial<StoreProduct> = {}): StoreProduct => ({
  id,
  name: `Mop ${id}`,
  description: 'Reaches every corner.',
  price: '10.00',
  category: 'Tools',
  imageUrl: null,
  stockQuantity: 5,
  rating: null,
  reviews: null,
  isHstTaxable: true,
  isPstTaxable: true,
  ...more,
});
export const inCart = (id: number, quantity: number, more: Partial<StoreProduct> = {}): CartItem => ({ ...product(id, more), quantity });

export const fillCart = (...items: CartItem[]) => localStorage.setItem(CART_KEY, JSON.stringify(items));
export const savedCart = () => JSON.parse(localStorage.getItem(CART_KEY) ?? 'null') as CartItem[] | null;
