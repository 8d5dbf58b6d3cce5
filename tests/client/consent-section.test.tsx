import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { DEFAULT_FACTS } from '../../src/shared/company';
import type { ConsentAnswer } from '../../src/shared/consents';
import { fakeCalls, lastToast, openStaffPage } from '../support/office';

const EMAIL = 'maria@example.com';
const PROOF: ConsentAnswer['rows'][number] = {
  id: 1,
  email: EMAIL,
  phone: null,
  basis: 'purchase',
  source: 'order 1042',
  obtainedAt: '2026-11-20T20:00:00.000Z',
  expiresAt: '2028-11-21T07:00:00.000Z',
  withdrawnAt: null,
  recordedBy: null,
};
const BOUGHT: ConsentAnswer = {
  email: EMAIL,
  basis: { basis: 'purchase', source: 'order 1042', since: PROOF.obtainedAt, until: PROOF.expiresAt },
  reason: null,
  unsubscribedAt: null,
  rows: [PROOF],
};
const GONE: ConsentAnswer = {
  ...BOUGHT,
  basis: null,
  reason: 'They unsubscribed on Friday, November 20, 2026.',
  unsubscribedAt: '2026-11-20T21:00:00.000Z',
  rows: [{ ...PROOF, withdrawnAt: '2026-11-20T21:00:00.000Z' }],
};

function openConsent(before = BOUGHT, more: Parameters<typeof fakeCalls>[0] = {}) {
  let answer = before;
  const office = fakeCalls({
    'settings.get': () => ({ company: { ...DEFAULT_FACTS, street: '210 Lansdowne St', postalCode: 'V2C 0A5' } }),
    'consents.counts': () => ({ express: 3, implied: 2, withdrawn: 1, unsubscribed: 1 }),
    'consents.list': () => ({ rows: [], nextCursor: null }),
    'consents.find': () => answer,
    'consents.record': () => answer,
    'subscriptions.withdraw': () => {
      answer = GONE;
      return answer;
    },
    ...more,
  });
  return { ...office, ...openStaffPage(Route, '/settings?section=consent') };
}
const lookUp = async (email: string) => {
  const panel = within(await screen.findByRole('region', { name: 'Look up an address' }));
  fireEvent.change(panel.getByLabelText(/^Email/), { target: { value: email } });
  await userEvent.click(panel.getByRole('button', { name: 'Look Up' }));
};

test('a company without a postal address is told that its marketing waits for it; another one is not', async () => {
  openConsent(BOUGHT, { 'settings.get': () => ({ company: DEFAULT_FACTS }) });
  expect(await screen.findByRole('note')).toHaveTextContent(
    'Marketing messages are written, but not sent yet: the law wants your street and postal code in them. Add the Address',
  );
  expect(screen.getByRole('link', { name: 'Add the Address' })).toHaveAttribute('href', '/settings?section=company');
  cleanup();
  openConsent();
  await screen.findByRole('region', { name: 'Proofs of consent' });
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
});

describe('the consent of an address', () => {
  test('is looked up: its basis, source, since when and until when', async () => {
    const office = openConsent();
    await lookUp('Maria@Example.com');
    const found = await screen.findByRole('region', { name: `Consent of ${EMAIL}` });
    await waitFor(() => expect(found).toHaveTextContent('May be written to'));
    expect(found).toHaveTextContent('BasisImplied by a purchase');
    expect(found).toHaveTextContent('Sourceorder 1042');
    expect(found).toHaveTextContent('SinceFriday, November 20, 2026');
    // It ends as the 21st begins.
    expect(found).toHaveTextContent('UntilMonday, November 20, 2028');
    expect(office.sent('consents.find')).toEqual([{ email: EMAIL }]);
  });

  test('asks for an address that is one', async () => {
    const office = openConsent();
    await lookUp('');
    expect(await screen.findByText('Please enter the email address.')).toBeVisible();
    await lookUp('maria');
    expect(await screen.findByText('Please enter a valid email address, such as name@example.com.')).toBeVisible();
    expect(office.sent('consents.find')).toEqual([]);
  });

  test('is withdrawn after a question, and then the reason is told', async () => {
    const office = openConsent();
    await lookUp(EMAIL);
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw Consent' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(office.sent('subscriptions.withdraw')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Withdraw Consent' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Consent Withdrawn' }));
    expect(office.sent('subscriptions.withdraw')).toEqual([{ email: EMAIL }]);
    const found = screen.getByRole('region', { name: `Consent of ${EMAIL}` });
    await waitFor(() => expect(found).toHaveTextContent('Call only'));
    expect(found).toHaveTextContent('They unsubscribed on Friday, November 20, 2026.');
    expect(found).toHaveTextContent('withdrawn Fri, Nov 20, 2026, 2:00 p.m.');
    expect(within(found).queryAllByRole('button', { name: 'Withdraw Consent' })).toHaveLength(0);
  });

  test('that cannot be looked up can be tried again', async () => {
    openConsent(BOUGHT, { 'consents.find': () => Promise.reject(new Error('down')) });
    await lookUp(EMAIL);
    expect(await screen.findByText('The address could not be looked up.')).toBeVisible();
  });
});

test('an express consent is recorded with its source, and shown', async () => {
  const office = openConsent();
  const panel = within(await screen.findByRole('region', { name: 'Record express consent' }));
  await userEvent.click(panel.getByRole('button', { name: 'Record Consent' }));
  expect(await panel.findByText('Please say where and how they agreed.')).toBeVisible();
  fireEvent.change(panel.getByLabelText(/^Email/), { target: { value: EMAIL } });
  fireEvent.change(panel.getByLabelText(/^Where and how/), { target: { value: 'said on the phone' } });
  await userEvent.click(panel.getByRole('button', { name: 'Record Consent' }));
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Consent Recorded' }));
  expect(office.sent('consents.record')).toEqual([{ email: EMAIL, phone: null, source: 'said on the phone' }]);
  expect(await screen.findByRole('region', { name: `Consent of ${EMAIL}` })).toBeVisible();
  expect(panel.getByLabelText(/^Email/)).toHaveValue('');
});

test('the figures and the proofs are there, or words for none', async () => {
  openConsent();
  const panel = await screen.findByRole('region', { name: 'Proofs of consent' });
  await waitFor(() => expect(panel).toHaveTextContent('Express3'));
  expect(panel).toHaveTextContent('No proof yet.');
});

test('a proof says until which day it counts, and an express one until they withdraw it', async () => {
  const express = { ...PROOF, id: 2, basis: 'express', source: 'fair', expiresAt: null, recordedBy: 'owner' };
  const ended = { ...PROOF, id: 3, withdrawnAt: '2026-11-20T21:00:00.000Z' };
  openConsent(BOUGHT, { 'consents.list': () => ({ rows: [PROOF, express, ended], nextCursor: null }) });
  const panel = within(await screen.findByRole('region', { name: 'Proofs of consent' }));
  const proofs = (await panel.findAllByRole('listitem')).map((proof) => proof.textContent);
  expect(proofs.map((text) => text?.match(/until [^·]+/)?.[0])).toEqual([
    'until Monday, November 20, 2028',
    'until they withdraw it',
    undefined,
  ]);
});
