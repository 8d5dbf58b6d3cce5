import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import type { Settings } from '../../src/shared/settings';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

describe('the settings', () => {
  const SETTINGS: Settings = {
    taxRule: 'documented',
    showSampleRatings: true,
    paymentInstructions: { interac: 'By transfer.', 'direct-deposit': 'By deposit.', cash: 'In cash.', cheque: 'By cheque.' },
    slotCapacity: 2,
    crewCap: null,
    respectPostedHours: false,
    createWorkOrders: true,
    manageCutoffHours: 24,
    travelBufferMinutes: 30,
    depot: { latitude: 50.6745, longitude: -120.3273 },
  };
  function openSettings(more: Parameters<typeof fakeCalls>[0] = {}) {
    let settings = SETTINGS;
    const save = (input: Record<string, unknown>) => {
      settings = { ...settings, ...input };
      return settings;
    };
    const office = fakeCalls({ 'settings.get': () => settings, 'settings.save': save, ...more });
    return { ...office, ...openStaffPage(Route, '/settings') };
  }

  test('show what is decided, and are saved', async () => {
    const office = openSettings();
    expect(await screen.findByRole('radio', { name: /^As documented/ })).toBeChecked();
    expect(screen.getByLabelText('Crew cap')).toHaveValue('');
    await userEvent.click(screen.getByRole('radio', { name: /^Both 12% \+ 7%/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Show sample ratings/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Respect posted hours/ }));
    fireEvent.change(screen.getByLabelText(/^Cheque/), { target: { value: 'To the company.\nBy mail.' } });
    fireEvent.change(screen.getByLabelText(/^Places of a new slot/), { target: { value: '3' } });
    fireEvent.change(screen.getByLabelText('Crew cap'), { target: { value: '8' } });
    expect(screen.getByText('There are changes that are not saved yet.')).toBeInTheDocument();
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    expect(office.sent('settings.save')).toEqual([
      {
        ...SETTINGS,
        taxRule: 'cart-19',
        showSampleRatings: false,
        respectPostedHours: true,
        slotCapacity: 3,
        crewCap: 8,
        paymentInstructions: { ...SETTINGS.paymentInstructions, cheque: 'To the company.\nBy mail.' },
      },
    ]);
    await waitFor(() => expect(screen.queryByText('There are changes that are not saved yet.')).toBeNull());
    fireEvent.change(screen.getByLabelText('Crew cap'), { target: { value: '' } });
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toHaveLength(2));
    expect(office.sent('settings.save')[1]).toMatchObject({ crewCap: null, slotCapacity: 3 });
  });

  test('take the depot as coordinates or as the link of a map, and say where neither can be read', async () => {
    const office = openSettings();
    const depot = await screen.findByLabelText(/^Depot/);
    expect(depot).toHaveValue('50.6745, -120.3273');
    fireEvent.change(depot, { target: { value: 'the yard' } });
    await press('Save Settings');
    await waitFor(() => expect(depot).toHaveAccessibleDescription(/Please paste coordinates/));
    expect(office.sent('settings.save')).toEqual([]);
    fireEvent.change(depot, { target: { value: 'https://www.google.com/maps/@50.7,-120.4,15z' } });
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toMatchObject([{ depot: { latitude: 50.7, longitude: -120.4 } }]));
    await waitFor(() => expect(depot).toHaveValue('50.7, -120.4'));
  });

  test('say at the field what cannot be, ours and the server’s words alike, and are not saved', async () => {
    const issues = [{ path: 'paymentInstructions.cash', message: 'Please use ordinary text.' }];
    const office = openSettings({ 'settings.save': () => Promise.reject(new Refusal(400, 'No.', issues)) });
    const places = await screen.findByLabelText(/^Places of a new slot/);
    fireEvent.change(places, { target: { value: '-1' } });
    fireEvent.change(screen.getByLabelText(/^Cheque/), { target: { value: ' ' } });
    await press('Save Settings');
    await waitFor(() => expect(places).toHaveAccessibleDescription(/whole number from 0 to 100/));
    expect(screen.getByLabelText(/^Cheque/)).toHaveAccessibleDescription('Please enter text.');
    expect(office.sent('settings.save')).toEqual([]);
    fireEvent.change(places, { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText(/^Cheque/), { target: { value: 'By cheque.' } });
    await press('Save Settings');
    await waitFor(() => expect(screen.getByLabelText(/^Cash on Delivery/)).toHaveAccessibleDescription('Please use ordinary text.'));
    expect(readToasts().some(({ title, open }) => open && title === 'Settings Saved')).toBe(false);
  });
});
