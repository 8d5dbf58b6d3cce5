import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { DEFAULT_AUTOMATION } from '../../src/shared/automation-settings';
import { DEFAULT_FACTS } from '../../src/shared/company';
import type { Settings } from '../../src/shared/settings';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const UNSAVED = 'There are changes that are not saved yet.';

const SETTINGS: Settings = {
  company: DEFAULT_FACTS,
  taxProfile: 'documented',
  taxRule: 'documented',
  numbering: 'highest-plus-one',
  invoiceDueDays: 14,
  invoiceInstructions: 'Interac e-Transfer: pay@example.com',
  showSampleRatings: true,
  paymentInstructions: { interac: 'By transfer.', 'direct-deposit': 'By deposit.', cash: 'In cash.', cheque: 'By cheque.' },
  privacy: { text: 'We ask.', isReviewed: false },
  terms: { text: 'We clean.', isReviewed: true },
  slotCapacity: 2,
  crewCap: null,
  respectPostedHours: false,
  createWorkOrders: true,
  manageCutoffHours: 24,
  travelBufferMinutes: 30,
  depot: { latitude: 50.6745, longitude: -120.3273 },
  automation: DEFAULT_AUTOMATION,
  messageTemplates: {},
};
function openSettings(section: string, more: Parameters<typeof fakeCalls>[0] = {}, before: Partial<Settings> = {}) {
  let settings = { ...SETTINGS, ...before };
  const save = (input: Record<string, unknown>) => {
    settings = { ...settings, ...input };
    return settings;
  };
  const office = fakeCalls({
    'settings.get': () => settings,
    'settings.save': save,
    'invoices.nextNumbers': () => ({ invoice: 'SPC042', receipt: 'SPC-RCP007' }),
    ...more,
  });
  return { ...office, ...openStaffPage(Route, `/settings?section=${section}`) };
}

describe('the sections of the settings', () => {
  test('begin with the company, and each has its address and says what it is about', async () => {
    const { search } = openSettings('nothing');
    expect(await screen.findByRole('heading', { name: 'Company' })).toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Sections of the settings' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Company', 'page'],
      ...['Taxes', 'Store', 'Website', 'Booking', 'Numbers', 'Messages', 'Automation', 'Outbox', 'Consent', 'Data', 'Admins'].map(
        (name) => [name, null],
      ),
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Numbers' }));
    expect(await screen.findByLabelText(/^Due after days/)).toHaveValue('14');
    expect(search()).toEqual({ section: 'numbers' });
    expect(screen.getByRole('link', { name: 'Numbers' })).toHaveAttribute('aria-current', 'page');
  });

  test('are chosen from a list on a phone', async () => {
    const { search } = openSettings('numbers');
    fireEvent.change(await screen.findByLabelText('Section'), { target: { value: 'taxes' } });
    expect(await screen.findByRole('group', { name: 'Tax profile' })).toBeInTheDocument();
    expect(search()).toEqual({ section: 'taxes' });
  });

  test('have the outbox, with the view in the address', async () => {
    const views: unknown[] = [];
    const { search } = openSettings('outbox', {
      'mail.list': ({ view }) => {
        views.push(view);
        return { rows: [], nextCursor: null, hasMailServer: true };
      },
      'mail.counts': () => ({ all: 0, waiting: 0, sent: 0, failed: 0, kept: 0 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Failed/ }));
    await waitFor(() => expect(search()).toEqual({ section: 'outbox', view: 'failed' }));
    expect(views).toContain('failed');
  });

  test('say when the settings could not be loaded, and load them again', async () => {
    let isDown = true;
    openSettings('store', { 'settings.get': () => (isDown ? Promise.reject(new Refusal(500, 'No.')) : SETTINGS) });
    expect(await screen.findByText('The settings could not be loaded.')).toBeInTheDocument();
    isDown = false;
    await press('Try again');
    expect(await screen.findByLabelText(/^Cheque/)).toHaveValue('By cheque.');
  });
});

describe('changes that are not saved', () => {
  test('are asked about before the section is left, and stay when one stays', async () => {
    const { search } = openSettings('store');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Show sample ratings/ }));
    expect(screen.getByText(UNSAVED)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Taxes' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(search()).toEqual({ section: 'store' });
    expect(screen.getByRole('checkbox', { name: /^Show sample ratings/ })).not.toBeChecked();
    await userEvent.click(screen.getByRole('link', { name: 'Taxes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(search()).toEqual({ section: 'taxes' }));
    expect(await screen.findByRole('group', { name: 'Tax profile' })).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('are nobody’s business once they are saved', async () => {
    const { search } = openSettings('numbers');
    await screen.findByLabelText(/^Due after days/);
    type(/^Due after days/, '30');
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    await userEvent.click(screen.getByRole('link', { name: 'Taxes' }));
    await waitFor(() => expect(search()).toEqual({ section: 'taxes' }));
  });
});

describe('taxes', () => {
  test('have the profile, the rule of cart and checkout, and say what the province’s law is', async () => {
    const office = openSettings('taxes');
    expect(await screen.findByRole('radio', { name: /^HST \(12%\) \+ BC PST \(7%\)/ })).toBeChecked();
    expect(screen.getByRole('note')).toHaveTextContent('British Columbia has had no HST since 2013');
    await userEvent.click(screen.getByRole('radio', { name: /^Both 12% \+ 7%/ }));
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toEqual([{ taxProfile: 'documented', taxRule: 'cart-19' }]));
  });

  test('by the rates of today leave no rule to choose, and keep the one of before', async () => {
    const office = openSettings('taxes', {}, { taxRule: 'checkout-12' });
    await userEvent.click(await screen.findByRole('radio', { name: /^GST \(5%\), PST \(7%\) on goods/ }));
    const rule = screen.getByRole('group', { name: 'Tax rule of cart and checkout' });
    expect(rule).toBeDisabled();
    expect(rule).toHaveAccessibleDescription(/nothing to choose/);
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toEqual([{ taxProfile: 'bc-current', taxRule: 'checkout-12' }]));
  });

  test('save the registration numbers with the rest of the company as it is', async () => {
    const office = openSettings('taxes', {}, { company: { ...DEFAULT_FACTS, pstNumber: 'PST-1' } });
    expect(await screen.findByLabelText('PST number')).toHaveValue('PST-1');
    type('GST/HST number', '12345 6789 RT0001');
    type('PST number', '');
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toHaveLength(1));
    expect(office.sent('settings.save')[0]).toEqual({
      taxProfile: 'documented',
      taxRule: 'documented',
      company: { ...DEFAULT_FACTS, gstNumber: '12345 6789 RT0001', pstNumber: null },
    });
  });
});

