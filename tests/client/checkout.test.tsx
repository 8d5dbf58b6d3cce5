import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { updateCart } from '../../src/client/features/store/cart-changes';
import { CheckoutPage } from '../../src/client/features/store/checkout-page';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { CART_KEY, type CartItem, type StoreProduct } from '../../src/shared/cart';
import type { TaxRule } from '../../src/shared/store-sums';

const soap: StoreProduct = {
  id: 3,
  name: 'Soap',
  description: null,
  price: '14.99',
  category: 'Detergents',
  imageUrl: null,
  stockQuantity: 9,
  rating: null,
  reviews: null,
  isHstTaxable: true,
  isPstTaxable: true,
};
const broom: StoreProduct = { ...soap, id: 7, name: 'Broom', price: '27.99' };
const CART: CartItem[] = [
  { ...soap, quantity: 1 },
  { ...broom, quantity: 2 },
];
const TYPED = {
  'First Name': 'Maria',
  'Last Name': 'Santos',
  Email: 'maria@example.com',
  Phone: '(250) 555-0133',
  Address: '12 Seymour St',
  City: 'Kamloops',
  'Postal Code': 'V2C 1A1',
};
/** The body that this form and cart come to. */
const ORDER = {
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  shippingAddress: '12 Seymour St, Kamloops, V2C 1A1',
  paymentMethod: 'interac',
  items: [
    { productId: 3, quantity: 1, name: 'Soap', price: '14.99' },
    { productId: 7, quantity: 2, name: 'Broom', price: '27.99' },
  ],
  subtotal: '70.97',
  taxAmount: '8.52',
  totalAmount: '79.49',
  orderNotes: null,
};

/** The network, and nothing else, is ours: each call has the answers that wait for it, the last one for good. */
const network = vi.fn<typeof fetch>();
type Answer = () => Promise<Response>;
let answers: Record<string, Answer[]> = {};
const json = (status: number, results: unknown[]) =>
  new Response(JSON.stringify(results), { status, headers: { 'content-type': 'application/json' } });
const says = (data: unknown) => ({ result: { data } });
const placed: Answer = async () => json(200, [says({ id: 'abc_DEF-1' })]);
const refused =
  (httpStatus: number, message: string, more: object = {}): Answer =>
  async () =>
    json(httpStatus, [{ error: { message, code: -32600, data: { code: 'X', httpStatus, ...more } } }]);
const lost: Answer = () => Promise.reject(new TypeError('fetch failed'));
const priced =
  (products: StoreProduct[], taxRule: TaxRule = 'documented'): Answer =>
  async () =>
    json(200, [says({ products }), says({ taxRule, showSampleRatings: true })]);

type Sent = Record<string, unknown> & { idempotencyKey: string };
const orders = (): Sent[] =>
  network.mock.calls.flatMap(([url, init]) => (String(url).includes('placeOrder') ? [JSON.parse(String(init?.body))['0'] as Sent] : []));

const leave = { replace: vi.fn(), assign: vi.fn() };
beforeEach(() => {
  localStorage.setItem(CART_KEY, JSON.stringify(CART));
  answers = { placeOrder: [placed] };
  network.mockReset().mockImplementation((url) => {
    const waiting = Object.entries(answers).find(([name]) => String(url).includes(name))?.[1] ?? [];
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0];
    return answer ? answer() : Promise.reject(new Error(`Nobody answers ${String(url)}`));
  });
  vi.stubGlobal('fetch', network);
  leave.replace.mockReset();
  vi.stubGlobal('location', { ...leave, pathname: '/checkout', search: '', href: 'http://localhost/checkout' });
});

const open = (taxRule: TaxRule = 'documented') => render(<CheckoutPage taxRule={taxRule} />);
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) });
const method = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const button = () => screen.getByRole('button', { name: /^(Place Order|Placing Order)/ });
const press = () => userEvent.click(button());
const toast = () => readToasts().at(-1);
function fillIn(values: Record<string, string> = TYPED, pay = 'Interac e-Transfer') {
  for (const [label, text] of Object.entries(values)) fireEvent.input(field(label), { target: { value: text } });
  if (pay) fireEvent.click(method(pay));
}
const PATIENT = { timeout: 6000 };
const confirmed = () => waitFor(() => expect(leave.replace).toHaveBeenCalledWith('/order-confirmation/abc_DEF-1'), PATIENT);
const failed = (title: string) => waitFor(() => expect(toast()).toMatchObject({ title, kind: 'destructive', open: true }), PATIENT);
/** A summary's amounts beside their labels. */
const amounts = () =>
  Object.fromEntries([...document.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent)));

