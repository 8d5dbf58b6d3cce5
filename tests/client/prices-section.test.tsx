import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { change, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { addPrices } from '../support/prices';

async function openPrices(prepare: (office: ReturnType<typeof openOffice>) => unknown = addPrices) {
  const office = openOffice();
  await prepare(office);
  openStaffPage(Route, '/settings?section=prices');
  return office;
}
const findPanel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the prices in the settings', () => {
  test('are empty for a company without any, and say what that means', async () => {
    await openPrices(() => undefined);
    expect(await screen.findByText('No prices yet')).toBeInTheDocument();
    expect(screen.queryByText('Try it out')).toBeNull();
    expect(await screen.findByText('Minimum charges')).toBeInTheDocument();
  });

  test('show an error if they do not load', async () => {
    await openPrices(({ fail }) => fail('pricing.list', refuse(500)));
    expect(await screen.findByText('The prices could not be loaded.')).toBeInTheDocument();
  });

  test('list each service with what its prices count', async () => {
    await openPrices();
    const table = await screen.findByRole('table', { name: 'Prices of Residential' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Home visitonce a visit60$49.00'),
      expect.stringContaining('Bedroomfor each bedroom30$15.00'),
      expect.stringContaining('Bathroomfor each bathroom30$25.00'),
      expect.stringContaining('Inside the ovenif chosen30$35.00'),
    ]);
  });

  test('can be tried out by the estimate that visitors get', async () => {
    await openPrices();
    const panel = await findPanel('Try it out');
    expect(await panel.findByText('$104.00')).toBeInTheDocument();
    await change('Bedrooms', '4');
    expect(await panel.findByText('$134.00')).toBeInTheDocument();
    expect(panel.getByText('4 × $15.00')).toBeInTheDocument();
  });

  test('are added by a form', async () => {
    const { admin } = await openPrices();
    await press('Add Price');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Balcony');
    await userEvent.selectOptions(dialog.getByLabelText(/^Counts/), 'extra');
    await userEvent.type(dialog.getByLabelText(/^Price/), '20');
    await userEvent.click(dialog.getByRole('button', { name: 'Save Price' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Price Saved' }));
    const { rows } = await admin.pricing.list();
    expect(rows.at(-1)).toMatchObject({
      serviceType: 'residential',
      name: 'Balcony',
      unit: 'extra',
      price: '20.00',
      isActive: true,
      sort: 5,
    });
  });

  test('save minimum charges and discounts of regular visits', async () => {
    const { admin } = await openPrices();
    const charges = await findPanel('Minimum charges');
    await userEvent.type(charges.getByLabelText('Residential'), '89');
    const discount = (await findPanel('Regular visits')).getByLabelText(/^Every 2 weeks/);
    await userEvent.clear(discount);
    await userEvent.type(discount, '10');
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    expect(await admin.settings.get()).toMatchObject({
      minimumCharges: { residential: '89.00' },
      planDiscounts: { week: 0, '2weeks': 10, '4weeks': 0 },
    });
  });
});
