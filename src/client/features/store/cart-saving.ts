import { useEffect, useRef } from 'react';
import { MAX_SAVED_LINES } from '../../../shared/store-options';
import { tryStorage } from '../../browser-store';
import { randomId } from '../../random-id';
import { readCart, useCart } from './cart-store';

// The server stores a cart for a reminder only after the visitor has ticked the box and entered an address. The browser chooses the
// cart's id and uses it until the cart is ordered.
const ID_KEY = 'kept-cart';
const WAIT_MS = 1000;

let memory: string | null = null;
const readId = (): string | null => tryStorage(() => localStorage.getItem(ID_KEY)) ?? memory;
function writeId(id: string | null): void {
  memory = id;
  tryStorage(() => (id === null ? localStorage.removeItem(ID_KEY) : localStorage.setItem(ID_KEY, id)));
}

export const getSavedCartId = (): string | undefined => readId() ?? undefined;

export type CartToSave = { id: string; items: { productId: number; quantity: number }[]; email: string | null; consent: boolean };
type Keeper = { uploadCart: (cart: CartToSave) => Promise<unknown> };

function cartFor(person: Pick<CartToSave, 'email' | 'consent'>): CartToSave {
  const id = readId() ?? randomId();
  writeId(id);
  // Without consent an empty cart is sent, which makes the server delete it.
  const lines = person.consent ? (readCart() ?? []).slice(0, MAX_SAVED_LINES) : [];
  const items = lines.map(({ id: productId, quantity }) => ({ productId, quantity }));
  return { id, items, ...person };
}

/** Returns the address and consent of a checkout form; undefined while the address is incomplete. */
function readPerson(form: HTMLFormElement): Pick<CartToSave, 'email' | 'consent'> | undefined {
  const email = form.elements.namedItem('email');
  const consent = form.elements.namedItem('marketing');
  if (!(consent instanceof HTMLInputElement && consent.checked)) return { email: null, consent: false };
  if (!(email instanceof HTMLInputElement) || !email.value.trim() || !email.checkValidity()) return undefined;
  return { email: email.value.trim(), consent: true };
}

/** Saves the cart of a checkout: call `note` when a field loses focus, `flush` before sending the order, `end` once it is placed. */
export function useCartSaving(load: () => Promise<Keeper>) {
  const cart = useCart();
  const person = useRef<ReturnType<typeof readPerson>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef('');

  const send = useRef(() => {
    clearTimeout(timer.current);
    if (!person.current || (!person.current.consent && readId() === null)) return;
    const kept = cartFor(person.current);
    const text = JSON.stringify(kept);
    if (text === sent.current) return;
    sent.current = text;
    // The checkout does not wait for the cart to be saved.
    load()
      .then(({ uploadCart }) => uploadCart(kept))
      .catch(() => {
        sent.current = '';
      });
  });
  const plan = useRef(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(send.current, WAIT_MS);
  });
  // Sends the cart when it changes, here or in another tab.
  useEffect(() => {
    if (cart && person.current) plan.current();
  }, [cart]);
  // Clears the timer on unmount.
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    note: (form: HTMLFormElement) => {
      person.current = readPerson(form) ?? person.current;
      plan.current();
    },
    flush: (form: HTMLFormElement) => {
      person.current = readPerson(form) ?? person.current;
      send.current();
    },
    end: () => {
      person.current = undefined;
      clearTimeout(timer.current);
      writeId(null);
    },
  };
}
