import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Chosen } from '../../src/client/features/booking/chosen';
import {
  field,
  fillIn,
  findConfirmation,
  findWindow,
  office,
  open,
  prepareAppointmentsPage,
  press,
  sent,
} from '../support/appointments-page';
import { addPrices } from '../support/prices';

prepareAppointmentsPage();

const frequency = () => screen.getByLabelText('How often?');
const openWindow = async (chosen: Chosen) => {
  open(chosen);
  await userEvent.click(await findWindow('residential', '18:00-20:00'));
  await screen.findByRole('dialog');
};

describe('the booking form with an estimate', () => {
  test('starts with its cost and its minutes, and sends what it was asked for', async () => {
    await addPrices(office);
    await openWindow({ service: 'residential', bedrooms: 3, bathrooms: 2 });
    expect(await screen.findByDisplayValue('144')).toBe(field('Estimated Cost ($)'));
    expect(field('Estimated Duration (minutes)').value).toBe('210');
    await userEvent.selectOptions(frequency(), '2weeks');
    fillIn();
    press();
    await findConfirmation();
    expect(sent()).toMatchObject([{ frequency: '2weeks', estimate: { bedrooms: 3, bathrooms: 2 } }]);
  });

  test('starts as for everyone without prices', async () => {
    await openWindow({ service: 'residential', bedrooms: 3 });
    expect([field('Estimated Cost ($)').value, field('Estimated Duration (minutes)').value]).toEqual(['0', '120']);
  });

  test('offers a discount only for frequencies that have one', async () => {
    await office.admin.settings.save({ planDiscounts: { week: 15, '2weeks': 10, '4weeks': 0 } });
    await openWindow({});
    expect(await screen.findByText('Every week, 15% off')).toBeInTheDocument();
    expect([...frequency().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Once',
      'Every week, 15% off',
      'Every 2 weeks, 10% off',
      'Every 4 weeks',
    ]);
  });
});
