import type { CartItem, StoreProduct } from '../../../shared/cart';
import { showPrice } from '../../../shared/store-sums';

/** What became of a line of the cart since it was put there; `id` is the product's. */
export type CartChange = { id: number; text: string };

function compare(item: CartItem, product: StoreProduct | undefined): { item?: CartItem; changes: CartChange[] } {
  const say = (text: string): CartChange => ({ id: item.id, text });
  if (!product) return { changes: [say(`${item.name} is no longer sold and was taken out.`)] };
  if (product.stockQuantity < 1) return { changes: [say(`${product.name} is sold out and was taken out.`)] };
  const quantity = Math.min(item.quantity, product.stockQuantity);
  const changes: CartChange[] = [];
  if (product.price !== item.price)
    changes.push(say(`${product.name} now costs ${showPrice(product.price)} instead of ${showPrice(item.price)}.`));
  if (quantity < item.quantity) changes.push(say(`${product.name}: only ${quantity} left, so ${quantity} instead of ${item.quantity}.`));
  return { item: { ...product, quantity }, changes };
}

/** A cart with today's products: what is gone is taken out, what is short is cut to the stock, and each difference told. */
export function updateCart(cart: readonly CartItem[], products: readonly StoreProduct[]): { cart: CartItem[]; changes: CartChange[] } {
  const compared = cart.map((item) =>
    compare(
      item,
      products.find(({ id }) => id === item.id),
    ),
  );
  return { cart: compared.flatMap(({ item }) => item ?? []), changes: compared.flatMap(({ changes }) => changes) };
}
