import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NewInvoice } from '../../src/client/features/invoices/new-invoice';
import { ComposeQuote } from '../../src/client/features/quoting/office/compose-quote';
import { Route as Invoices } from '../../src/client/routes/_office._staff.invoices';
import { Route as Plans } from '../../src/client/routes/_office._staff.plans';
import { Route as Settings } from '../../src/client/routes/_office._staff.settings';
import { openPage as openBookingsPage, openWithBooking } from '../support/bookings-page';
import { MARIA } from '../support/dispatch';
import { chooseMember, openBoard } from '../support/dispatch-page';
import { openEmpty, openPage as openInvoicesPage } from '../support/invoices-page';
import { addJob, addPeople } from '../support/jobs';
import { change, field, findDialog, lastToast, openOffice, openPart, openStaffPage, press, refuse } from '../support/office';
import { openPhone, openPage as openPhonePage, preparePhone } from '../support/phone';
import { WEEKLY } from '../support/plans';
import { addPrices } from '../support/prices';
import { openReceipts, openPage as openReceiptsPage } from '../support/receipts-page';
import { untyped } from '../support/untyped';

preparePhone();

/** Loads everything on the screen again, as a change elsewhere does. */
function Refresh() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      Refresh
    </button>
  );
}

describe('the dialog of an assignment', () => {
  test('asks to load the members again instead of offering none', async () => {
    const office = openBoard();
    office.fail('team.listActive', refuse(500));
    await press(/^Assign, WO-1-ABC/);
    const dialog = await findDialog();
    expect(await dialog.findByRole('alert')).toHaveTextContent('The team members could not be loaded.');
    office.repair('team.listActive');
    await press('Try again', dialog);
    await chooseMember('Dee');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Assign' })).toBeEnabled());
  });

  test('warns that a member could not be checked, and assigns them all the same', async () => {
    const office = openBoard();
    office.fail('dispatch.checkAssignment', refuse(500));
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    const dialog = await findDialog();
    expect(await dialog.findByText(/^It could not be checked whether this member is free/)).toBeVisible();
    await press('Assign Anyway', dialog);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Work Order Assigned' }));
  });
});

test('the form that moves a booking loads the windows of a day again', async () => {
  const office = await openWithBooking();
  openBookingsPage('/bookings?view=convert&booking=1');
  office.fail('booking.calendar', refuse(500));
  await press('Move Booking');
  const form = await findDialog();
  expect(await form.findByRole('alert')).toHaveTextContent('The windows of this day could not be loaded.');
  office.repair('booking.calendar');
  await press('Try again', form);
  expect(await form.findByLabelText(/^Window/)).toBeVisible();
});

describe('the form of a plan', () => {
  test('says that its client and the members could not be loaded', async () => {
    const office = openOffice();
    await office.admin.clients.create(MARIA);
    office.fail('clients.get', refuse(500));
    office.fail('team.listActive', refuse(500));
    openStaffPage(Plans, '/plans?new=1&client=1');
    expect(await screen.findByText('The client could not be loaded.')).toBeVisible();
    await waitFor(() => expect(field(/^Preferred member/)).toHaveAccessibleDescription(/The team members could not be loaded\./));
  });

  test('shows the preferred member, whose name is loaded after the plan', async () => {
    const office = openOffice();
    addPeople(office);
    await office.admin.plans.create({ ...WEEKLY, preferredMemberId: 1 });
    const release = office.hold('team.listActive');
    openStaffPage(Plans, '/plans?plan=1&edit=1');
    const choice = await screen.findByLabelText(/^Preferred member/);
    release();
    await screen.findByRole('option', { name: 'Dee Marsh' });
    await waitFor(() => expect(choice).toHaveDisplayValue('Dee Marsh'));
  });
});

test('a search for a client in a form can be repeated', async () => {
  const office = await openEmpty();
  await office.admin.clients.create(MARIA);
  office.fail('clients.list', refuse(500));
  openInvoicesPage('/invoices?new=1');
  await userEvent.type(await screen.findByLabelText('Find a Client'), 'maria');
  expect(await screen.findByRole('alert')).toHaveTextContent('The search did not work.');
  office.repair('clients.list');
  await press('Try again');
  expect(await screen.findByRole('button', { name: /^Maria Santos/ })).toBeVisible();
});

