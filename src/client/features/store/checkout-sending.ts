import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '../../../server/router';
import { type CartItem, type StoreProduct, toPricedLines } from '../../../shared/cart';
import type { Issue } from '../../../shared/errors';
import { formatCents } from '../../../shared/money';
import { type Order, orderSubmission } from '../../../shared/store';
import { calculateTax, calculateTotals, formatPrice, type TaxReading, type TaxRule } from '../../../shared/store-sums';
import { toIssues } from '../../../shared/text';
import { getStatus, toCallError } from '../../call-error';
import { callLink } from '../../call-link';
import type { Sender } from '../../ui/public/public-form';
import { type CartToSave, getSavedCartId } from './cart-saving';
import { readCart, saveCart } from './cart-store';
import { type Attempt, recordBody } from './checkout-attempt';

type Values = Record<string, unknown>;
const client = createTRPCClient<AppRouter>({ links: [callLink()] });
/** A second client for saving carts, so that its calls are never batched with an order. */
const backgroundClient = createTRPCClient<AppRouter>({ links: [callLink()] });
type Submission = Parameters<typeof client.store.placeOrder.mutate>[0];

/** The fields in the order of the page, each with the order property it belongs to. */
const PROPERTY_BY_FIELD = {
  firstName: 'customerName',
  lastName: 'customerName',
  email: 'customerEmail',
  phone: 'customerPhone',
  address: 'shippingAddress',
  city: 'shippingAddress',
  postalCode: 'shippingAddress',
} as const;
const FIELDS = Object.keys(PROPERTY_BY_FIELD) as (keyof typeof PROPERTY_BY_FIELD)[];
const findField = (path: string) => FIELDS.find((field) => PROPERTY_BY_FIELD[field] === path) ?? path;

const JOINED: Record<string, string> = { customerName: 'First and last name', shippingAddress: 'Address, city and postal code' };
const explain = ({ path, message, kind, limit }: Issue) =>
  JOINED[path] && kind === 'too-long' ? `${JOINED[path]} together: at most ${limit} characters.` : message;

/** Rejects only what cannot be a postal code anywhere. */
const POSTAL_CODE = /^[a-z\d][a-z\d\s-]{1,8}[a-z\d]$/i;

const getText = (values: Values, name: string) => String(values[name] ?? '').trim();
const join = (values: Values, names: string[], between: string) => names.map((name) => getText(values, name)).join(between);

function toSubmission(values: Values, cart: readonly CartItem[], reading: TaxReading): Submission {
  const totals = calculateTotals(toPricedLines(cart));
  const taxCents = calculateTax(totals, reading);
  return {
    customerName: join(values, ['firstName', 'lastName'], ' '),
    customerEmail: getText(values, 'email'),
    customerPhone: getText(values, 'phone'),
    shippingAddress: join(values, ['address', 'city', 'postalCode'], ', '),
    paymentMethod: values.paymentMethod as Submission['paymentMethod'],
    items: cart.map(({ id, quantity, name, price }) => ({ productId: id, quantity, name, price })),
    subtotal: formatCents(totals.subtotalCents),
    taxAmount: formatCents(taxCents),
    totalAmount: formatCents(totals.subtotalCents + taxCents),
    orderNotes: getText(values, 'orderNotes') || null,
  };
}

const onPage = (issues: Issue[]): Issue[] => issues.map((issue) => ({ ...issue, path: findField(issue.path), message: explain(issue) }));

/** Checks the fields one by one: each part of name and address is required, although the order stores them joined. */
function findFieldIssues(values: Values): Issue[] {
  return FIELDS.flatMap((field) => {
    const property = PROPERTY_BY_FIELD[field];
    const [issue] = toIssues(orderSubmission.shape[property].safeParse(getText(values, field)).error);
    if (issue) return { ...issue, path: field, message: explain({ ...issue, path: property }) };
    const isWrongCode = field === 'postalCode' && !POSTAL_CODE.test(getText(values, field));
    return isWrongCode ? { path: field, message: 'Please enter a postal code, such as V2C 1A1.' } : [];
  });
}

