import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, describe, expect } from 'vitest';
import { clients } from '../../db/schema';
import { openClient, openEmpty, openMaria, openPage, panel, waitForDrawer } from '../support/clients-page';
import { addJob } from '../support/jobs';
import { change, findDialog, lastToast, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const test = base.extend('office', () => openMaria());

describe('the page of a client', () => {
  test('shows contact, figures, addresses with maps, access notes and who sees them, notes and the timeline', async () => {
    openMaria({}, { jobs: 1 });
    const page = openPage('/clients?status=recurring&client=1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Maria Santos' }));
    expect(drawer.getByRole('link', { name: '(250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    expect(drawer.getByText('none planned')).toBeInTheDocument();
    const [own, cottage] = panel('Addresses').getAllByRole('link', { name: /^View on Map/ });
    expect(own).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('12 Seymour St, Kamloops')));
    expect(cottage).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('2 Lake Rd, Vernon')));
    expect(panel('Addresses').getByText('A dog')).toBeInTheDocument();
    expect(panel('Access notes').getByText('#4411')).toBeInTheDocument();
    expect(
      panel('Access notes').getByText(/only the cleaner of the job sees these, from the day before it to the day after/),
    ).toBeInTheDocument();
    expect(panel('Notes').getByText('Two cats')).toBeInTheDocument();
    const timeline = panel('Timeline');
    expect(await timeline.findByRole('link', { name: 'Work order WO-1-ABC' })).toHaveAttribute('href', '/team?order=1');
    for (const words of ['$149.00', 'completed', 'Residential']) expect(timeline.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Possible duplicates')).toBeNull();
    await press('Close');
    await waitFor(() => expect(page.search()).toEqual({ status: 'recurring' }));
  });

  test('links to the other client after a merge, and shows a message for an unknown client', async ({ office }) => {
    insertRow(office.db, 'clients', { name: 'M. Santos', email: 'm@example.com' });
    await office.admin.clients.merge({ id: 1, intoId: 2 });
    openClient();
    expect(await screen.findByRole('link', { name: 'Open the Other Client' })).toHaveAttribute('href', '/clients?client=2');
    expect(screen.queryByRole('button', { name: 'Edit Client' })).toBeNull();
    cleanup();
    openEmpty();
    openClient();
    expect(await screen.findByText('No such client')).toBeInTheDocument();
  });

  test('has a timeline with pages, refunds, an empty state and an error', async ({ office }) => {
    const refund = { isRefund: true, paymentMethod: 'cash', paymentDate: '2026-11-20', amountPaid: '11.90' } as const;
    const customer = { customerName: 'Maria Santos', customerEmail: 'maria@example.com' };
    await office.admin.invoices.createReceipt({ ...refund, ...customer, description: 'Back' });
    for (let id = 1; id <= 15; id++) addJob(office, id, { row: { scheduled_date: '2026-11-27T20:00:00.000Z' } });
    openClient();
    await screen.findByRole('link', { name: 'Work order WO-15' });
    expect(screen.queryByText('−$11.90')).toBeNull();
    await press('Load more');
    expect(await screen.findByText('−$11.90')).toBeInTheDocument();
    cleanup();
    openMaria();
    openClient();
    expect(await screen.findByText(/are listed here/)).toBeInTheDocument();
    cleanup();
    openMaria().fail('clients.timeline', refuse(500));
    openClient();
    expect(await screen.findByRole('alert')).toHaveTextContent('The timeline could not be loaded.');
  });

  test('is edited section by section, and keeps all other values', async ({ office }) => {
    openClient();
    expect((await screen.findByRole('region', { name: 'About' })).textContent).toContain('not to be shown');
    await press('Edit Client');
    const details = await findDialog();
    change(/^Name/, 'Maria Silva', details);
    await userEvent.click(details.getByLabelText('Active client'));
    change('Company', 'Oak Realty', details);
    await userEvent.click(details.getByLabelText('May show photos of their place'));
    await press('Save Client', details);
    await waitForDrawer('Maria Silva');
    expect(panel('About').getByText('Oak Realty')).toBeInTheDocument();
    expect(panel('About').getByText('may be shown')).toBeInTheDocument();
    const about = { name: 'Maria Silva', email: 'maria@example.com', isActive: false };
    expect(office.stored()).toMatchObject({ ...about, notes: 'Two cats', accessGate: '#4411' });
    await press('Edit Access Notes');
    const access = await findDialog();
    change('Key', 'Lock box', access);
    await press('Save Access Notes', access);
    await waitForDrawer('Maria Silva');
    expect(await panel('Access notes').findByText('Lock box')).toBeInTheDocument();
    expect(office.stored()).toMatchObject({ ...about, notes: 'Two cats', accessGate: '#4411', accessKey: 'Lock box' });
    await press('Edit Notes');
    const notes = await findDialog();
    change('Notes', '', notes);
    await press('Save Notes', notes);
    expect(await screen.findByText('No notes yet.')).toBeInTheDocument();
    expect(office.stored()).toMatchObject({ ...about, notes: null, accessKey: 'Lock box' });
  });

  test('keeps a consent to texts as it is unless the office changes it', async () => {
    const office = openMaria({ sms_consent_at: '2026-11-20T20:05:00.000Z' });
    openClient();
    await press('Edit Client');
    const form = await findDialog();
    office.db.update(clients).set({ smsConsentAt: null }).run();
    change(/^Name/, 'Maria Silva', form);
    await press('Save Client', form);
    await waitForDrawer('Maria Silva');
    expect(office.stored()).toMatchObject({ name: 'Maria Silva', smsConsentAt: null });
    await press('Edit Client');
    const again = await findDialog();
    await userEvent.click(again.getByLabelText('Agreed to text messages'));
    await press('Save Client', again);
    await waitFor(() => expect(office.stored()?.smsConsentAt).toEqual(expect.any(String)));
  });

  test('adds, changes and removes a further address', async ({ office }) => {
    openClient();
    await press('Add Address');
    const form = await findDialog();
    await press('Save Address', form);
    expect(form.getByLabelText(/^Name of the Place/)).toHaveAccessibleDescription('Please name the place, such as Cottage.');
    change(/^Name of the Place/, 'Office', form);
    change(/^Address/, '9 Main St', form);
    change('Alarm', '99', form);
    await press('Save Address', form);
    await waitForDrawer();
    expect(office.addresses()[1]).toMatchObject({ clientId: 1, label: 'Office', address: '9 Main St', accessAlarm: '99', accessKey: null });
    await press(/^Edit, Cottage/);
    const edit = await findDialog();
    change('Key', 'Pot', edit);
    await press('Save Address', edit);
    await waitFor(() => expect(office.addresses()[0]).toMatchObject({ label: 'Cottage', accessPets: 'A dog', accessKey: 'Pot' }));
    await waitForDrawer();
    await press(/^Remove, Cottage/);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Address' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Address Removed' }));
    expect(office.addresses()).toMatchObject([{ label: 'Office' }]);
  });

  test('explains why the address of an open work order cannot be removed', async ({ office }) => {
    addJob(office, 1, { row: { address_id: 1 } });
    openClient();
    await press(/^Remove, Cottage/);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Address' }));
    const description = 'An open work order goes to this address. Finish or cancel it first.';
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description }));
    expect(office.addresses()).toHaveLength(1);
  });
});