describe('opening the checkout', () => {
  test('redirects to the store without a saved cart', async () => {
    localStorage.clear();
    open();
    await waitFor(() => expect(leave.replace).toHaveBeenCalledWith('/store'));
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('asks for seven required fields and optional notes', () => {
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
  });

  test('offers the four documented payment methods, none selected', () => {
    open();
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
  test('disables the button until a payment method is chosen', () => {
    open();
    expect(button()).toBeDisabled();
    fireEvent.click(method('Cheque'));
    expect(button()).toBeEnabled();
  });

  test('Enter without a payment method names the missing step and sends nothing', async () => {
    open();
    fillIn(TYPED, '');
    await userEvent.type(field('City'), '{Enter}');
    expect(toast()).toMatchObject({ title: 'Payment Method Required', kind: 'destructive' });
    expect(method('Interac e-Transfer')).toHaveFocus();
    expect(orders()).toEqual([]);
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

  test.each([
    ['Email', 'maria at example', /valid email address/],
    ['Phone', '12', /full phone number/],
    ['Postal Code', '?', /postal code/],
  ])('reports %s %s at the field as invalid, not as missing', async (label, text, words) => {
    open();
    fillIn({ ...TYPED, [label]: text });
    await press();
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(words));
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

const NAME_TOO_LONG = 'First and last name together: at most 120 characters.';

describe('placing the order', () => {
  test('reports a name that is too long instead of cutting it', async () => {
    open();
    fillIn({ ...TYPED, 'First Name': 'x'.repeat(121) });
    await press();
    await waitFor(() => expect(field('First Name')).toHaveAccessibleDescription(NAME_TOO_LONG), PATIENT);
    expect(field('First Name').value).toHaveLength(121);
    expect(orders()).toEqual([]);
  });

  test('says that first and last name are too long together when neither is too long alone', async () => {
    open();
    fillIn({ ...TYPED, 'First Name': 'x'.repeat(60), 'Last Name': 'y'.repeat(60) });
    await press();
    await waitFor(() => expect(field('First Name')).toHaveAccessibleDescription(NAME_TOO_LONG), PATIENT);
    expect(orders()).toEqual([]);
  });

  test('sends the form and the shown totals, clears cart and draft, and opens the confirmation', async () => {
    open();
    fillIn();
    await press();
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
    open('cart-19');
    fillIn({ ...TYPED, 'Order Notes': 'Gate code 12' }, 'Cash on Delivery');
    await press();
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
    open();
    fillIn();
    await press();
    await failed('Order Failed');
    expect(toast()?.description).toBe('Unable to process order. Please try again.');
    expect(await screen.findByText(/We got no answer/)).toHaveTextContent('trying again will not create a second order');
    for (const [label, text] of Object.entries(TYPED)) expect(field(label)).toHaveValue(text);
    await press();
    await waitFor(() => expect(orders()).toHaveLength(2), PATIENT);
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
    open();
    fillIn();
    await press();
    await failed('Order Failed');
    expect(toast()?.description).toBe(message);
    expect(await screen.findByText(message, { selector: 'p' })).toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem(CART_KEY) ?? '')).toEqual(CART);
  });

  test('shows the server’s issues at their fields', async () => {
    answers.placeOrder = [refused(400, 'No.', { issues: [{ path: 'customerPhone', message: 'Please use one line of ordinary text.' }] })];
    open();
    fillIn();
    await press();
    await waitFor(() => expect(field('Phone')).toHaveAccessibleDescription('Please use one line of ordinary text.'), PATIENT);
  });

  test('updates the cart after a price or stock conflict, lists the changes, and can be sent again', async () => {
    answers = {
      placeOrder: [refused(409, 'The price of Soap is now $15.99, not $14.99.'), placed],
      priceCart: [
        priced([
          { ...soap, price: '15.99' },
          { ...broom, stockQuantity: 1 },
        ]),
      ],
    };
    open();
    fillIn();
    await press();
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
    answers = { placeOrder: [refused(409, 'The tax is now $13.49, not $8.52.')], priceCart: [priced([soap, broom], 'cart-19')] };
    open();
    fillIn();
    await press();
    await failed('Checkout Failed');
    await waitFor(() => expect(amounts().Total).toBe('$84.46'));
  });

  test('reports that an earlier order went through after its response was lost, and can show it', async () => {
    answers.placeOrder = [lost, refused(422, 'This Idempotency-Key was already used for a different order.'), placed];
    open();
    fillIn();
    await press();
    await failed('Order Failed');
    await waitFor(() => expect(button()).toHaveTextContent('Place Order'));
    fireEvent.input(field('City'), { target: { value: 'Sun Peaks' } });
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Show my earlier order' }, PATIENT));
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
    open();
    fillIn();
    await press();
    await screen.findByText(/Pressing Place Order again creates a second order/, {}, PATIENT);
    await press();
    await confirmed();
    expect(orders()[1]?.idempotencyKey).not.toBe(orders()[0]?.idempotencyKey);
  });
});

describe('bringing a cart up to date', () => {
  const of = (product: StoreProduct, quantity: number): CartItem => ({ ...product, quantity });
  test.each<[string, StoreProduct[], CartItem[], string[]]>([
    ['nothing changed', [soap], [of(soap, 2)], []],
    ['another price', [{ ...soap, price: '9.00' }], [of({ ...soap, price: '9.00' }, 2)], ['Soap now costs $9.00 instead of $14.99.']],
    [
      'too little left',
      [{ ...soap, stockQuantity: 1 }],
      [of({ ...soap, stockQuantity: 1 }, 1)],
      ['Soap: only 1 left, so we changed the quantity from 2 to 1.'],
    ],
    ['sold out', [{ ...soap, stockQuantity: 0 }], [], ['Soap is sold out and was removed.']],
    ['no longer sold', [], [], ['Soap is no longer sold and was removed.']],
  ])('%s', (_what, products, cart, texts) => {
    const result = updateCart([of(soap, 2)], products);
    expect(result.cart).toEqual(cart);
    expect(result.changes.map(({ text }) => text)).toEqual(texts);
  });
});