/** Validates a checkout with the server's schema. Reports only the empty cart if the cart is empty. */
function findIssues(values: Values, cart: readonly CartItem[], reading: TaxReading): Issue[] {
  const whole = onPage(toIssues(orderSubmission.safeParse(toSubmission(values, cart, reading)).error));
  const about = (isMeant: (path: string) => boolean) => whole.filter(({ path }) => isMeant(path));
  if (cart.length === 0) return about((path) => path === 'items');
  const found = findFieldIssues(values);
  return [...found, ...about((path) => !found.some((issue) => issue.path === path))];
}

async function send(values: Values, cart: readonly CartItem[], reading: TaxReading): Promise<Order> {
  const body = toSubmission(values, cart, reading);
  const idempotencyKey = recordBody(JSON.stringify(body));
  const person = { website: String(values.website ?? ''), filledInMs: Number(values.filledInMs) };
  try {
    return await client.store.placeOrder.mutate({ ...body, ...person, cartId: getSavedCartId(), idempotencyKey });
  } catch (error) {
    const issues = toCallError(error).data?.issues;
    if (!issues) throw error;
    throw Object.assign(new Error('Please check the form.'), { data: { issues: onPage(issues) } });
  }
}

/** Returns the lazily loaded part of the checkout. It reads the saved cart at the time of sending. */
export const checkoutSender = (reading: TaxReading): Sender<Order> => ({
  findIssues: (values) => findIssues(values, readCart() ?? [], reading),
  send: (values) => send(values, readCart() ?? [], reading),
});

/** Updates the saved cart to today's prices and stock; returns the changes and the current tax rule. Rejects if the server fails. */
export async function refreshCart(): Promise<{ changes: CartChange[]; taxRule: TaxRule }> {
  const items = (readCart() ?? []).map(({ id, quantity }) => ({ productId: id, quantity }));
  const [{ products }, { taxRule }] = await Promise.all([client.store.priceCart.query({ items }), client.settings.storefront.query()]);
  const { cart, changes } = updateCart(readCart() ?? [], products);
  saveCart(cart);
  return { changes, taxRule };
}

export const uploadCart = (cart: CartToSave) => backgroundClient.store.saveCart.mutate(cart);

/** Finds the order that an earlier attempt placed by sending its bodies again under the same key; undefined if none matches. */
export async function findPlacedOrder({ key, sent }: Attempt): Promise<Order | undefined> {
  for (const body of sent) {
    try {
      return await client.store.placeOrder.mutate({ ...(JSON.parse(body) as Submission), idempotencyKey: key });
    } catch (error) {
      if (getStatus(error) !== 422) throw error;
    }
  }
  return undefined;
}

export type CartChange = { id: number; text: string };

function compare(item: CartItem, product: StoreProduct | undefined): { item?: CartItem; changes: CartChange[] } {
  const say = (text: string): CartChange => ({ id: item.id, text });
  if (!product) return { changes: [say(`${item.name} is no longer sold and was removed.`)] };
  if (product.stockQuantity < 1) return { changes: [say(`${product.name} is sold out and was removed.`)] };
  const quantity = Math.min(item.quantity, product.stockQuantity);
  const changes: CartChange[] = [];
  if (product.price !== item.price)
    changes.push(say(`${product.name} now costs ${formatPrice(product.price)} instead of ${formatPrice(item.price)}.`));
  if (quantity < item.quantity)
    changes.push(say(`${product.name}: only ${quantity} left, so we changed the quantity from ${item.quantity} to ${quantity}.`));
  return { item: { ...product, quantity }, changes };
}

/** Updates a cart to today's prices and stock, removes products no longer sold, and returns each change as a sentence. */
export function updateCart(cart: readonly CartItem[], products: readonly StoreProduct[]): { cart: CartItem[]; changes: CartChange[] } {
  const compared = cart.map((item) =>
    compare(
      item,
      products.find(({ id }) => id === item.id),
    ),
  );
  return { cart: compared.flatMap(({ item }) => item ?? []), changes: compared.flatMap(({ changes }) => changes) };
}
