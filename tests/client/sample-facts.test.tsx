import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SendQuote } from '../../src/client/features/quoting/office/send-quote';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { MARIA } from '../support/dispatch';
import { openInvoice, openPage as openInvoices } from '../support/invoices-page';
import { choose, findDialog, findRow, openOffice, openPart } from '../support/office';
import { WINDOWS } from '../support/quoting';
import { openPage as openReceiptList, openReceipts } from '../support/receipts-page';

const SAMPLE = 'sample details: Sage & Pine Cleaning, (250) 555-0142, hello@sageandpine.example.';

test('the list of invoices and the mail of one warn of sample facts, until the owner saved the company', async () => {
  const office = await openInvoice();
  openInvoices();
  const note = await screen.findByRole('note');
  expect(note).toHaveTextContent(`Your website, invoices and mail still show ${SAMPLE}`);
  expect(within(note).getByRole('link', { name: 'Enter your own' })).toHaveAttribute('href', '/settings?section=company');
  await choose('Email');
  expect(await (await findDialog()).findByRole('note')).toHaveTextContent(`The invoice still shows ${SAMPLE}`);
  cleanup();
  await office.admin.settings.save({ company: { ...DEFAULT_FACTS, phone: '(250) 555-0177' } });
  openInvoices();
  await findRow(/SPC001/);
  await choose('Email');
  expect(await (await findDialog()).findByLabelText(/^Email/)).toBeVisible();
  expect(screen.queryAllByRole('note', { hidden: true })).toEqual([]);
});

test('the list of receipts warns of sample facts', async () => {
  await openReceipts();
  openReceiptList();
  expect(await screen.findByRole('note')).toHaveTextContent(SAMPLE);
});

test('the question before a quote is sent warns of sample facts', async () => {
  const { admin } = openOffice();
  const { id: clientId } = await admin.clients.create(MARIA);
  const { id } = await admin.quoting.compose({ clientId, serviceType: 'residential', lines: [WINDOWS] });
  openPart(<SendQuote quote={await admin.quoting.get({ id })} isFirstOpen />);
  expect(await (await findDialog()).findByRole('note')).toHaveTextContent(`The quote still shows ${SAMPLE}`);
});
