import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { openOffice, openStaffPage, press } from '../support/office';

const ADDRESSES = /^Addresses that receive e-Transfers/;

async function openPayments() {
  const office = openOffice();
  await office.admin.settings.save({ interacAddresses: ['office@example.com', 'pay@example.com'] });
  openStaffPage(Route, '/settings?section=payments');
  const write = async (text: string) => {
    fireEvent.change(await screen.findByLabelText(ADDRESSES), { target: { value: text } });
    await press('Save Settings');
  };
  return { write, saved: () => office.sent('settings.save') };
}

describe('the addresses that receive e-Transfers', () => {
  test('are shown with commas between them, and saved one by one', async () => {
    const { write, saved } = await openPayments();
    expect(await screen.findByLabelText(ADDRESSES)).toHaveValue('office@example.com, pay@example.com');
    await write(' office@example.com;money@example.com,  new@example.com ');
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toMatchObject({ interacAddresses: ['office@example.com', 'money@example.com', 'new@example.com'] });
  });

  test.each([
    ['none', ' ', 'Please give at least one address.'],
    ['a word', 'office@example.com, office', 'Please enter a valid email address, such as name@example.com.'],
    ['eleven', Array.from({ length: 11 }, (_, place) => `a${place}@example.com`).join(','), 'Please give at most 10 addresses.'],
  ])('are refused at the field for %s', async (_name, text, message) => {
    const { write, saved } = await openPayments();
    await write(text);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(saved()).toEqual([]);
  });
});
