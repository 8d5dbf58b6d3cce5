import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { DEFAULT_FACTS } from '../../src/shared/company';
import type { Settings } from '../../src/shared/settings';
import { change, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const UNSAVED = 'There are changes that are not saved yet.';

type Office = ReturnType<typeof openOffice>;
/** Opens a section of the settings after some were saved and `prepare` ran. `saved` returns what the screen sent. */
async function openSettings(section: string, before: Partial<Settings> = {}, prepare: (office: Office) => void = () => {}) {
  const office = openOffice();
  const settings = await office.admin.settings.save(before);
  prepare(office);
  return { ...office, ...openStaffPage(Route, `/settings?section=${section}`), settings, saved: () => office.sent('settings.save') };
}

describe('the sections of the settings', () => {
  test('begin with the company, and each has its own address', async () => {
    const { search } = await openSettings('nothing');
    expect(await screen.findByRole('heading', { name: 'Company' })).toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Sections of the settings' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Company', 'page'],
      ...[
        'Taxes',
        'Prices',
        'Store',
        'Payments',
        'Website',
        'Booking',
        'Numbers',
        'Messages',
        'Automation',
        'Outbox',
        'Consent',
        'Data',
        'Admins',
      ].map((name) => [name, null]),
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Numbers' }));
    expect(await screen.findByLabelText(/^Due after days/)).toHaveValue('14');
    expect(search()).toEqual({ section: 'numbers' });
    expect(screen.getByRole('link', { name: 'Numbers' })).toHaveAttribute('aria-current', 'page');
  });

  test('are chosen from a list on a phone', async () => {
    const { search } = await openSettings('numbers');
    fireEvent.change(await screen.findByLabelText('Section'), { target: { value: 'taxes' } });
    expect(await screen.findByRole('group', { name: 'Tax profile' })).toBeInTheDocument();
    expect(search()).toEqual({ section: 'taxes' });
  });

  test('include the outbox, with its view in the address', async () => {
    const { search, sent } = await openSettings('outbox');
    await userEvent.click(await screen.findByRole('button', { name: /^Failed/ }));
    await waitFor(() => expect(search()).toEqual({ section: 'outbox', view: 'failed' }));
    expect(sent('mail.list').map(({ view }) => view)).toContain('failed');
  });

  test('show an error if the settings do not load, and load them on a retry', async () => {
    const { repair, settings } = await openSettings('store', {}, ({ fail }) => fail('settings.get', refuse(500)));
    expect(await screen.findByText('The settings could not be loaded.')).toBeInTheDocument();
    repair('settings.get');
    await press('Try again');
    expect(await screen.findByLabelText(/^Cheque/)).toHaveValue(settings.paymentInstructions.cheque);
  });
});

describe('unsaved changes', () => {
  test('stay until the owner confirms leaving the section without saving', async () => {
    const { search } = await openSettings('store');
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

  test('are no longer asked about once they are saved', async () => {
    const { search } = await openSettings('numbers');
    await screen.findByLabelText(/^Due after days/);
    change(/^Due after days/, '30');
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    await userEvent.click(screen.getByRole('link', { name: 'Taxes' }));
    await waitFor(() => expect(search()).toEqual({ section: 'taxes' }));
  });
});

describe('the taxes', () => {
  test('have a profile and a rule for cart and checkout, with a note on the law of the province', async () => {
    const { saved } = await openSettings('taxes');
    expect(await screen.findByRole('radio', { name: /^HST \(12%\) \+ BC PST \(7%\)/ })).toBeChecked();
    expect(screen.getByRole('note')).toHaveTextContent('British Columbia has had no HST since 2013');
    await userEvent.click(screen.getByRole('radio', { name: /^Both 12% \+ 7%/ }));
    await press('Save Settings');
    await waitFor(() => expect(saved()).toEqual([{ taxProfile: 'documented', taxRule: 'cart-19' }]));
  });

  test('by the current rates leave no rule to choose, and keep the earlier one', async () => {
    const { saved } = await openSettings('taxes', { taxRule: 'checkout-12' });
    await userEvent.click(await screen.findByRole('radio', { name: /^GST \(5%\), PST \(7%\) on goods/ }));
    const rule = screen.getByRole('group', { name: 'Tax rule of cart and checkout' });
    expect(rule).toBeDisabled();
    expect(rule).toHaveAccessibleDescription(/nothing to choose/);
    await press('Save Settings');
    await waitFor(() => expect(saved()).toEqual([{ taxProfile: 'bc-current', taxRule: 'checkout-12' }]));
  });

  test('save the registration numbers, and keep all other facts of the company', async () => {
    const { saved } = await openSettings('taxes', { company: { ...DEFAULT_FACTS, pstNumber: 'PST-1' } });
    expect(await screen.findByLabelText('PST number')).toHaveValue('PST-1');
    change('GST/HST number', '12345 6789 RT0001');
    change('PST number', '');
    await press('Save Settings');
    const company = { ...DEFAULT_FACTS, gstNumber: '12345 6789 RT0001', pstNumber: null };
    await waitFor(() => expect(saved()).toEqual([{ taxProfile: 'documented', taxRule: 'documented', company }]));
  });
});

test('the numbers show the next ones, and save the rule and the days', async () => {
  const { saved, settings } = await openSettings('numbers', {}, ({ db }) => {
    insertRow(db, 'invoices', { invoice_number: 'SPC041', number_value: 41 });
    insertRow(db, 'receipts', { receipt_number: 'SPC-RCP006', number_value: 6 });
  });
  expect(await screen.findByText('SPC042')).toBeInTheDocument();
  expect(screen.getByText('SPC-RCP007')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /^Never reuse/ }));
  change(/^Due after days/, '366');
  await press('Save Settings');
  await waitFor(() => expect(screen.getByLabelText(/^Due after days/)).toHaveAccessibleDescription(/whole number from 0 to 365/));
  change(/^Due after days/, '0');
  await press('Save Settings');
  const { invoiceInstructions, quoteTerms, allowLateApproval } = settings;
  await waitFor(() =>
    expect(saved()).toEqual([{ numbering: 'never-reuse', invoiceDueDays: 0, invoiceInstructions, quoteTerms, allowLateApproval }]),
  );
});

