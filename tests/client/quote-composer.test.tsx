import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ComposeQuote } from '../../src/client/features/quoting/office/compose-quote';
import { readQuotingSearch } from '../../src/client/features/quoting/office/quoting-search';
import { MARIA } from '../support/dispatch';
import { change, lastToast, openOffice, openPart, press } from '../support/office';

/** Opens the form of a quote for Maria. */
async function openComposer() {
  const office = openOffice();
  await office.admin.clients.create(MARIA);
  const addresses: object[] = [];
  openPart(<ComposeQuote address={{ write: 1, client: 1 }} onSearch={(search) => addresses.push(search)} />);
  await userEvent.selectOptions(await screen.findByLabelText(/^Service/), 'residential');
  return { ...office, addresses };
}

test('a quote is saved as a draft with its lines, its total and its deposit', async () => {
  const { admin, addresses } = await openComposer();
  await press('Add line');
  change(/^Description/, 'Windows, inside and out');
  change(/^Price each/, '150');
  await userEvent.selectOptions(screen.getByLabelText('Deposit'), 'percent');
  change(/^Percent of the total/, '25');
  expect(await screen.findByText('$178.50')).toBeVisible();
  await press('Save as draft');
  await waitFor(() => expect(lastToast()?.title).toBe('Draft Saved'));
  expect(await admin.quoting.get({ id: 1 })).toMatchObject({
    ...{ status: 'draft', token: null, clientId: 1, total: '178.50', depositPercent: 25 },
    lines: [{ kind: 'service', description: 'Windows, inside and out', quantity: 1, price: '150.00', isOptional: false }],
  });
  expect(addresses.map((address) => readQuotingSearch({ ...address }))).toEqual([expect.objectContaining({ view: 'priced', priced: 1 })]);
});

test('a quote without a line or with a line without a price is not saved, and says why at its fields', async () => {
  const { sent } = await openComposer();
  await press('Save as draft');
  expect(await screen.findByText('Please add at least one line.')).toBeVisible();
  await press('Add line');
  change(/^Description/, 'Windows');
  await press('Save as draft');
  await waitFor(() => expect(screen.getByLabelText(/^Price each/)).toBeInvalid());
  expect(sent('quoting.compose')).toEqual([]);
  expect(within(document.body).queryByText('Please add at least one line.')).toBeNull();
});
