import '@testing-library/jest-dom/vitest';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { CartPanel } from '../../src/client/features/store/cart-panel';
import { clearCart, saveCart } from '../../src/client/features/store/cart-store';
import { StorePage, type StoreSearch } from '../../src/client/features/store/store-page';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { CART_KEY, type CartItem, type StoreProduct } from '../../src/shared/cart';
import type { TaxRule } from '../../src/shared/store-sums';

const product = (id: number, more: Partial<StoreProduct> = {}): StoreProduct => ({
  id,
  name: `Mop ${id}`,
  description: 'Reaches every corner.',
  price: '10.00',
  category: 'Tools',
  imageUrl: null,
  stockQuantity: 5,
  rating: null,
  reviews: null,
  isHstTaxable: true,
  isPstTaxable: true,
  ...more,
});
const inCart = (id: number, quantity: number, more: Partial<StoreProduct> = {}): CartItem => ({ ...product(id, more), quantity });
const fillCart = (...items: CartItem[]) => localStorage.setItem(CART_KEY, JSON.stringify(items));
const savedCart = () => JSON.parse(localStorage.getItem(CART_KEY) ?? 'null') as CartItem[] | null;

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
  await userEvent.click(screen.getByRole('button', { name: 'Toggle' }));
}
/** The amounts beside their labels, as they are shown. */
const amounts = () =>
  Object.fromEntries([...document.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent)));
const quantityOf = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of ${name}` });
const press = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }));

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

  test('limits the quantity to the stock', async () => {
    fillCart(inCart(1, 4));
    await openPanel();
    await press('Increase quantity of Mop 1');
    expect(screen.getByRole('button', { name: 'Increase quantity of Mop 1' })).toBeDisabled();
    expect(quantityOf('Mop 1')).toHaveAccessibleDescription('All 5 in stock');
    fireEvent.change(quantityOf('Mop 1'), { target: { value: '99' } });
    expect(quantityOf('Mop 1')).toHaveValue(5);
    expect(savedCart()?.[0]?.quantity).toBe(5);
  });

  test('an empty quantity field changes nothing until a number is entered', async () => {
    fillCart(inCart(1, 3));
    await openPanel();
    fireEvent.change(quantityOf('Mop 1'), { target: { value: '' } });
    expect(savedCart()?.[0]?.quantity).toBe(3);
    fireEvent.blur(quantityOf('Mop 1'));
    expect(quantityOf('Mop 1')).toHaveValue(3);
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

  test('takes the focus, returns it, and closes on Escape', async () => {
    fillCart(inCart(1, 1));
    await openPanel();
    expect(screen.getByRole('dialog', { name: /Your Cart/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: /Your Cart/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Toggle' })).toHaveFocus();
    await press('Toggle');
    await press('Close cart');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opens the checkout', async () => {
    fillCart(inCart(1, 1));
    await openPanel();
    await press('Checkout');
    expect(onCheckout).toHaveBeenCalledOnce();
  });

  test.each(['no cart at all', '{"not":"a list"}', '[{"id":1},null,7]'])('reads a saved %s as an empty cart', async (stored) => {
    localStorage.setItem(CART_KEY, stored);
    await openPanel();
    expect(screen.getByText('Your cart is empty')).toBeInTheDocument();
  });
});

/** The network, and nothing else, is ours: the catalogue answers with `rows`. */
const network = vi.fn<typeof fetch>();
const page = (rows: StoreProduct[], nextCursor: number | null = null) => ({ rows, nextCursor });
const answer = (data: unknown, status = 200) =>
  new Response(
    JSON.stringify([status === 200 ? { result: { data } } : { error: { message: 'No.', code: -1, data: { httpStatus: status } } }]),
    {
      status,
      headers: { 'content-type': 'application/json' },
    },
  );
const asked = () => network.mock.calls.map(([url]) => JSON.parse(new URL(String(url), 'http://x').searchParams.get('input') ?? '{}')['0']);

const onSearch = vi.fn();
const onOpenCart = vi.fn();
function showStore(rows: StoreProduct[], { search = {}, nextCursor = null as number | null } = {}) {
  const at = (current: StoreSearch) => (
    <CallsProvider>
      <StorePage
        first={{ filter: {}, list: page(rows, nextCursor) }}
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
  beforeEach(() => {
    network.mockReset();
    vi.stubGlobal('fetch', network);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    );
  });

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
    network.mockImplementation(async () => answer(page([product(9)])));
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
    network.mockImplementation(async () => answer(page([product(9)])));
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

  test('shows an empty state with a way to see all products', async () => {
    network.mockImplementation(async () => answer(page([])));
    showStore([product(1)], { search: { q: 'zzz' } });
    expect(await screen.findByRole('heading', { name: 'No products found' })).toBeInTheDocument();
    await press('Show all products');
    expect(onSearch).toHaveBeenLastCalledWith({});
  });

  test('shows an error and retries', async () => {
    network.mockImplementationOnce(async () => answer(undefined, 500));
    showStore([product(1)], { search: { category: 'tools' } });
    expect(await screen.findByRole('heading', { name: 'The products could not be loaded' })).toBeInTheDocument();
    network.mockImplementation(async () => answer(page([product(9)])));
    await press('Try again');
    await waitFor(() => expect(names()).toEqual(['Mop 9']));
  });

  test('loads the next page, keeps the products after a failure, and retries', async () => {
    network.mockImplementationOnce(async () => answer(undefined, 503));
    showStore([product(1)], { nextCursor: 1 });
    await press('Load more');
    expect(await screen.findByText('More products could not be loaded.')).toBeInTheDocument();
    expect(names()).toEqual(['Mop 1']);
    network.mockImplementation(async () => answer(page([product(2)])));
    await press('Load more');
    await waitFor(() => expect(names()).toEqual(['Mop 1', 'Mop 2']));
    expect(asked().at(-1)).toEqual({ cursor: 1, direction: 'forward' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});
