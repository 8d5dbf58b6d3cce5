import { useMemo, useSyncExternalStore } from 'react';
import { CART_KEY, type CartItem, parseCart, type StoreProduct, setQuantity } from '../../../shared/cart';

// The cart is in localStorage, shared by all tabs. If the browser forbids storage, it lasts as long as the page.
let memory: string | null = null;
let isForbidden = false;
let read: { stored: string | null; cart: CartItem[] | null } = { stored: null, cart: null };
const listeners = new Set<() => void>();

function readStored(): string | null {
  try {
    return isForbidden ? memory : localStorage.getItem(CART_KEY);
  } catch {
    isForbidden = true;
    return memory;
  }
}

function write(stored: string | null): void {
  memory = stored;
  try {
    if (stored === null) localStorage.removeItem(CART_KEY);
    else localStorage.setItem(CART_KEY, stored);
    isForbidden = false;
  } catch {
    isForbidden = true;
  }
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Returns the saved cart, or null. Returns the same array until the cart changes. */
export function readCart(): readonly CartItem[] | null {
  const stored = readStored();
  if (stored !== read.stored) read = { stored, cart: parseCart(stored) };
  return read.cart;
}

/** Saves a cart. An empty cart is saved too, because the checkout opens for an empty cart but not without one. */
export const saveCart = (cart: readonly CartItem[]): void => write(JSON.stringify(cart));

export const clearCart = (): void => write(null);

export const isCartStored = (): boolean => readStored() !== null && !isForbidden;

/** Sets the quantity of a product in the saved cart, limited to its stock; 0 removes it. Returns the new quantity. */
export function putIntoCart(product: StoreProduct, quantity: number): number {
  const cart = setQuantity(readCart() ?? [], product, quantity);
  saveCart(cart);
  return cart.find((item) => item.id === product.id)?.quantity ?? 0;
}

const onStorage = ({ key }: StorageEvent) => {
  if (key === CART_KEY || key === null) notify();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    // A page restored from the back/forward cache may have missed changes.
    window.addEventListener('pageshow', notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', notify);
  };
}

/** Returns the saved cart and follows its changes in all tabs; null if no cart is saved, and on the server. */
export const useCart = (): readonly CartItem[] | null => useSyncExternalStore(subscribe, readCart, () => null);

/** Returns the quantities of some products in the saved cart, by id. Returns the same map until one of them changes. */
export function useQuantities(products: readonly StoreProduct[]): ReadonlyMap<number, number> {
  const serialized = useSyncExternalStore(
    subscribe,
    () => {
      const wanted = new Set(products.map(({ id }) => id));
      return JSON.stringify((readCart() ?? []).filter(({ id }) => wanted.has(id)).map(({ id, quantity }) => [id, quantity]));
    },
    () => '[]',
  );
  return useMemo(() => new Map(JSON.parse(serialized) as [number, number][]), [serialized]);
}
