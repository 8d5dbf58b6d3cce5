import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateCart } from '../../src/client/features/store/checkout-sending';
import { CART_KEY, type CartItem, type StoreProduct } from '../../src/shared/cart';
import type { TaxRule } from '../../src/shared/store-sums';
import {
  amounts,
  answers,
  broom,
  button,
  CART,
  confirmed,
  failed,
  field,
  fillCart,
  fillIn,
  leave,
  lost,
  method,
  network,
  ORDER,
  open,
  openAndOrder,
  orders,
  placed,
  press,
  priced,
  refused,
  soap,
  TYPED,
  toast,
} from '../support/checkout-page';

beforeEach(() => fillCart());

describe('opening the checkout', () => {
  test('redirects to the store without a saved cart', async () => {
    localStorage.clear();
    open();
    await waitFor(() => expect(leave.replace).toHaveBeenCalledWith('/store'));
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('asks for seven required fields, optional notes and one of the four documented payment methods, none selected', () => {
    open();
    expect(Object.keys(TYPED).map((label) => [label, field(label).getAttribute('aria-required'), field(label).autocomplete])).toEqual([
      ['First Name', 'true', 'given-name'],
      ['Last Name', 'true', 'family-name'],
      ['Email', 'true', 'email'],
      ['Phone', 'true', 'tel'],
      ['Address', 'true', 'address-line1'],
      ['City', 'true', 'address-level2'],
      ['Postal Code', 'true', 'postal-code'],
    ]);
    expect(field('Order Notes')).not.toHaveAttribute('aria-required');
    expect(leave.replace).not.toHaveBeenCalled();
    const radios = within(screen.getByRole('radiogroup', { name: 'Payment Method' })).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => [radio.value, radio.checked])).toEqual([
      ['interac', false],
      ['direct-deposit', false],
      ['cash', false],
      ['cheque', false],
    ]);
    expect(method('Cash on Delivery').value).toBe('cash');
    expect(method('Cash on Delivery')).toHaveAccessibleDescription(/driver/);
  });

  test.each<[TaxRule, Record<string, string>]>([
    ['documented', { Subtotal: '$70.97', 'HST (12%)': '$8.52', Total: '$79.49' }],
    ['cart-19', { Subtotal: '$70.97', 'HST (12%)': '$8.52', 'BC PST (7%)': '$4.97', Total: '$84.46' }],
  ])('shows the totals of the rule %s', (rule, expected) => {
    open(rule);
    expect(amounts()).toEqual(expected);
    expect(screen.getByText('2 × $27.99')).toBeInTheDocument();
  });
});

describe('validating the checkout', () => {
  test('disables the button until a payment method is chosen; Enter names the missing step and sends nothing', async () => {
    open();
    expect(button()).toBeDisabled();
    fillIn(TYPED, '');
    await userEvent.type(field('City'), '{Enter}');
    expect(toast()).toMatchObject({ title: 'Payment Method Required', kind: 'destructive' });
    expect(method('Interac e-Transfer')).toHaveFocus();
    expect(orders()).toEqual([]);
    fireEvent.click(method('Cheque'));
    expect(button()).toBeEnabled();
  });

  test('names each empty field in the documented words', async () => {
    open();
    fireEvent.click(method('Cheque'));
    await press();
    await failed('Missing Information');
    expect(toast()?.description).toBe('Please fill in all required fields.');
    for (const label of Object.keys(TYPED)) expect(field(label)).toHaveAccessibleDescription(/^Please enter /);
    expect(field('First Name')).toHaveFocus();
    fireEvent.input(field('First Name'), { target: { value: 'M' } });
    expect(field('First Name')).not.toHaveAttribute('aria-invalid');
    expect(field('Last Name')).toHaveAttribute('aria-invalid', 'true');
    expect(network).not.toHaveBeenCalled();
  });

  const NAME_TOO_LONG = 'First and last name together: at most 120 characters.';
  test.each([
    ['Email', { Email: 'maria at example' }, /valid email address/],
    ['Phone', { Phone: '12' }, /full phone number/],
    ['Postal Code', { 'Postal Code': '?' }, /postal code/],
    ['First Name', { 'First Name': 'x'.repeat(121) }, NAME_TOO_LONG],
    ['First Name', { 'First Name': 'x'.repeat(60), 'Last Name': 'y'.repeat(60) }, NAME_TOO_LONG],
  ])('reports %s as invalid, not as missing or cut: %j', async (label, typed, words) => {
    await openAndOrder({ ...TYPED, ...typed });
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(words));
    for (const [name, text] of Object.entries(typed)) expect(field(name)).toHaveValue(text);
    expect(toast()?.title).not.toBe('Missing Information');
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
    expect(orders()).toEqual([]);
  });

  test('reports only the empty cart if the cart is empty', async () => {
    localStorage.setItem(CART_KEY, '[]');
    open();
    fireEvent.click(method('Cheque'));
    await press();
    await failed('Empty Cart');
    expect(network).not.toHaveBeenCalled();
  });

  test('treats a cart emptied or removed in another tab as empty', async () => {
    open();
    fillIn();
    localStorage.removeItem(CART_KEY);
    fireEvent(window, new StorageEvent('storage', { key: CART_KEY }));
    expect(screen.getByText(/Your cart is empty/)).toBeInTheDocument();
    await press();
    await failed('Empty Cart');
    expect(leave.replace).not.toHaveBeenCalled();
  });
});

