import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openMaria, openPage } from '../support/clients-page';
import { chooseMember, openBoard } from '../support/dispatch-page';
import { change, findDialog, lastToast, openOffice, press } from '../support/office';
import { insertRow } from '../support/rows';
import { QUOTE } from '../support/shop';
import { show } from '../support/start-page';

test('the drawer of a new client gets the focus, not the button behind it that opened the form', async () => {
  openMaria();
  openPage();
  await press(/New Client/);
  const form = await findDialog();
  change(/^Name/, 'Jon Park', form);
  change(/^Email/, 'jon@example.com', form);
  change(/^Phone/, '250 555 0199', form);
  change(/^Address/, '7 Pine St', form);
  await press('Add Client', form);
  const drawer = await screen.findByRole('dialog', { name: 'Jon Park' });
  await waitFor(() => expect(drawer).toHaveFocus());
});

/** Presses the focused or named button with the keyboard. */
async function pressByKey(name: RegExp | string): Promise<void> {
  (await screen.findByRole('button', { name })).focus();
  await userEvent.keyboard('{Enter}');
}
const expectFocus = (name: RegExp | string) => waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());

describe('after an action that takes its row off the list', () => {
  test('the same action of the next request has the focus, after the last one that of the request before', async () => {
    const { visitor } = openOffice();
    for (const name of ['Ann', 'Ben', 'Cas']) await visitor.quotes.submit({ ...QUOTE, name });
    show();
    await pressByKey('Confirm, Cas');
    await expectFocus('Confirm, Ben');
    await pressByKey('Confirm, Ann');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm, Ann' })).toBeNull());
    await expectFocus('Confirm, Ben');
  });

  test('a next row without the same action is skipped', async () => {
    const { db } = openOffice({ hasMailServer: true });
    insertRow(db, 'outbox', { status: 'failed', subject: 'First', message_id: '<1@x>', dedupe_key: '1' });
    insertRow(db, 'outbox', { status: 'unknown', subject: 'Second', message_id: '<2@x>', dedupe_key: '2' });
    insertRow(db, 'outbox', { status: 'failed', subject: 'Third', message_id: '<3@x>', dedupe_key: '3' });
    show();
    await pressByKey('Send again, Third');
    await waitFor(() => expect(lastToast()?.title).toBe('The message is sent again.'));
    await expectFocus('Send again, First');
  });

  test('the next job on the board has the focus once its predecessor is assigned', async () => {
    openBoard([{}, {}, {}]);
    const [first, second] = await screen.findAllByRole('button', { name: /^Assign, / });
    first?.focus();
    await userEvent.keyboard('{Enter}');
    await chooseMember('Dee');
    await press('Assign', await findDialog());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(first).not.toBeInTheDocument());
    await waitFor(() => expect(second).toHaveFocus());
  });

  test('the title has the focus when the list is empty', async () => {
    openBoard();
    await pressByKey(/^Assign, /);
    await chooseMember('Dee');
    await press('Assign', await findDialog());
    expect(await screen.findByText('All Work Orders Assigned')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});
