import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { consents } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { change, findDialog, findPanel, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';
import { ADDRESSED } from '../support/shop';

const EMAIL = 'maria@example.com';
const PROOF = { email: EMAIL, obtainedAt: '2026-11-20T20:00:00.000Z' };
const PURCHASE = { ...PROOF, basis: 'purchase', source: 'order 1', expiresAt: '2028-11-21T07:00:00.000Z' } as const;

/** Opens the section of a company with a postal address, to which Maria gave cause by an order. */
async function openConsent(proofs: (typeof consents.$inferInsert)[] = [], isAddressed = true) {
  const office = openOffice();
  if (isAddressed) await office.admin.settings.save({ company: ADDRESSED });
  insertRow(office.db, 'orders', { customer_email: EMAIL, paid_method: 'cash', paid_date: '2026-11-20', created_at: PROOF.obtainedAt });
  for (const proof of proofs) office.db.insert(consents).values(proof).run();
  openStaffPage(Route, '/settings?section=consent');
  return office;
}
const lookUp = async (email: string) => {
  const panel = await findPanel('Look up an address');
  change(/^Email/, email, panel);
  await press('Look Up', panel);
};

test('shows that marketing waits for a postal address only while the company has none', async () => {
  await openConsent([], false);
  expect(await screen.findByRole('note')).toHaveTextContent(
    'Marketing messages are written, but not sent yet: the law wants your street and postal code in them. Add the Address',
  );
  expect(screen.getByRole('link', { name: 'Add the Address' })).toHaveAttribute('href', '/settings?section=company');
  cleanup();
  await openConsent();
  await findPanel('Proofs of consent');
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

describe('the consent of an address', () => {
  test('shows its basis, its source and its first and last day when it is looked up', async () => {
    const office = await openConsent();
    await lookUp('Maria@Example.com');
    const found = await screen.findByRole('region', { name: `Consent of ${EMAIL}` });
    await waitFor(() => expect(found).toHaveTextContent('May be written to'));
    expect(found).toHaveTextContent('BasisImplied by a purchase');
    expect(found).toHaveTextContent('Sourceorder 1');
    expect(found).toHaveTextContent('SinceNov 20');
    // It ends as the 21st begins.
    expect(found).toHaveTextContent('UntilNov 20, 2028');
    expect(office.sent('consents.find')).toEqual([{ email: EMAIL }]);
  });

  test('requires a valid address', async () => {
    const office = await openConsent();
    await lookUp('');
    expect(await screen.findByText('Please enter the email address.')).toBeVisible();
    await lookUp('maria');
    expect(await screen.findByText('Please enter a valid email address, such as name@example.com.')).toBeVisible();
    expect(office.sent('consents.find')).toEqual([]);
  });

  test('is withdrawn after a question, and then shows the reason', async () => {
    const office = await openConsent([PURCHASE]);
    await lookUp(EMAIL);
    await press('Withdraw Consent', screen);
    const question = within(await screen.findByRole('alertdialog'));
    expect(office.sent('subscriptions.withdraw')).toEqual([]);
    await press('Withdraw Consent', question);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Consent Withdrawn' }));
    expect(office.sent('subscriptions.withdraw')).toEqual([{ email: EMAIL }]);
    const found = screen.getByRole('region', { name: `Consent of ${EMAIL}` });
    await waitFor(() => expect(found).toHaveTextContent('Call only'));
    expect(found).toHaveTextContent('They unsubscribed on Nov 20.');
    expect(found).toHaveTextContent('Withdrawn Nov 20, 1:30 p.m.');
    expect(within(found).queryAllByRole('button', { name: 'Withdraw Consent' })).toHaveLength(0);
  });

  test('can be looked up again after a failure', async () => {
    (await openConsent()).fail('consents.find', refuse(500));
    await lookUp(EMAIL);
    expect(await screen.findByText('The address could not be looked up.')).toBeVisible();
  });
});

test('records an express consent with its source, and shows it', async () => {
  const office = await openConsent();
  await press('Record Consent');
  const panel = await findDialog();
  await press('Record Consent', panel);
  expect(await panel.findByText('Please say where and how they agreed.')).toBeVisible();
  change(/^Email/, EMAIL, panel);
  change(/^Where and how/, 'said on the phone', panel);
  await press('Record Consent', panel);
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Consent Recorded' }));
  expect(office.db.select().from(consents).all()).toMatchObject([{ email: EMAIL, phone: null, source: 'said on the phone' }]);
  expect(await screen.findByRole('region', { name: `Consent of ${EMAIL}` })).toBeVisible();
  expect(screen.queryAllByRole('dialog')).toHaveLength(0);
});

test('lists each proof with its last day, an express one as valid until withdrawn, and has a text for an empty list', async () => {
  await openConsent();
  const none = await screen.findByRole('region', { name: 'Proofs of consent' });
  await waitFor(() => expect(none).toHaveTextContent('No proof yet'));
  cleanup();
  const ended = { ...PURCHASE, withdrawnAt: '2026-11-20T21:00:00.000Z' };
  await openConsent([ended, { ...PROOF, basis: 'express', source: 'fair', recordedBy: 'owner' }, PURCHASE]);
  const panel = await findPanel('Proofs of consent');
  await panel.findAllByText(EMAIL);
  const ends = panel.getAllByRole('row').map((row) => row.textContent?.match(/(Until|Withdrawn) .*/)?.[0]);
  expect(ends.slice(1)).toEqual(['Until Nov 20, 2028', 'Until they withdraw it', 'Withdrawn Nov 20, 2:00 p.m.']);
  expect(screen.getByRole('region', { name: 'Proofs of consent' })).toHaveTextContent('Express 1');
});
