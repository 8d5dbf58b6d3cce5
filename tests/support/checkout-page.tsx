import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { CheckoutPage } from '../../src/client/features/store/checkout-page';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { CART_KEY, type CartItem, type StoreProduct } from '../../src/shared/cart';
import type { TaxRule } from '../../src/shared/store-sums';
import { product } from './cart-items';

export const soap = product(3, { name: 'Soap', description: null, price: '14.99', category: 'Detergents', stockQuantity: 9 });
export const broom: StoreProduct = { ...soap, id: 7, name: 'Broom', price: '27.99' };
export const CART: CartItem[] = [
  { ...soap, quantity: 1 },
  { ...broom, quantity: 2 },
];
export const TYPED = {
  'First Name': 'Maria',
  'Last Name': 'Santos',
  Email: 'maria@example.com',
  Phone: '(250) 555-0133',
  Address: '12 Seymour St',
  City: 'Kamloops',
  'Postal Code': 'V2C 1A1',
};
/** The request body of this form and cart. */
export const ORDER = {
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

/** The stubbed network. Each call takes the next of its `answers`; the last one repeats. */
export const network = vi.fn<typeof fetch>();
export type Answer = () => Promise<Response>;
export const answers: Record<string, Answer[]> = {};
const json = (status: number, results: unknown[]) => Response.json(results, { status });
const says = (data: unknown) => ({ result: { data } });
export const placed: Answer = async () => json(200, [says({ id: 'abc_DEF-1' })]);
export const saved: Answer = async () => json(200, [says({ isKept: true })]);
export const refused =
  (httpStatus: number, message: string, more: object = {}): Answer =>
  async () =>
    json(httpStatus, [{ error: { message, code: -32600, data: { code: 'X', httpStatus, ...more } } }]);
export const lost: Answer = () => Promise.reject(new TypeError('fetch failed'));
export const priced =
  (products: StoreProduct[], taxRule: TaxRule = 'documented'): Answer =>
  async () =>
    json(200, [says({ products }), says({ taxRule, showSampleRatings: true })]);

export type Sent = Record<string, unknown> & { idempotencyKey: string };
/** Returns the bodies sent with a call. */
export const bodiesOf = <Body = Record<string, unknown>>(call: string): Body[] =>
  network.mock.calls.flatMap(([url, init]) => (String(url).includes(call) ? [JSON.parse(String(init?.body))['0'] as Body] : []));
export const orders = () => bodiesOf<Sent>('placeOrder');

export const leave = { replace: vi.fn(), assign: vi.fn() };
/** Fills the cart and answers the calls of the checkout; call it in beforeEach of each test file. */
export function fillCart(cart = CART) {
  localStorage.setItem(CART_KEY, JSON.stringify(cart));
  for (const name of Object.keys(answers)) delete answers[name];
  answers.placeOrder = [placed];
  network.mockReset().mockImplementation((url) => {
    const waiting = Object.entries(answers).find(([name]) => String(url).includes(name))?.[1] ?? [];
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0];
    return answer ? answer() : Promise.reject(new Error(`Nobody answers ${String(url)}`));
  });
  vi.stubGlobal('fetch', network);
  leave.replace.mockReset();
  vi.stubGlobal('location', { ...leave, pathname: '/checkout', search: '', href: 'http://localhost/checkout' });
}

export const open = (taxRule: TaxRule = 'documented') => render(<CheckoutPage taxRule={taxRule} />);
export const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) });
export const method = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
export const button = () => screen.getByRole('button', { name: /^(Place Order|Placing Order)/ });
export const press = () => userEvent.click(button());
export const toast = () => readToasts().at(-1);
export function fillIn(values: Record<string, string> = TYPED, pay = 'Interac e-Transfer') {
  for (const [label, text] of Object.entries(values)) fireEvent.input(field(label), { target: { value: text } });
  if (pay) fireEvent.click(method(pay));
}
export async function openAndOrder(values?: Record<string, string>, pay?: string, taxRule?: TaxRule) {
  open(taxRule);
  fillIn(values, pay);
  await press();
}
export const confirmed = () => waitFor(() => expect(leave.replace).toHaveBeenCalledWith('/order-confirmation/abc_DEF-1'));
export const failed = (title: string) => waitFor(() => expect(toast()).toMatchObject({ title, kind: 'destructive', open: true }));
/** Returns the amounts of the summary by label. */
export const amounts = () =>
  Object.fromEntries([...document.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent)));
