import { describe, expect, test } from 'vitest';
import { updateCart } from '../../src/client/features/store/checkout-sending';
import type { CartItem, StoreProduct } from '../../src/shared/cart';
import { soap } from '../support/checkout-page';

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