describe('store, website and booking', () => {
  test('save only the fields of their section', async () => {
    const { saved, settings } = await openSettings('store');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Show sample ratings/ }));
    change(/^Cheque/, 'To the company.\nBy mail.');
    await press('Save Settings');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Settings Saved' }));
    const paymentInstructions = { ...settings.paymentInstructions, cheque: 'To the company.\nBy mail.' };
    expect(saved()).toEqual([{ showSampleRatings: false, paymentInstructions }]);
    await waitFor(() => expect(screen.queryByText(UNSAVED)).toBeNull());
  });

  test('mark a page text as a draft until the owner has reviewed it', async () => {
    const terms = { text: 'We clean.', isReviewed: true };
    const { saved, settings } = await openSettings('website', { terms });
    const policy = await screen.findByRole('region', { name: 'Privacy Policy' });
    expect(screen.getAllByText('Draft to review')).toEqual([within(policy).getByText('Draft to review')]);
    change(/^Text of the Privacy Policy/, '# Ours\nWe ask.');
    await userEvent.click(within(policy).getByRole('checkbox', { name: /^I have reviewed this text/ }));
    await press('Save Settings');
    await waitFor(() => expect(screen.queryByText('Draft to review')).toBeNull());
    const { hero, photos, testimonials, links } = settings;
    expect(saved()).toEqual([{ privacy: { text: '# Ours\nWe ask.', isReviewed: true }, terms, hero, photos, testimonials, links }]);
  });

  test('store an empty crew cap as no limit', async () => {
    const { saved, settings } = await openSettings('booking', { crewCap: 8 });
    expect(await screen.findByLabelText('Crew cap')).toHaveValue('8');
    change('Crew cap', '');
    change(/^Capacity of a new slot/, '3');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Respect posted hours/ }));
    await press('Save Settings');
    const { capacityFrom, createWorkOrders, minNoticeHours, manageCutoffHours, travelBufferMinutes, depot } = settings;
    const unchanged = { capacityFrom, createWorkOrders, minNoticeHours, manageCutoffHours, travelBufferMinutes, depot };
    await waitFor(() => expect(saved()).toEqual([{ slotCapacity: 3, crewCap: null, respectPostedHours: true, ...unchanged }]));
  });

  test('accept the depot as coordinates or a map link, and show an error for anything else', async () => {
    const { saved } = await openSettings('booking', { depot: { latitude: 50.6745, longitude: -120.3273 } });
    const depot = await screen.findByLabelText(/^Depot/);
    expect(depot).toHaveValue('50.6745, -120.3273');
    change(/^Depot/, 'the yard');
    await press('Save Settings');
    await waitFor(() => expect(depot).toHaveAccessibleDescription(/Please paste coordinates/));
    expect(saved()).toEqual([]);
    change(/^Depot/, 'https://www.google.com/maps/@50.7,-120.4,15z');
    await press('Save Settings');
    await waitFor(() => expect(saved()).toMatchObject([{ depot: { latitude: 50.7, longitude: -120.4 } }]));
    await waitFor(() => expect(depot).toHaveValue('50.7, -120.4'));
  });

  test('show errors of the form and of the server at their fields, and save nothing then', async () => {
    const { saved, fail } = await openSettings('store');
    fail('settings.save', refuse(400, 'No.', [{ path: 'paymentInstructions.cash', message: 'Please use ordinary text.' }]));
    const cheque = await screen.findByLabelText(/^Cheque/);
    change(/^Cheque/, ' ');
    await press('Save Settings');
    await waitFor(() => expect(cheque).toHaveAccessibleDescription('Please enter text.'));
    expect(saved()).toEqual([]);
    change(/^Cheque/, 'By cheque, please.');
    await press('Save Settings');
    await waitFor(() => expect(screen.getByLabelText(/^Cash on Delivery/)).toHaveAccessibleDescription('Please use ordinary text.'));
    expect(readToasts().some(({ title, open }) => open && title === 'Settings Saved')).toBe(false);
  });
});