describe('numbers', () => {
  test('show what the next ones will be, and save the rule and the days', async () => {
    const office = openSettings('numbers');
    expect(await screen.findByText('SPC042')).toBeInTheDocument();
    expect(screen.getByText('SPC-RCP007')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: /^Never reuse/ }));
    type(/^Due after days/, '366');
    await press('Save Settings');
    await waitFor(() => expect(screen.getByLabelText(/^Due after days/)).toHaveAccessibleDescription(/whole number from 0 to 365/));
    type(/^Due after days/, '0');
    await press('Save Settings');
    await waitFor(() =>
      expect(office.sent('settings.save')).toEqual([
        { numbering: 'never-reuse', invoiceDueDays: 0, invoiceInstructions: 'Interac e-Transfer: pay@example.com' },
      ]),
    );
  });
});

describe('store and booking', () => {
  test('save what is their own alone', async () => {
    const office = openSettings('store');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Show sample ratings/ }));
    type(/^Cheque/, 'To the company.\nBy mail.');
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    expect(office.sent('settings.save')).toEqual([
      {
        showSampleRatings: false,
        paymentInstructions: { ...SETTINGS.paymentInstructions, cheque: 'To the company.\nBy mail.' },
      },
    ]);
    await waitFor(() => expect(screen.queryByText(UNSAVED)).toBeNull());
  });

  test('mark a page text as a draft until the owner has reviewed it', async () => {
    const office = openSettings('website');
    const policy = await screen.findByRole('region', { name: 'Privacy Policy' });
    expect(screen.getAllByText('Draft to review')).toEqual([within(policy).getByText('Draft to review')]);
    type(/^Text of the Privacy Policy/, '# Ours\nWe ask.');
    await userEvent.click(within(policy).getByRole('checkbox', { name: /^I have reviewed this text/ }));
    await press('Save Settings');
    await waitFor(() => expect(screen.queryByText('Draft to review')).toBeNull());
    expect(office.sent('settings.save')).toEqual([{ privacy: { text: '# Ours\nWe ask.', isReviewed: true }, terms: SETTINGS.terms }]);
  });

  test('take an empty crew cap for none', async () => {
    const office = openSettings('booking', {}, { crewCap: 8 });
    expect(await screen.findByLabelText('Crew cap')).toHaveValue('8');
    type('Crew cap', '');
    type(/^Places of a new slot/, '3');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Respect posted hours/ }));
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toHaveLength(1));
    expect(office.sent('settings.save')[0]).toEqual({
      slotCapacity: 3,
      crewCap: null,
      respectPostedHours: true,
      createWorkOrders: true,
      manageCutoffHours: 24,
      travelBufferMinutes: 30,
      depot: SETTINGS.depot,
    });
  });

  test('take the depot as coordinates or as the link of a map, and say where neither can be read', async () => {
    const office = openSettings('booking');
    const depot = await screen.findByLabelText(/^Depot/);
    expect(depot).toHaveValue('50.6745, -120.3273');
    type(/^Depot/, 'the yard');
    await press('Save Settings');
    await waitFor(() => expect(depot).toHaveAccessibleDescription(/Please paste coordinates/));
    expect(office.sent('settings.save')).toEqual([]);
    type(/^Depot/, 'https://www.google.com/maps/@50.7,-120.4,15z');
    await press('Save Settings');
    await waitFor(() => expect(office.sent('settings.save')).toMatchObject([{ depot: { latitude: 50.7, longitude: -120.4 } }]));
    await waitFor(() => expect(depot).toHaveValue('50.7, -120.4'));
  });

  test('say at the field what cannot be, ours and the server’s words alike, and are not saved', async () => {
    const issues = [{ path: 'paymentInstructions.cash', message: 'Please use ordinary text.' }];
    const office = openSettings('store', { 'settings.save': () => Promise.reject(new Refusal(400, 'No.', issues)) });
    const cheque = await screen.findByLabelText(/^Cheque/);
    type(/^Cheque/, ' ');
    await press('Save Settings');
    await waitFor(() => expect(cheque).toHaveAccessibleDescription('Please enter text.'));
    expect(office.sent('settings.save')).toEqual([]);
    type(/^Cheque/, 'By cheque, please.');
    await press('Save Settings');
    await waitFor(() => expect(screen.getByLabelText(/^Cash on Delivery/)).toHaveAccessibleDescription('Please use ordinary text.'));
    expect(readToasts().some(({ title, open }) => open && title === 'Settings Saved')).toBe(false);
  });
});
