import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TaxRule } from '../../src/shared/store-sums';
import { amounts, field, fillCart, leave, method, open, TYPED } from '../support/checkout-page';

beforeEach(fillCart);

describe('opening the checkout', () => {
  test('redirects to the store without a saved cart', async () => {
    localStorage.clear();
    open();
    await waitFor(() => expect(leave.replace).toHaveBeenCalledWith('/store'));
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('asks for seven required fields, optional notes and one of the four documented payment methods, none selected', () => {
    open();
    expect(Object.keys(TYPED).map((label) => [label, field(label).getAttribute('aria-required'), field(label).autocomplete])).toEqual([
      ['First Name', 'true', 'given-name'],
      ['Last Name', 'true', 'family-name'],
      ['Email', 'true', 'email'],
      ['Phone', 'true', 'tel'],
      ['Address', 'true', 'address-line1'],
      ['City', 'true', 'address-level2'],
      ['Postal Code', 'true', 'postal-code'],
    ]);
    expect(field('Order Notes')).not.toHaveAttribute('aria-required');
    expect(leave.replace).not.toHaveBeenCalled();
    const radios = within(screen.getByRole('radiogroup', { name: 'Payment Method' })).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => [radio.value, radio.checked])).toEqual([
      ['interac', false],
      ['direct-deposit', false],
      ['cash', false],
      ['cheque', false],
    ]);
    expect(method('Cash on Delivery').value).toBe('cash');
    expect(method('Cash on Delivery')).toHaveAccessibleDescription(/driver/);
  });

  test.each<[TaxRule, Record<string, string>]>([
    ['documented', { Subtotal: '$70.97', 'HST (12%)': '$8.52', Total: '$79.49' }],
    ['cart-19', { Subtotal: '$70.97', 'HST (12%)': '$8.52', 'BC PST (7%)': '$4.97', Total: '$84.46' }],
  ])('shows the totals of the rule %s', (rule, expected) => {
    open(rule);
    expect(amounts()).toEqual(expected);
    expect(screen.getByText('2 × $27.99')).toBeInTheDocument();
  });
});
