import { useEffect, useRef } from 'react';
import { randomId } from '../../random-id';
import { readCart, useCart } from './cart-store';

// A cart that is left at the checkout is kept by the server for a reminder, once its visitor has ticked the box and given an address;
// before that nothing leaves the browser. Its id is this browser's own, until the cart is ordered.
const ID_KEY = 'kept-cart';
/** The lines that are kept of a long cart. */
const MOST_LINES = 50;
/** How long a visitor may go on changing things before they are sent. */
const WAIT_MS = 1000;

let memory: string | null = null;
function readId(): string | null {
  try {
    return localStorage.getItem(ID_KEY) ?? memory;
  } catch {
    return memory;
  }
}
function writeId(id: string | null): void {
  memory = id;
  try {
    if (id === null) localStorage.removeItem(ID_KEY);
    else localStorage.setItem(ID_KEY, id);
  } catch {
    // Without storage the page remembers it until it is left.
  }
}

/** The id under which the cart was sent to be kept; undefined where it never was. */
export const getSavedCartId = (): string | undefined => readId() ?? undefined;

export type CartToSave = { id: string; items: { productId: number; quantity: number }[]; email: string | null; consent: boolean };
type Keeper = { uploadCart: (cart: CartToSave) => Promise<unknown> };

function cartFor(person: Pick<CartToSave, 'email' | 'consent'>): CartToSave {
  const id = readId() ?? randomId();
  writeId(id);
  // Without the tick nothing stays with the server.
  const lines = person.consent ? (readCart() ?? []).slice(0, MOST_LINES) : [];
  const items = lines.map(({ id: productId, quantity }) => ({ productId, quantity }));
  return { id, items, ...person };
}

/** Who may be reminded by what a checkout's form says: nobody without the tick; undefined where the address is not whole. */
function personIn(form: HTMLFormElement): Pick<CartToSave, 'email' | 'consent'> | undefined {
  const email = form.elements.namedItem('email');
  const consent = form.elements.namedItem('marketing');
  if (!(consent instanceof HTMLInputElement && consent.checked)) return { email: null, consent: false };
  if (!(email instanceof HTMLInputElement) || !email.value.trim() || !email.checkValidity()) return undefined;
  return { email: email.value.trim(), consent: true };
}

/** Keeps the cart of a checkout: call `note` when a field is left, `flush` before the order goes, `end` when it is placed. */
export function useCartSaving(load: () => Promise<Keeper>) {
  const cart = useCart();
  const person = useRef<ReturnType<typeof personIn>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef('');

  const send = useRef(() => {
    clearTimeout(timer.current);
    if (!person.current || (!person.current.consent && readId() === null)) return;
    const kept = cartFor(person.current);
    const text = JSON.stringify(kept);
    if (text === sent.current) return;
    sent.current = text;
    // Nobody waits for it, and the checkout goes on without it.
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
  // Tells the server of a cart that changes, here or in another tab.
  useEffect(() => {
    if (cart && person.current) plan.current();
  }, [cart]);
  // Ends the browser's timer with the page.
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    note: (form: HTMLFormElement) => {
      person.current = personIn(form) ?? person.current;
      plan.current();
    },
    flush: (form: HTMLFormElement) => {
      person.current = personIn(form) ?? person.current;
      send.current();
    },
    end: () => {
      person.current = undefined;
      clearTimeout(timer.current);
      writeId(null);
    },
  };
}
