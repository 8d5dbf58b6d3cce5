import { useMemo, useSyncExternalStore } from 'react';
import { CART_KEY, type CartItem, parseCart, type StoreProduct, setQuantity } from '../../../shared/cart';

// The store's cart lives in this browser's storage, where every tab of the shop finds it (public-site.md §3). Where the
// browser forbids storage this page keeps it for itself.
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

/** The cart as it is saved now; null where none is. The same cart is the same array. */
export function readCart(): readonly CartItem[] | null {
  const stored = readStored();
  if (stored !== read.stored) read = { stored, cart: parseCart(stored) };
  return read.cart;
}

/** Saves a cart; an empty one is saved as such, so that the checkout can tell it from none (decisions X15). */
export const saveCart = (cart: readonly CartItem[]): void => write(JSON.stringify(cart));

/** Takes the saved cart away: it has been ordered. */
export const clearCart = (): void => write(null);

/** Whether another page of this site will find the cart. */
export const isCartKept = (): boolean => readStored() !== null && !isForbidden;

/** Sets how many of a product lie in the saved cart, within its stock; 0 takes it out. Answers the quantity there is now. */
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
    // A page that comes back with the browser's back button has slept through what other pages did.
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

/** The saved cart, followed through this page's changes and those of other tabs; null where none is, and on the server. */
export const useCart = (): readonly CartItem[] | null => useSyncExternalStore(subscribe, readCart, () => null);

/** How many of each of some products lie in the saved cart, by id; the same until one of them changes. */
export function useQuantities(products: readonly StoreProduct[]): ReadonlyMap<number, number> {
  const inWords = useSyncExternalStore(
    subscribe,
    () => {
      const wanted = new Set(products.map(({ id }) => id));
      return JSON.stringify((readCart() ?? []).filter(({ id }) => wanted.has(id)).map(({ id, quantity }) => [id, quantity]));
    },
    () => '[]',
  );
  return useMemo(() => new Map(JSON.parse(inWords) as [number, number][]), [inWords]);
}
