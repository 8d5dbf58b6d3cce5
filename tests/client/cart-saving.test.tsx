import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveCart } from '../../src/client/features/store/cart-store';
import type { CartItem } from '../../src/shared/cart';
import {
  answers,
  bodiesOf,
  confirmed,
  field,
  fillCart,
  fillIn,
  lost,
  network,
  open,
  orders,
  saved,
  soap,
  TYPED,
} from '../support/checkout-page';

const SOAP: CartItem = { ...soap, quantity: 1 };
const CONSENT = 'Send me a reminder if I leave my cart, and occasional news. I can unsubscribe at any time.';
const UUID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const QUIET = { timeout: 4000 };

const kept = () => bodiesOf('saveCart');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fillCart([SOAP]);
  answers.saveCart = [saved];
  open();
});

const consent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: CONSENT });
function type(label: string, text: string) {
  fireEvent.input(field(label), { target: { value: text } });
  fireEvent.blur(field(label));
}
/** Lets time go by, and whatever is sent in it be sent to its end: the part that sends is fetched for the first. */
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(50);
  });
/** Lets what is planned be sent, and waits until the cart has been sent so often. */
async function waitForKept(count: number): Promise<void> {
  await pass(1300);
  await waitFor(() => expect(kept()).toHaveLength(count), QUIET);
}

/** Ticks the box, enters an address, and waits until the cart has been sent. */
async function agree(): Promise<void> {
  fireEvent.click(consent());
  type('Email', 'maria@example.com');
  await waitForKept(1);
}

describe('a cart at the checkout', () => {
  test('stays in the browser until the visitor ticks the box and enters a full address', async () => {
    expect(consent().checked).toBe(false);
    type('Email', 'maria@example.com');
    await pass(1300);
    type('Email', 'maria@');
    fireEvent.click(consent());
    await pass(1300);
    expect(kept()).toEqual([]);
    type('Email', ' maria@example.com ');
    await waitForKept(1);
    expect(kept()).toEqual([{ id: UUID, items: [{ productId: 3, quantity: 1 }], email: 'maria@example.com', consent: true }]);
  });
  test('is sent again under its id only when it changes, and is withdrawn when the box is cleared', async () => {
    await agree();
    type('City', 'Kamloops');
    await pass(1300);
    expect(kept()).toHaveLength(1);
    act(() => saveCart([{ ...SOAP, quantity: 4 }]));
    await waitForKept(2);
    expect(kept()[1]).toEqual({ ...kept()[0], items: [{ productId: 3, quantity: 4 }] });
    fireEvent.click(consent());
    type('City', 'Merritt');
    await waitForKept(3);
    expect(kept()[2]).toEqual({ id: kept()[0]?.id, items: [], email: null, consent: false });
  });
  test('is saved with at most fifty products', async () => {
    act(() => saveCart(Array.from({ length: 60 }, (_, place) => ({ ...SOAP, id: place + 1 }))));
    await agree();
    expect(kept()[0]?.items).toHaveLength(50);
  });
  test('is sent with the next change after a failure', async () => {
    answers.saveCart = [lost, saved];
    await agree();
    type('City', 'Kamloops');
    await waitForKept(2);
    expect(kept()[1]).toEqual(kept()[0]);
  });
  test('is linked to its order, and sends the last consent before it', async () => {
    fillIn(TYPED, 'Cash on Delivery');
    fireEvent.click(consent());
    fireEvent.click(screen.getByRole('button', { name: 'Place Order' }));
    await confirmed();
    expect(kept()).toMatchObject([{ consent: true, email: 'maria@example.com' }]);
    expect(orders()).toMatchObject([{ cartId: kept()[0]?.id }]);
    expect(network.mock.calls.filter(([url]) => String(url).includes(','))).toEqual([]);
    await pass(1300);
    // The next cart is another one.
    expect(kept()).toHaveLength(1);
    expect(localStorage.getItem('kept-cart')).toBeNull();
  });
});