describe('placing the order', () => {
  test('sends the form and the shown totals, clears cart and draft, and opens the confirmation', async () => {
    await openAndOrder();
    await confirmed();
    expect(orders()).toHaveLength(1);
    expect(orders()[0]).toMatchObject(ORDER);
    expect(orders()[0]?.idempotencyKey).toMatch(/^[\w-]{36}$/);
    expect(orders()[0]?.filledInMs).toBeGreaterThanOrEqual(2000);
    expect(localStorage.getItem(CART_KEY)).toBeNull();
    expect(localStorage.getItem('draft:checkout')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    expect(button()).toHaveTextContent('Placing Order...');
  });

  test('sends the notes, and both taxes if the rule includes them', async () => {
    await openAndOrder({ ...TYPED, 'Order Notes': 'Gate code 12' }, 'Cash on Delivery', 'cart-19');
    await confirmed();
    expect(orders()[0]).toMatchObject({ orderNotes: 'Gate code 12', paymentMethod: 'cash', taxAmount: '13.49', totalAmount: '84.46' });
  });

  test('pressing twice places one order', async () => {
    open();
    fillIn();
    await userEvent.dblClick(button());
    await confirmed();
    await press();
    await failed('Empty Cart');
    expect(orders()).toHaveLength(1);
  });

  test('keeps the input without a response, and retries under the same key, also after a reload', async () => {
    answers.placeOrder = [lost, lost, placed];
    await openAndOrder();
    await failed('Order Failed');
    expect(toast()?.description).toBe('Unable to process order. Please try again.');
    expect(await screen.findByText(/We got no answer/)).toHaveTextContent('trying again will not create a second order');
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    await press();
    await waitFor(() => expect(orders()).toHaveLength(2));
    await waitFor(() => expect(button()).toHaveTextContent('Place Order'));
    cleanup();
    open();
    await waitFor(() => expect(method('Interac e-Transfer')).toBeChecked());
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    await press();
    await confirmed();
    expect(new Set(orders().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test.each([
    [429, 'Too many requests. Please try again in 60 seconds.'],
    [503, 'Storage is not available right now. Please try again.'],
  ])('shows the reason of a rejection with %s and keeps the cart', async (status, message) => {
    answers.placeOrder = [refused(status, message)];
    await openAndOrder();
    await failed('Order Failed');
    expect(toast()?.description).toBe(message);
    expect(await screen.findByText(message, { selector: 'p' })).toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem(CART_KEY) ?? '')).toEqual(CART);
  });

  test('shows the server’s issues at their fields', async () => {
    answers.placeOrder = [refused(400, 'No.', { issues: [{ path: 'customerPhone', message: 'Please use one line of ordinary text.' }] })];
    await openAndOrder();
    await waitFor(() => expect(field('Phone')).toHaveAccessibleDescription('Please use one line of ordinary text.'));
  });

  test('updates the cart after a price or stock conflict, lists the changes, and can be sent again', async () => {
    Object.assign(answers, {
      placeOrder: [refused(409, 'The price of Soap is now $15.99, not $14.99.'), placed],
      priceCart: [
        priced([
          { ...soap, price: '15.99' },
          { ...broom, stockQuantity: 1 },
        ]),
      ],
    });
    await openAndOrder();
    await failed('Checkout Failed');
    expect(toast()?.description).toBe('The price of Soap is now $15.99, not $14.99.');
    expect(await screen.findByText('Soap now costs $15.99 instead of $14.99.')).toBeInTheDocument();
    expect(screen.getByText('Broom: only 1 left, so we changed the quantity from 2 to 1.')).toBeInTheDocument();
    expect(amounts()).toEqual({ Subtotal: '$43.98', 'HST (12%)': '$5.28', Total: '$49.26' });
    expect(field('City')).toHaveValue('Kamloops');
    await press();
    await confirmed();
    expect(orders()[1]).toMatchObject({ subtotal: '43.98', totalAmount: '49.26' });
    expect(orders()[1]?.idempotencyKey).toBe(orders()[0]?.idempotencyKey);
  });

  test('shows the current tax after a tax conflict', async () => {
    Object.assign(answers, {
      placeOrder: [refused(409, 'The tax is now $13.49, not $8.52.')],
      priceCart: [priced([soap, broom], 'cart-19')],
    });
    await openAndOrder();
    await failed('Checkout Failed');
    await waitFor(() => expect(amounts().Total).toBe('$84.46'));
  });

  test('reports that an earlier order went through after its response was lost, and can show it', async () => {
    answers.placeOrder = [lost, refused(422, 'This Idempotency-Key was already used for a different order.'), placed];
    await openAndOrder();
    await failed('Order Failed');
    await waitFor(() => expect(button()).toHaveTextContent('Place Order'));
    fireEvent.input(field('City'), { target: { value: 'Sun Peaks' } });
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Show my earlier order' }));
    await confirmed();
    const [first, second, asked] = orders();
    expect(second?.shippingAddress).toBe('12 Seymour St, Sun Peaks, V2C 1A1');
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    // Asked for with the newest body first; the server knows which of them is the order.
    expect(asked).toMatchObject({ shippingAddress: second?.shippingAddress, idempotencyKey: first?.idempotencyKey });
    expect(localStorage.getItem(CART_KEY)).toBeNull();
  });

  test('places a second order only under a new key', async () => {
    answers.placeOrder = [refused(422, 'This Idempotency-Key was already used for a different order.'), placed];
    await openAndOrder();
    await screen.findByText(/Pressing Place Order again creates a second order/);
    await press();
    await confirmed();
    expect(orders()[1]?.idempotencyKey).not.toBe(orders()[0]?.idempotencyKey);
  });
});

describe('bringing a cart up to date', () => {
  const of = (product: StoreProduct, quantity: number): CartItem => ({ ...product, quantity });
  const FEW = { ...soap, stockQuantity: 1 };
  test.each<[string, StoreProduct[], CartItem[], string[]]>([
    ['nothing changed', [soap], [of(soap, 2)], []],
    ['another price', [{ ...soap, price: '9.00' }], [of({ ...soap, price: '9.00' }, 2)], ['Soap now costs $9.00 instead of $14.99.']],
    ['too little left', [FEW], [of(FEW, 1)], ['Soap: only 1 left, so we changed the quantity from 2 to 1.']],
    ['sold out', [{ ...soap, stockQuantity: 0 }], [], ['Soap is sold out and was removed.']],
    ['no longer sold', [], [], ['Soap is no longer sold and was removed.']],
  ])('%s', (_what, products, cart, texts) => {
    const result = updateCart([of(soap, 2)], products);
    expect(result.cart).toEqual(cart);
    expect(result.changes.map(({ text }) => text)).toEqual(texts);
  });
});
