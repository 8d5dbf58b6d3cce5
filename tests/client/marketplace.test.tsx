import { untyped } from '../support/untyped';
import '@testing-library/jest-dom/vitest';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type MarketplaceView, readView } from '../../src/client/features/store/marketplace-view';
import { Route } from '../../src/client/routes/marketplace';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { CART_KEY, parseCart } from '../../src/shared/cart';
import { addButton, answer, asked, card, network, open, product, reach, stockShelves } from '../support/marketplace-page';
import { takeErrors } from '../support/setup';

beforeEach(stockShelves);

describe('a product of the marketplace', () => {
  test('shows picture, category, name, description, price and stock, and cannot be added when sold out', async () => {
    open({ rows: [product(1, { price: '1234.50', category: 'Laundry Care' }), product(2, { stockQuantity: 0 })] });
    expect(card('Product 2').getByText('0 in stock')).toBeVisible();
    expect(addButton('Product 2')).toBeDisabled();
    await userEvent.click(addButton('Product 2'));
    expect(screen.getByText('Your cart is empty')).toBeVisible();
    const shown = card('Product 1');
    for (const text of ['Laundry Care', 'What product 1 is for.', '$1,234.50', '7 in stock']) expect(shown.getByText(text)).toBeVisible();
    expect(shown.getByRole('img', { name: 'Product 1' })).toHaveAttribute('src', '/products/1.svg');
  });

  test('shows its own rating, or 4.5 of 12 reviews labelled as a sample', () => {
    open({ rows: [product(1), product(2, { rating: 4, reviews: 1 })] });
    const rating = card('Product 1').getByTitle(/sample/i);
    expect(rating).toHaveTextContent(/4\.5.*12 reviews/);
    expect(rating).toHaveTextContent(/sample rating/i);
    expect(within(rating).getByText('sample')).toBeVisible();
    expect(card('Product 2').getByText('4.0').closest('p')).toHaveTextContent('4.0(1 review)');
    expect(card('Product 2').queryByText(/sample/i)).toBeNull();
  });

  test('keeps its own rating if samples are off, and other products show none', () => {
    open({ rows: [product(1), product(2, { rating: 3.5, reviews: 8 })], showSampleRatings: false });
    expect(screen.queryByText('4.5')).toBeNull();
    expect(card('Product 2').getByText('3.5')).toBeVisible();
  });

  test('shows the placeholder once for a broken or missing picture', () => {
    open({ rows: [product(1), product(2, { imageUrl: null })] });
    const picture = screen.getByRole('img', { name: 'Product 1' });
    fireEvent.error(picture);
    expect(picture).toHaveAttribute('src', '/placeholder.svg');
    fireEvent.error(picture);
    expect(picture).toHaveAttribute('src', '/placeholder.svg');
    expect(screen.getByRole('img', { name: 'Product 2' })).toHaveAttribute('src', '/placeholder.svg');
  });

  test('opens its details, and can be added from there', async () => {
    open();
    await userEvent.click(card('Product 2').getByRole('button', { name: /^Details/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Product 2' }));
    for (const text of ['What product 2 is for.', '$19.95 plus tax', '7 in stock', 'Tools']) expect(dialog.getByText(text)).toBeVisible();
    expect(dialog.getByTitle(/sample/i)).toHaveTextContent('4.5');
    await userEvent.click(dialog.getByRole('button', { name: /^Add to Cart/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('1 item in your cart')).toBeVisible();
  });
});

describe('the cart of the marketplace', () => {
  test('counts added products, repeated ones each time, and stays when the tab changes', async () => {
    open();
    await userEvent.click(addButton('Product 1'));
    await userEvent.click(addButton('Product 1'));
    await userEvent.click(addButton('Product 2'));
    expect(screen.getByText('3 items in your cart')).toBeVisible();
    expect(addButton('Product 1')).toHaveAccessibleName(/2 in your cart/);
    await userEvent.click(screen.getByRole('tab', { name: 'Services' }));
    expect(screen.getByText('3 items in your cart')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Products' }));
    expect(addButton('Product 1')).toHaveAccessibleName(/2 in your cart/);
  });

  test('lists its products and says where to place orders', async () => {
    open();
    await userEvent.click(addButton('Product 1'));
    await userEvent.click(addButton('Product 1'));
    await userEvent.click(screen.getByRole('button', { name: 'Open the cart' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(dialog.getByText('2 ×').closest('li')).toHaveTextContent('2 ×Product 1$39.90');
    expect(dialog.getByText('Before tax').closest('li')).toHaveTextContent('$39.90');
    expect(dialog.getByRole('link', { name: 'Go to the Supply Store' })).toHaveAttribute('href', '/store');
    expect(dialog.queryByRole('button', { name: /remove|checkout/i })).toBeNull();
  });

  test('can be added to the Supply Store cart, limited to the stock', async () => {
    localStorage.setItem(CART_KEY, JSON.stringify([{ ...product(1), quantity: 6 }]));
    open();
    for (const name of ['Product 1', 'Product 1', 'Product 2']) await userEvent.click(addButton(name));
    await userEvent.click(screen.getByRole('button', { name: 'Open the cart' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Move these to the Supply Store cart' }));
    expect(parseCart(localStorage.getItem(CART_KEY))).toMatchObject([
      { id: 1, quantity: 7 },
      { id: 2, quantity: 1 },
    ]);
    expect(readToasts().at(-1)).toMatchObject({
      title: 'Moved to the Supply Store cart',
      description: '2 items; not enough in stock for 1 more.',
    });
    expect(screen.getByText('Your cart is empty')).toBeVisible();
  });

  test('moves nothing of a product of which the Supply Store cart holds more than the stock', async () => {
    localStorage.setItem(CART_KEY, JSON.stringify([{ ...product(1), quantity: 11 }]));
    open();
    for (const name of ['Product 1', 'Product 2']) await userEvent.click(addButton(name));
    await userEvent.click(screen.getByRole('button', { name: 'Open the cart' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Move these to the Supply Store cart' }));
    expect(readToasts().at(-1)?.description).toBe('1 item; not enough in stock for 1 more.');
  });
});

describe('searching products', () => {
  test('requests the search, category and sort order', async () => {
    network.mockImplementation(async () => answer([product(9)]));
    open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Laundry Care');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: High to Low');
    await userEvent.type(screen.getByPlaceholderText('Search products...'), 'soap');
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ category: 'Laundry Care', sort: 'price-high', search: 'soap' }));
    expect(await screen.findByRole('heading', { name: 'Product 9' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Product 1' })).toBeNull();
  });

  test('starts with the rendered products without a request, and offers the documented categories and sort orders', () => {
    open();
    expect(screen.getByText('2 products')).toBeVisible();
    expect(network).not.toHaveBeenCalled();
    const options = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value, text }) => [value, text]);
    expect(options('Category').map(([, text]) => text)).toEqual([
      'All Categories',
      'Detergents',
      'Equipment',
      'Supplies',
      'Laundry Care',
      'Tools',
    ]);
    expect(options('Sort by')).toEqual([
      ['name', 'Name A-Z'],
      ['price-low', 'Price: Low to High'],
      ['price-high', 'Price: High to Low'],
      ['rating', 'Highest Rated'],
    ]);
  });

  test('shows an empty state with a way to all products', async () => {
    open({ start: { search: 'zzz' } });
    expect(await screen.findByText('No products found matching your criteria.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all products' }));
    // The list is drawn anew when its answer comes.
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Product 1' })).toBeVisible());
  });

  test('shows an error and retries', async () => {
    network.mockImplementationOnce(async () => Promise.reject(new TypeError('Failed to fetch')));
    open({ start: { category: 'Tools' } });
    expect(await screen.findByText('The products could not be loaded.')).toBeVisible();
    network.mockImplementation(async () => answer([product(5)]));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Product 5' })).toBeVisible();
  });

  test('loads the next page near the end, or by button after a failure', async () => {
    network.mockImplementationOnce(async () => answer([product(3)], 3));
    open({ nextCursor: 2 });
    expect(screen.getByText('2 and more products')).toBeVisible();
    act(() => reach?.());
    expect(await screen.findByRole('heading', { name: 'Product 3' })).toBeVisible();
    expect(asked()[0]).toMatchObject({ cursor: 2 });
    network.mockImplementationOnce(async () => Promise.reject(new TypeError('Failed to fetch')));
    // The observer of the longer list is set after the list is shown.
    await waitFor(() => {
      if (asked().length < 2) act(() => reach?.());
      expect(asked()).toHaveLength(2);
    });
    expect(await screen.findByText('More products could not be loaded.')).toBeVisible();
    expect(reach).toBeUndefined();
    network.mockImplementationOnce(async () => answer([product(4)]));
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'Product 4' })).toBeVisible();
    expect(screen.getByText('4 products')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('the tabs', () => {
  test('move with the arrow keys and have one tab stop', async () => {
    open();
    const [products, services] = screen.getAllByRole('tab');
    expect([products, services].map((tab) => [tab?.textContent, tab?.ariaSelected, tab?.tabIndex])).toEqual([
      ['Products', 'true', 0],
      ['Services', 'false', -1],
    ]);
    products?.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(services).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'Services' })).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(products).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(services).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('tabpanel', { name: 'Products' })).toBeVisible();
  });

  test('show the four packages, two of them popular, each with booking and quote links', () => {
    open({ start: { tab: 'services' } });
    const price = (name: string) => card(name).getByText(/^\$\d+$/).textContent;
    const names = ['Basic Home Cleaning', 'Deep Clean Premium', 'Commercial Office', 'Move-in/Move-out'];
    expect(names.map(price)).toEqual(['$89', '$149', '$199', '$249']);
    expect(names.filter((name) => card(name).queryByText('Popular'))).toEqual(['Deep Clean Premium', 'Move-in/Move-out']);
    const links = (name: RegExp) => names.map((offer) => card(offer).getByRole('link', { name }).getAttribute('href'));
    expect(links(/^Book Now/)).toEqual([
      '/appointments?service=residential&duration=180&cost=89',
      '/appointments?service=deep-cleaning&duration=360&cost=149',
      '/appointments?service=commercial&duration=300&cost=199',
      '/appointments?service=deep-cleaning&duration=480&cost=249',
    ]);
    expect(links(/^Get Quote/)).toEqual([
      '/?service=residential#contact',
      '/?service=residential#contact',
      '/?service=commercial#contact',
      '/?service=residential#contact',
    ]);
    const custom = within(screen.getByRole('region', { name: 'Need a Custom Service?' }));
    expect(custom.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/?service=specialty#contact',
      expect.stringMatching(/^tel:/),
    ]);
  });
});

describe('parsing the search parameters', () => {
  test.each<[Record<string, string>, MarketplaceView]>([
    [{}, {}],
    [
      { tab: 'services', search: 'mop', category: 'Tools', sort: 'rating', details: '7' },
      { tab: 'services', search: 'mop', category: 'Tools', sort: 'rating', details: 7 },
    ],
    [{ tab: 'products', category: 'all', sort: 'name', search: ' ' }, {}],
    [{ tab: 'other', category: 'tools', sort: 'cheapest', details: 'x' }, {}],
    [{ search: '35' }, { search: '35' }],
    [{ search: 'x'.repeat(200) }, { search: 'x'.repeat(100) }],
    [{ search: '', sort: '', details: '' }, {}],
    [{ details: '1.5' }, {}],
  ])('%o', (search, view) => expect(readView(search)).toEqual(view));
});

test('shows an error with a retry link if the products do not load', async () => {
  const root = createRootRoute();
  const page = Route.update(untyped({ id: '/marketplace', path: '/marketplace', getParentRoute: () => root }));
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/marketplace?search=mop'] }),
    context: untyped({ loadCalls: () => Promise.reject(new TypeError('Failed to fetch')) }),
  });
  vi.stubGlobal('scrollTo', () => undefined);
  render(<RouterProvider router={untyped(router)} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'The marketplace could not be opened' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/marketplace');
  // React logs every error that a boundary catches.
  expect(takeErrors()).not.toEqual([]);
});
