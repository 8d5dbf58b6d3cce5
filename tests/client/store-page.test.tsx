import '@testing-library/jest-dom/vitest';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { clearCart, saveCart } from '../../src/client/features/store/cart-store';
import { StorePage } from '../../src/client/features/store/store-page';
import type { StoreSearch } from '../../src/client/features/store/store-search';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { CART_KEY, type StoreProduct } from '../../src/shared/cart';
import { inCart, product, savedCart } from '../support/cart-items';
import { answer, asked, network, refused, stockShelves } from '../support/marketplace-page';
import { press } from '../support/office';

const onCheckout = vi.fn();
const onSearch = vi.fn();
const onOpenCart = vi.fn();
function showStore(rows: StoreProduct[], { search = {}, nextCursor = null as number | null } = {}) {
  const at = (current: StoreSearch) => (
    <CallsProvider>
      <StorePage
        first={{ filter: {}, list: { rows, nextCursor } }}
        taxRule="documented"
        search={current}
        onSearch={onSearch}
        isCartOpen={false}
        onOpenCart={onOpenCart}
        onCheckout={onCheckout}
      />
    </CallsProvider>
  );
  const { rerender } = render(at(search));
  return { goTo: (next: StoreSearch) => rerender(at(next)) };
}
const add = (name: string) => screen.getByRole('button', { name: new RegExp(`^Add to Cart ${name}\\b`) });
const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the store', () => {
  beforeEach(stockShelves);

  test('shows each product from the rendered page without a request', () => {
    showStore([product(1, { price: '1234.50' }), product(2, { stockQuantity: 0 })]);
    const [first, second] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('button')) as [
      HTMLElement,
      HTMLElement,
    ];
    expect(within(first).getByRole('img', { name: 'Mop 1' })).toBeInTheDocument();
    for (const text of ['Mop 1', 'Reaches every corner.', '$1,234.50', '5 in stock'])
      expect(within(first).getByText(text, { selector: 'h2, p' })).toBeInTheDocument();
    expect(within(second).getByText('Out of stock')).toBeInTheDocument();
    expect(add('Mop 1')).toBeEnabled();
    expect(add('Mop 2')).toBeDisabled();
    expect(network).not.toHaveBeenCalled();
  });

  test('adds a product with a toast, up to the stock', async () => {
    showStore([product(1, { stockQuantity: 2 })]);
    await userEvent.click(add('Mop 1'));
    expect(savedCart()).toEqual([inCart(1, 1, { stockQuantity: 2 })]);
    expect(readToasts().at(-1)).toMatchObject({ title: 'Added to Cart', description: 'Mop 1', kind: 'default' });
    await userEvent.click(add('Mop 1'));
    await userEvent.click(add('Mop 1'));
    expect(savedCart()?.[0]?.quantity).toBe(2);
    expect(readToasts().at(-1)).toMatchObject({ title: 'No more in stock' });
    expect(add('Mop 1')).toHaveAccessibleName('Add to Cart Mop 1 2 in your cart');
    expect(screen.getByRole('button', { name: 'Checkout · $23.80' })).toBeInTheDocument();
  });

  test('keeps the cart in memory if the browser forbids storage', async () => {
    const forbid = () => {
      throw new DOMException('no', 'SecurityError');
    };
    clearCart();
    const spies = (['setItem', 'getItem'] as const).map((name) => vi.spyOn(Storage.prototype, name).mockImplementation(forbid));
    showStore([product(1)]);
    await userEvent.click(add('Mop 1'));
    await userEvent.click(add('Mop 1'));
    expect(add('Mop 1')).toHaveAccessibleName('Add to Cart Mop 1 2 in your cart');
    for (const spy of spies) spy.mockRestore();
    // A cart that can be saved again is the browser's again.
    act(() => saveCart([]));
    expect(localStorage.getItem(CART_KEY)).toBe('[]');
  });

  test('offers the seven documented categories as links and marks the current one', async () => {
    showStore([product(1)], { search: { category: 'tools' } });
    network.mockImplementation(async () => answer([product(9)]));
    const links = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['all', '/store', null],
      ['detergents', '/store?category=detergents', null],
      ['equipment', '/store?category=equipment', null],
      ['tools', '/store?category=tools', 'true'],
      ['supplies', '/store?category=supplies', null],
      ['chemicals', '/store?category=chemicals', null],
      ['protective', '/store?category=protective', null],
    ]);
    await userEvent.click(links[1] as HTMLElement);
    expect(onSearch).toHaveBeenLastCalledWith({ category: 'detergents', q: undefined });
  });

  test('follows the filters in the address', async () => {
    network.mockImplementation(async () => answer([product(9)]));
    const { goTo } = showStore([product(1), product(2)]);
    expect(names()).toEqual(['Mop 1', 'Mop 2']);
    goTo({ category: 'tools', q: 'mop' });
    await waitFor(() => expect(names()).toEqual(['Mop 9']));
    expect(asked()).toEqual([{ category: 'tools', search: 'mop', direction: 'forward' }]);
    expect(screen.getByRole('searchbox', { name: 'Search products' })).toHaveValue('mop');
    goTo({});
    expect(names()).toEqual(['Mop 1', 'Mop 2']);
  });

  test('searches once after a pause in typing', async () => {
    showStore([product(1)]);
    onSearch.mockClear();
    const box = screen.getByRole('searchbox', { name: 'Search products' });
    expect(box).toHaveAttribute('placeholder', 'Search products...');
    await userEvent.type(box, 'ergent');
    await waitFor(() => expect(onSearch).toHaveBeenCalled());
    expect(onSearch.mock.calls).toEqual([[{ category: undefined, q: 'ergent' }, true]]);
  });

  test('reports that it is searching above the previous products, which stay readable', async () => {
    network.mockReturnValue(new Promise(() => {}));
    const { goTo } = showStore([product(1)]);
    goTo({ q: 'vacuum' });
    expect(await screen.findByText('Searching...')).toHaveAttribute('role', 'status');
    expect(names()).toEqual(['Mop 1']);
    expect(document.querySelector('[class*=opacity]')).toBeNull();
  });

  test('shows an empty state with a way to see all products', async () => {
    network.mockImplementation(async () => answer([]));
    showStore([product(1)], { search: { q: 'zzz' } });
    expect(await screen.findByRole('heading', { name: 'No products found' })).toBeInTheDocument();
    await press('Show all products');
    expect(onSearch).toHaveBeenLastCalledWith({});
  });

  test('shows an error and retries', async () => {
    network.mockImplementationOnce(async () => refused(500));
    showStore([product(1)], { search: { category: 'tools' } });
    expect(await screen.findByRole('heading', { name: 'The products could not be loaded' })).toBeInTheDocument();
    network.mockImplementation(async () => answer([product(9)]));
    await press('Try again');
    await waitFor(() => expect(names()).toEqual(['Mop 9']));
  });

  test('loads the next page, keeps the products after a failure, and retries', async () => {
    network.mockImplementationOnce(async () => refused(503));
    showStore([product(1)], { nextCursor: 1 });
    await press('Load more');
    expect(await screen.findByText('More products could not be loaded.')).toBeInTheDocument();
    expect(names()).toEqual(['Mop 1']);
    network.mockImplementation(async () => answer([product(2)]));
    await press('Load more');
    await waitFor(() => expect(names()).toEqual(['Mop 1', 'Mop 2']));
    expect(asked().at(-1)).toEqual({ cursor: 1, direction: 'forward' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});
