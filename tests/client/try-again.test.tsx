import '@testing-library/jest-dom/vitest';
import { useQueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Route as Office } from '../../src/client/routes/_office';
import { trpc } from '../../src/client/trpc';
import { Button } from '../../src/client/ui/button';
import { Loaded } from '../../src/client/ui/loaded';
import { PageTitle } from '../../src/client/ui/page-title';
import { offline, openOffice, openPart, press, refuse } from '../support/office';
import { untyped } from '../support/untyped';

const CALLS = ['booking.closedDays', 'invoices.nextNumbers', 'invoices.summary', 'inventory.summary'];

/** Shows how many of four queries failed, and loads all of them or the first again. */
function Outage() {
  const client = useQueryClient();
  const queries = [
    trpc.booking.closedDays.useQuery(),
    trpc.invoices.nextNumbers.useQuery(),
    trpc.invoices.summary.useQuery(),
    trpc.inventory.summary.useQuery(),
  ];
  const count = (status: string) => queries.filter((query) => query.status === status).length;
  return (
    <>
      <p>{`${count('success')} loaded, ${count('error')} failed`}</p>
      <Button label="Refresh" onPress={() => void client.invalidateQueries()} />
      <Button label="Try again" onPress={() => void queries[0]?.refetch()} />
    </>
  );
}

function Parts() {
  const closed = trpc.booking.closedDays.useQuery();
  const next = trpc.invoices.nextNumbers.useQuery();
  return (
    <>
      <PageTitle>Some screen</PageTitle>
      <Loaded query={closed} loading="Loading days..." failed="The days could not be loaded.">
        {({ days }) => <p>{days.length} days</p>}
      </Loaded>
      <Loaded query={next} loading="Loading numbers..." failed="The numbers could not be loaded.">
        {({ invoice }) => <p>Next is {invoice}</p>}
      </Loaded>
    </>
  );
}

describe('a screen with parts that failed', () => {
  test('comes back as a whole when one part is loaded again', async () => {
    const office = openOffice();
    office.fail('booking.closedDays', refuse(500));
    office.fail('invoices.nextNumbers', refuse(500));
    openPart(<Parts />);
    expect(await screen.findAllByRole('alert')).toHaveLength(2);
    office.repair('booking.closedDays');
    office.repair('invoices.nextNumbers');
    const [first] = screen.getAllByRole('button', { name: 'Try again' });
    first?.click();
    expect(await screen.findByText('0 days')).toBeVisible();
    expect(await screen.findByText('Next is SPC001')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('sends each of them once more, if they had an answer before', async () => {
    const office = openOffice();
    openPart(<Outage />);
    expect(await screen.findByText('4 loaded, 0 failed')).toBeVisible();
    for (const call of CALLS) office.fail(call, refuse(500));
    await press('Refresh');
    expect(await screen.findByText('0 loaded, 4 failed')).toBeVisible();
    for (const call of CALLS) office.repair(call);
    await press('Try again');
    expect(await screen.findByText('4 loaded, 0 failed')).toBeVisible();
    expect(CALLS.map((call) => office.sent(call).length)).toEqual([3, 3, 3, 3]);
  });

  test('keeps the parts that are loaded while another one still fails', async () => {
    const office = openOffice();
    office.fail('invoices.nextNumbers', refuse(500));
    openPart(<Parts />);
    expect(await screen.findByText('0 days')).toBeVisible();
    await press('Try again');
    expect(await screen.findByRole('alert')).toHaveTextContent('The numbers could not be loaded.');
    expect(screen.getByText('0 days')).toBeVisible();
  });

  test('says that the network is missing, and loads when it is back', async () => {
    const office = openOffice();
    for (const call of ['booking.closedDays', 'invoices.nextNumbers']) office.fail(call, offline);
    openPart(<Parts />);
    expect(await screen.findAllByRole('alert')).toHaveLength(2);
    act(() => office.setOnline(false));
    for (const call of ['booking.closedDays', 'invoices.nextNumbers']) office.repair(call);
    expect(await screen.findAllByText('You are offline. It is loaded once the connection is back.')).toHaveLength(2);
    act(() => office.setOnline(true));
    expect(await screen.findByText('0 days')).toBeVisible();
    expect(await screen.findByText('Next is SPC001')).toBeVisible();
  });

  test('gives the focus to its title when the pressed button is gone', async () => {
    const office = openOffice();
    office.fail('booking.closedDays', refuse(500));
    openPart(<Parts />);
    await screen.findByRole('alert');
    office.repair('booking.closedDays');
    await press('Try again');
    expect(await screen.findByText('0 days')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Some screen' })).toHaveFocus());
  });
});

test('an office that could not be loaded offline is loaded once the connection is back', async () => {
  const office = openOffice();
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  render(createElement(untyped(Office.options.errorComponent)));
  act(() => office.setOnline(false));
  expect(screen.getByRole('alert')).toHaveTextContent('You are offline. It is loaded once the connection is back.');
  expect(reload).not.toHaveBeenCalled();
  act(() => office.setOnline(true));
  expect(reload).toHaveBeenCalledOnce();
});
