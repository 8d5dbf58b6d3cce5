import type { CartItem, StoreProduct } from '../../../shared/cart';
import { formatPrice } from '../../../shared/store-sums';

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
