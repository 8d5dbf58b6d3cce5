import '@testing-library/jest-dom/vitest';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearCart } from '../../src/client/features/store/cart-store';
import { Page } from '../../src/client/pages/store';
import { hasStepBack, type SearchParams, useSearchParams } from '../../src/client/ui/public/search-params';
import { product } from '../support/cart-items';
import { openOffice } from '../support/office';

type Search = { tab?: string | undefined; words?: string | undefined };
const read = ({ tab, words }: SearchParams): Search => ({ tab, words });
const RENDERED = {};

let change: (next: Search, isNewStep?: boolean) => void;
function Shown() {
  const [search, set] = useSearchParams(read, RENDERED);
  change = set;
  return <p>{JSON.stringify(search)}</p>;
}
const shown = () => JSON.parse(screen.getByText(/^\{/).textContent) as Search;
const goBack = () => act(async () => window.history.back());

beforeEach(() => window.history.replaceState(null, '', '/marketplace'));
// The files of a worker share the cart in memory.
afterEach(() => {
  vi.restoreAllMocks();
  clearCart();
});

describe('the search parameters of a public page', () => {
  test('are read from the address, and written into it without those that have no value', () => {
    window.history.replaceState(null, '', '/marketplace?tab=a&tab=services&words=1%2B1&other=x');
    render(<Shown />);
    expect(shown()).toEqual({ tab: 'services', words: '1+1' });
    act(() => change({ tab: undefined, words: 'mop & bucket' }));
    expect(window.location.search).toBe('?words=mop+%26+bucket');
    expect(shown()).toEqual({ words: 'mop & bucket' });
    act(() => change({ words: undefined }));
    expect(window.location.href).toMatch(/\/marketplace$/);
  });

  test('keep each other: one that changes twice between two renderings changes both times', () => {
    render(<Shown />);
    act(() => {
      change({ words: 'mop' });
      change({ tab: 'services' });
    });
    expect(shown()).toEqual({ words: 'mop', tab: 'services' });
  });

  test('change by a step that "back" undoes only if they ask for one', async () => {
    render(<Shown />);
    const before = window.history.length;
    act(() => change({ words: 'mop' }));
    expect([window.history.length, hasStepBack()]).toEqual([before, false]);
    act(() => change({ words: 'mop', tab: 'services' }, true));
    expect([window.history.length, hasStepBack()]).toEqual([before + 1, true]);
    act(() => change({ words: 'broom', tab: 'services' }));
    expect(hasStepBack()).toBe(true);
    await goBack();
    await waitFor(() => expect(shown()).toEqual({ words: 'mop' }));
    expect(hasStepBack()).toBe(false);
  });
});

test('a cart that the browser cannot store is checked out in the page of the store, and "back" returns to it', async () => {
  openOffice({ as: 'nobody' });
  window.history.replaceState(null, '', '/store');
  vi.stubGlobal('scrollTo', () => undefined);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  render(<Page first={{ filter: {}, list: { rows: [product(1)], nextCursor: null } }} taxRule="documented" />);
  await userEvent.click(screen.getByRole('button', { name: /^Add to Cart/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Checkout/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  expect(window.location.pathname).toBe('/checkout');
  expect(screen.getAllByText('Mop 1')).not.toEqual([]);
  await goBack();
  expect(await screen.findByRole('heading', { level: 1, name: 'Supply Store' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible();
});