describe('the form of a quote', () => {
  test('waits for the terms, so that no quote goes out without them', async () => {
    const office = openOffice();
    await office.admin.clients.create(MARIA);
    office.fail('settings.get', refuse(500));
    openPart(<ComposeQuote address={{ write: 1, client: 1 }} onSearch={() => undefined} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The terms of quotes could not be loaded.');
    expect(screen.queryByLabelText('Terms')).toBeNull();
    office.repair('settings.get');
    await press('Try again');
    expect(await screen.findByLabelText('Terms')).not.toHaveValue('');
  });

  test('offers to load the price book again, and holds its place meanwhile', async () => {
    const office = openOffice();
    await office.admin.clients.create(MARIA);
    await addPrices(office);
    office.fail('pricing.list', refuse(500));
    openPart(<ComposeQuote address={{ write: 1, client: 1 }} onSearch={() => undefined} />);
    expect(await screen.findByText('The price book could not be loaded.')).toBeVisible();
    const release = office.hold('pricing.list');
    await press('Try again');
    expect(await screen.findByRole('option', { name: 'Loading the prices...' })).toBeInTheDocument();
    release();
    expect(await screen.findByRole('option', { name: /^Home visit/ })).toBeInTheDocument();
  });
});

test('the form of an invoice shows one error without its settings, and does not ask for them on and on', async () => {
  const office = await openEmpty();
  office.fail('settings.get', refuse(500));
  openInvoicesPage('/invoices?new=1');
  expect(await screen.findByRole('alert')).toHaveTextContent('The form could not be loaded.');
  expect(office.sent('settings.get')).toHaveLength(1);
  office.repair('settings.get');
  await press('Try again');
  expect(await screen.findByLabelText(/^Due Date/)).not.toHaveValue('');
});

test.each<[props: object]>([[{}], [{ order: 1 }]])(
  'the form of an invoice with %j stays open when what it began with cannot be loaded again',
  async (props) => {
    const office = await openEmpty();
    addPeople(office);
    addJob(office, 1);
    openPart(
      <>
        <NewInvoice {...props} onDone={() => undefined} />
        <Refresh />
      </>,
    );
    await screen.findByLabelText(/^Customer Name/);
    change(/^Customer Name/, 'Typed by hand');
    for (const call of ['settings.get', 'invoices.forJob']) office.fail(call, refuse(500));
    await press('Refresh');
    await waitFor(() => expect(office.sent('order' in props ? 'invoices.forJob' : 'settings.get').length).toBeGreaterThan(1));
    await new Promise((done) => setTimeout(done, 100));
    expect(field(/^Customer Name/)).toHaveValue('Typed by hand');
  },
);

test.each([
  ['invoice', Invoices, '/invoices'],
  ['plan', untyped(Plans), '/plans'],
])('the form that edits a missing %s leads to the list in one step', async (key, route, path) => {
  openOffice();
  const page = openStaffPage(untyped(route), `${path}?${key}=99&edit=1`);
  await userEvent.click(await screen.findByText(/^Show All/));
  await waitFor(() => expect(page.search()).toEqual({}));
});

test('the form of an invoice for a job that is missing leads back to the invoices', async () => {
  await openEmpty();
  const page = openInvoicesPage('/invoices?new=1&order=99');
  expect(await screen.findByText('No such job')).toBeVisible();
  await press('Show All Invoices');
  await waitFor(() => expect(page.search()).toEqual({}));
});

test('the refund of a receipt that is missing leads back to the receipts', async () => {
  await openReceipts([]);
  const page = openReceiptsPage('/receipts?new=1&refund=99');
  expect(await screen.findByText('No such receipt')).toBeVisible();
  await press('Show All Receipts');
  await waitFor(() => expect(page.search()).toEqual({}));
});

test('the refund of a receipt that could not be loaded says so', async () => {
  const office = await openReceipts();
  office.fail('invoices.getReceipt', refuse(500));
  openReceiptsPage('/receipts?new=1&refund=1');
  expect(await screen.findByText('The receipt could not be loaded.')).toBeVisible();
});

describe('the estimate that the owner tries out', () => {
  async function openPrices() {
    const office = openOffice();
    await addPrices(office);
    openStaffPage(Settings, '/settings?section=prices');
    return { office, panel: within(await screen.findByRole('region', { name: 'Try it out' })) };
  }

  test('can be loaded again after a fault of the server', async () => {
    const { office, panel } = await openPrices();
    office.fail('pricing.estimate', refuse(500));
    change('Bedrooms', '3', panel);
    expect(await panel.findByRole('alert')).toHaveTextContent('The estimate could not be loaded.');
    office.repair('pricing.estimate');
    await press('Try again', panel);
    expect(await panel.findByText(/^\$/, { selector: 'p' })).toBeVisible();
  });

  test('asks to check the numbers that the server refuses', async () => {
    const { office, panel } = await openPrices();
    office.fail('pricing.estimate', refuse(400));
    change('Bedrooms', '3', panel);
    expect(await panel.findByText('This cannot be estimated. Please check the numbers.')).toBeVisible();
  });
});

test('a cleaner can load their days off again, and is not told meanwhile that there are none', async () => {
  const office = openPhone();
  office.fail('team.myTimeOff', refuse(500));
  openPhonePage();
  await userEvent.click(await screen.findByText('Time off'));
  expect(await screen.findByText('Your days off could not be loaded.')).toBeVisible();
  expect(screen.queryByText('No days off are entered for you.')).toBeNull();
  office.repair('team.myTimeOff');
  await press('Try again');
  expect(await screen.findByText('No days off are entered for you.')).toBeVisible();
});
