import '@testing-library/jest-dom/vitest';
import type { AnyRoute } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Route as Achievements } from '../../src/client/routes/_office._staff.achievements';
import { Route as Canaan } from '../../src/client/routes/_office._staff.canaan-dashboard';
import { Route as Clients } from '../../src/client/routes/_office._staff.clients';
import { Route as Inventory } from '../../src/client/routes/_office._staff.inventory';
import { Route as Invoices } from '../../src/client/routes/_office._staff.invoices';
import { Route as Orders } from '../../src/client/routes/_office._staff.orders';
import { Route as Plans } from '../../src/client/routes/_office._staff.plans';
import { Route as Receipts } from '../../src/client/routes/_office._staff.receipts';
import { Route as Settings } from '../../src/client/routes/_office._staff.settings';
import { Route as Social } from '../../src/client/routes/_office._staff.social-media';
import { Route as Team } from '../../src/client/routes/_office._staff.team';
import { Route as Members } from '../../src/client/routes/_office._staff.team-management';
import { MARIA } from '../support/dispatch';
import { addJob, addPeople } from '../support/jobs';
import { openOffice, openStaffPage, press, refuse } from '../support/office';
import { WEEKLY } from '../support/plans';
import { insertRow } from '../support/rows';
import { show } from '../support/start-page';
import { untyped } from '../support/untyped';

/** Opens an office with Maria, Dee, one job, one rating and one weekly plan that Dee is preferred for. */
async function openWithRows() {
  const office = openOffice();
  addPeople(office);
  addJob(office, 1, { assignment: {} });
  insertRow(office.db, 'ratings', { work_order_id: 1, client_id: 1 });
  await office.admin.plans.create({ ...WEEKLY, preferredMemberId: 1 });
  return office;
}

describe('a part that failed', () => {
  test.each<[address: string, route: AnyRoute, call: string, failure: string, shown: string | RegExp]>([
    ['/invoices', untyped(Invoices), 'invoices.summary', 'The figures could not be loaded.', 'Outstanding'],
    ['/inventory', untyped(Inventory), 'inventory.summary', 'The figures could not be loaded.', 'Total Products'],
    ['/team', untyped(Team), 'dispatch.summary', 'The figures could not be loaded.', 'Active Orders'],
    ['/canaan-dashboard', untyped(Canaan), 'ratings.figures', 'The figures of the plans could not be loaded.', 'Churn in 30 days'],
    ['/canaan-dashboard', untyped(Canaan), 'automation.canaanStatus', 'The status could not be loaded.', 'Focus Areas'],
    ['/achievements', untyped(Achievements), 'achievements.list', 'The achievements could not be loaded.', 'Completion'],
    ['/receipts', untyped(Receipts), 'invoices.receiptSummary', 'The totals could not be loaded.', /^Total Receipts: \d/],
    ['/settings?section=numbers', untyped(Settings), 'invoices.nextNumbers', 'The next numbers could not be loaded.', 'SPC001'],
    ['/social-media?tab=setup', untyped(Social), 'social.overview', 'The state of the connection could not be loaded.', 'FACEBOOK_PAGE_ID'],
    ['/clients?client=1', untyped(Clients), 'quoting.list', 'The quotes could not be loaded.', 'Access notes'],
    ['/clients?client=1', untyped(Clients), 'ratings.list', 'The ratings could not be loaded.', 'Ratings'],
    ['/team?order=1', untyped(Team), 'dispatch.history', "The photos and the crew's log could not be loaded.", 'Processing Timeline'],
  ])('at %s shows an error for it until it is loaded again (%#)', async (address, route, call, failure, shown) => {
    const office = await openWithRows();
    office.fail(call, refuse(500));
    openStaffPage(route, address);
    expect(await screen.findByText(failure)).toBeVisible();
    await waitFor(() => expect(document.querySelector('[class*=animate-pulse]')).toBeNull());
    office.repair(call);
    await press('Try again');
    expect(await screen.findByText(shown)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  });

  test('of a list leaves the rows before it in place', async () => {
    const office = await openWithRows();
    for (const id of [101, 102, 103, 104, 105]) {
      addJob(office, id);
      insertRow(office.db, 'ratings', { work_order_id: id, client_id: 1 });
    }
    openStaffPage(untyped(Clients), '/clients?client=1');
    const panel = within(await screen.findByRole('region', { name: 'Ratings' }));
    expect(await panel.findAllByText('Spotless')).toHaveLength(5);
    office.fail('ratings.list', refuse(500));
    await press('Load more', panel);
    expect(await panel.findByText('The ratings could not be loaded.')).toBeVisible();
    expect(panel.getAllByText('Spotless')).toHaveLength(5);
    office.repair('ratings.list');
    await press('Load more', panel);
    await waitFor(() => expect(panel.getAllByText('Spotless')).toHaveLength(6));
    expect(panel.queryByText('The ratings could not be loaded.')).toBeNull();
  });

  test('hides that all is done on the first screen, if the to-dos are not known', async () => {
    const office = openOffice();
    office.fail('overview.today', refuse(500));
    show();
    expect(await screen.findByText('What needs you could not be loaded.')).toBeVisible();
    expect(screen.queryByText("You're all caught up")).toBeNull();
    office.repair('overview.today');
    await press('Try again');
    expect(await screen.findByText("You're all caught up")).toBeVisible();
  });

  test('of a plan says so instead of calling its member inactive', async () => {
    const office = await openWithRows();
    office.fail('team.listActive', refuse(500));
    office.fail('clients.get', refuse(500));
    openStaffPage(untyped(Plans), '/plans?plan=1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Maria Santos' }));
    expect(await drawer.findAllByText('could not be loaded')).toHaveLength(2);
    expect(drawer.queryByText('no longer active')).toBeNull();
  });
});

describe('a drawer', () => {
  test('shows a client together with their quotes, so that nothing below moves', async () => {
    const office = openOffice();
    await office.admin.clients.create(MARIA);
    const release = office.hold('quoting.list');
    openStaffPage(untyped(Clients), '/clients?client=1');
    const drawer = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(office.sent('clients.get')).toHaveLength(1));
    expect(drawer.queryByText('Access notes')).toBeNull();
    release();
    expect(await drawer.findByText('Access notes')).toBeVisible();
  });

  test('shows a member although the ratings failed', async () => {
    const office = await openWithRows();
    office.fail('ratings.figures', refuse(500));
    openStaffPage(untyped(Members), '/team-management?member=1');
    expect(await screen.findByText('Employee ID')).toBeVisible();
  });

  test('of a record that is missing leads back to the list', async () => {
    openOffice();
    const page = openStaffPage(untyped(Orders), '/orders?order=99');
    await press('Show All Orders');
    await waitFor(() => expect(page.search()).toEqual({}));
  });
});
