import type { z } from 'zod';
import { parseCents } from './money';
import type { storeProductSchema } from './store';
import { MAX_QUANTITY } from './store-options';
import type { PricedLine } from './store-sums';

export const CART_KEY = 'cart';

export type StoreProduct = z.output<typeof storeProductSchema>;
export type CartItem = StoreProduct & { quantity: number };

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const numberOrNull = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Parses a stored cart item; undefined unless it has a product, a price and a quantity. */
function toCartItem(value: unknown): CartItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const item = value as Record<string, unknown>;
  const { id, name, price, quantity } = item;
  const isPriced = (typeof price === 'string' || typeof price === 'number') && parseCents(price) !== undefined;
  if (!Number.isSafeInteger(id) || typeof name !== 'string' || !isPriced || !Number.isSafeInteger(quantity) || Number(quantity) < 1)
    return undefined;
  return {
    id: Number(id),
    name,
    price: typeof price === 'number' ? price.toFixed(2) : price,
    quantity: Math.min(Number(quantity), MAX_QUANTITY),
    description: textOrNull(item.description),
    category: textOrNull(item.category) ?? '',
    imageUrl: textOrNull(item.imageUrl),
    stockQuantity: numberOrNull(item.stockQuantity) ?? MAX_QUANTITY,
    rating: numberOrNull(item.rating),
    reviews: numberOrNull(item.reviews),
    isHstTaxable: item.isHstTaxable !== false,
    isPstTaxable: item.isPstTaxable !== false,
  };
}

/** Parses the stored cart and skips unreadable items, which an older page may have written; null if no cart is stored. */
export function parseCart(stored: string | null): CartItem[] | null {
  if (stored === null) return null;
  try {
    const values: unknown = JSON.parse(stored);
    return Array.isArray(values) ? values.flatMap((value) => toCartItem(value) ?? []) : [];
  } catch {
    return [];
  }
}

/** Returns the cart with a product's quantity set, limited to the stock; 0 removes the product. */
export function setQuantity(cart: readonly CartItem[], product: StoreProduct, quantity: number): CartItem[] {
  const wanted = Math.min(quantity, product.stockQuantity, MAX_QUANTITY);
  const others = (item: CartItem) => item.id !== product.id;
  if (wanted < 1) return cart.filter(others);
  if (cart.every(others)) return [...cart, { ...product, quantity: wanted }];
  return cart.map((item) => (item.id === product.id ? { ...item, quantity: wanted } : item));
}

export const countItems = (cart: readonly CartItem[]): number => cart.reduce((count, item) => count + item.quantity, 0);

export const toPricedLines = (cart: readonly CartItem[]): PricedLine[] =>
  cart.map(({ price, quantity, isHstTaxable, isPstTaxable }) => ({
    priceCents: parseCents(price) ?? 0,
    quantity,
    isHstTaxable,
    isPstTaxable,
  }));
