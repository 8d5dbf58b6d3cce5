import '@testing-library/jest-dom/vitest';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CartPanel } from '../../src/client/features/store/cart-panel';
import { CART_KEY } from '../../src/shared/cart';
import type { TaxRule } from '../../src/shared/store-sums';
import { fillCart, inCart, savedCart } from '../support/cart-items';
import { press } from '../support/office';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  // jsdom knows the element, but not how to show it.
  Object.assign(HTMLDialogElement.prototype, {
    show(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});

const onCheckout = vi.fn();
function Panel({ taxRule }: { taxRule: TaxRule }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Toggle
      </button>
      <CartPanel isOpen={isOpen} onClose={() => setIsOpen(false)} taxRule={taxRule} onCheckout={onCheckout} />
    </>
  );
}
async function openPanel(taxRule: TaxRule = 'documented') {
  render(<Panel taxRule={taxRule} />);
  await press('Toggle');
}
/** The amounts beside their labels, as they are shown. */
const amounts = () =>
  Object.fromEntries([...document.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent)));
const quantityOf = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of ${name}` });

describe('the cart panel', () => {
  test('shows the products, both documented taxes, and which total is charged', async () => {
    fillCart(inCart(1, 2, { price: '14.99' }), inCart(2, 1, { price: '27.99' }));
    await openPanel();
    expect(screen.getByText('$14.99 each')).toBeInTheDocument();
    expect(screen.getByText('$29.98')).toBeInTheDocument();
    expect(quantityOf('Mop 1')).toHaveValue(2);
    expect(amounts()).toEqual({ Subtotal: '$57.97', 'HST (12%)': '$6.96', 'BC PST (7%)': '$4.06', Total: '$68.99' });
    expect(screen.getByText(/You pay the total shown at checkout/)).toBeInTheDocument();
  });

  test.each<[TaxRule, string[]]>([
    ['checkout-12', ['Subtotal', 'HST (12%)', 'Total']],
    ['cart-19', ['Subtotal', 'HST (12%)', 'BC PST (7%)', 'Total']],
    ['bc-current', ['Subtotal', 'GST (5%)', 'BC PST (7%)', 'Total']],
  ])('shows the taxes of the rule %s without a note', async (taxRule, labels) => {
    fillCart(inCart(1, 1));
    await openPanel(taxRule);
    expect(Object.keys(amounts())).toEqual(labels);
    expect(screen.queryByText(/is the one you are charged/)).toBeNull();
  });

  test('taxes only products with the flag', async () => {
    fillCart(inCart(1, 1, { isPstTaxable: false }), inCart(2, 1, { isHstTaxable: false }));
    await openPanel();
    expect(amounts()).toEqual({ Subtotal: '$20.00', 'HST (12%)': '$1.20', 'BC PST (7%)': '$0.70', Total: '$21.90' });
  });

  test('saves every change to local storage under the key "cart"', async () => {
    fillCart(inCart(1, 1), inCart(2, 1));
    await openPanel();
    await press('Increase quantity of Mop 1');
    expect(savedCart()).toEqual([inCart(1, 2), inCart(2, 1)]);
    expect(amounts().Subtotal).toBe('$30.00');
    fireEvent.change(quantityOf('Mop 2'), { target: { value: '4' } });
    expect(savedCart()?.[1]).toEqual(inCart(2, 4));
    await press('Decrease quantity of Mop 1');
    expect(savedCart()?.[0]).toEqual(inCart(1, 1));
  });

  test.each<[string, () => Promise<unknown> | boolean]>([
    ['decreased', () => press('Decrease quantity of Mop 1')],
    ['typed', () => fireEvent.change(quantityOf('Mop 1'), { target: { value: '0' } })],
    ['removed', () => press('Remove Mop 1')],
  ])('a quantity %s to zero removes the product and saves an empty cart', async (_how, reduce) => {
    fillCart(inCart(1, 1));
    await openPanel();
    await reduce();
    expect(await screen.findByText('Your cart is empty')).toBeInTheDocument();
    expect(savedCart()).toEqual([]);
    expect(screen.queryByRole('button', { name: /Checkout/ })).toBeNull();
    expect(screen.getByText('Removed from your cart.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: /Your Cart/ })).toHaveFocus();
  });

  test('announces each removal', async () => {
    fillCart(inCart(1, 1), inCart(2, 1));
    await openPanel();
    await press('Remove Mop 1');
    const first = screen.getByText('Removed from your cart.');
    await press('Remove Mop 2');
    expect(screen.getByText('Removed from your cart.')).not.toBe(first);
  });

  test('ignores an empty quantity, and limits the quantity to the stock', async () => {
    fillCart(inCart(1, 4));
    await openPanel();
    fireEvent.change(quantityOf('Mop 1'), { target: { value: '' } });
    expect(savedCart()?.[0]?.quantity).toBe(4);
    fireEvent.blur(quantityOf('Mop 1'));
    expect(quantityOf('Mop 1')).toHaveValue(4);
    await press('Increase quantity of Mop 1');
    expect(screen.getByRole('button', { name: 'Increase quantity of Mop 1' })).toBeDisabled();
    expect(quantityOf('Mop 1')).toHaveAccessibleDescription('All 5 in stock');
    fireEvent.change(quantityOf('Mop 1'), { target: { value: '99' } });
    expect(quantityOf('Mop 1')).toHaveValue(5);
    expect(savedCart()?.[0]?.quantity).toBe(5);
  });

  test('follows changes of the cart in another tab', async () => {
    fillCart(inCart(1, 1));
    await openPanel();
    fillCart(inCart(1, 1), inCart(2, 3));
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: CART_KEY }));
    });
    expect(quantityOf('Mop 2')).toHaveValue(3);
    localStorage.clear();
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: null }));
    });
    expect(screen.getByText('Your cart is empty')).toBeInTheDocument();
  });

  test('takes the focus, opens the checkout, and returns the focus when it closes, such as on Escape', async () => {
    fillCart(inCart(1, 1));
    await openPanel();
    expect(screen.getByRole('dialog', { name: /Your Cart/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: /Your Cart/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Toggle' })).toHaveFocus();
    await press('Toggle');
    await press('Checkout');
    expect(onCheckout).toHaveBeenCalledOnce();
    await press('Close cart');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['no cart at all', '{"not":"a list"}', '[{"id":1},null,7]'])('reads a saved %s as an empty cart', async (stored) => {
    localStorage.setItem(CART_KEY, stored);
    await openPanel();
    expect(screen.getByText('Your cart is empty')).toBeInTheDocument();
  });
});