test('a client is archived, which can be undone for ten seconds', async ({ office }) => {
  openClient();
  await press('Archive, Maria Santos');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Client Archived', durationMs: 10_000 }));
  expect(office.stored()?.isActive).toBe(false);
  expect(await screen.findByRole('button', { name: 'Make Active, Maria Santos' })).toBeInTheDocument();
  lastToast()?.action?.run();
  await waitFor(() => expect(office.stored()?.isActive).toBe(true));
});

describe('do not service', () => {
  test('requires a reason, shows it above the page, and can be undone', async ({ office }) => {
    openClient();
    await press('Do Not Service');
    const question = await findDialog();
    await press('Do Not Service', question);
    expect(question.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    expect(office.stored()?.doNotService).toBe(false);
    change(/^Reason/, 'Never pays', question);
    await press('Do Not Service', question);
    const banner = await screen.findByRole('note', { name: 'Do not service' });
    expect(banner).toHaveTextContent('Never pays');
    expect(office.stored()).toMatchObject({ doNotService: true, doNotServiceReason: 'Never pays' });
    await waitForDrawer();
    expect(screen.queryByRole('button', { name: 'Do Not Service' })).toBeNull();
    await press('Serve Again');
    await waitFor(() => expect(screen.queryByRole('note', { name: 'Do not service' })).toBeNull());
    expect(office.stored()).toMatchObject({ doNotService: false });
    expect(lastToast()).toMatchObject({ title: 'Served Again', durationMs: 10_000 });
    lastToast()?.action?.run();
    expect(await screen.findByRole('note', { name: 'Do not service' })).toHaveTextContent('Never pays');
    expect(office.stored()).toMatchObject({ doNotService: true, doNotServiceReason: 'Never pays' });
  });

  test('is taken back by the toast that follows it', async ({ office }) => {
    openClient();
    await press('Do Not Service');
    const question = await findDialog();
    change(/^Reason/, 'Never pays', question);
    await press('Do Not Service', question);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Do Not Service', durationMs: 10_000 }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Served Again' }));
    expect(office.stored()).toMatchObject({ doNotService: false, doNotServiceReason: null });
  });

  test('is shown when another job is planned', async () => {
    openMaria({ do_not_service: 1, do_not_service_reason: 'Never pays' });
    openClient();
    await press('Create Work Order');
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription('Maria Santos is marked “do not service”: Never pays');
  });
});

test('the page of a client lists the bookings that they made with their own code', async ({ office }) => {
  insertRow(office.db, 'appointment_slots', { team_member_id: null });
  insertRow(office.db, 'appointment_bookings', { client_name: 'M. Santos', work_order_id: null });
  insertRow(office.db, 'activity', { verb: 'referral.refused', entity_type: 'booking', entity_id: '1', data: '{"referrerId":1}' });
  openClient();
  const note = await screen.findByRole('region', { name: 'Bookings without a reward' });
  expect(note).toHaveTextContent('M. Santos, booked on Nov 20');
  expect(within(note).getByRole('link', { name: 'M. Santos' })).toHaveAttribute('href', '/bookings?booking=1');
});
