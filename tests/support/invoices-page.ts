import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.invoices';
import type { CreditNote, InvoiceDetails } from '../../src/shared/invoices-schemas';
import { fakeCalls, openStaffPage } from './office';

export const INVOICE: InvoiceDetails = {
  id: 5,
  invoiceNumber: 'SPC005',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '(250) 555-0133',
  customerAddress: '12 Seymour St, Kamloops',
  serviceType: 'Residential Cleaning',
  serviceDescription: 'Whole house',
  serviceDate: '2026-11-10',
  subtotal: '100.00',
  hstAmount: '12.00',
  pstAmount: '7.00',
  totalAmount: '119.00',
  amountPaid: '0.00',
  balance: '119.00',
  credited: '0.00',
  status: 'pending',
  dueDate: '2026-12-10',
  paidDate: null,
  paymentMethod: null,
  notes: 'Key at the desk.',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  items: [],
  workOrderId: 3,
  bookingId: null,
  createdAt: '2026-11-20T20:05:00.000Z',
  issuedAt: '2026-11-20T20:05:00.000Z',
  updatedAt: '2026-11-20T20:05:00.000Z',
  deletedAt: null,
  voidedAt: null,
  receipts: [],
  creditNotes: [],
  refundDue: '0.00',
  mailedAt: null,
  handedOverAt: null,
};
const RECEIPT: InvoiceDetails['receipts'][number] = {
  id: 9,
  receiptNumber: 'SPC-RCP009',
  invoiceId: 5,
  invoiceNumber: 'SPC005',
  orderNumber: null,
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  paymentMethod: 'cheque',
  subtotal: '42.02',
  hstAmount: '5.04',
  pstAmount: '2.94',
  amountPaid: '50.00',
  paymentDate: '2026-11-20',
  description: 'Payment for invoice SPC005 – Residential Cleaning',
  isRefund: false,
  refundOfId: null,
  refunded: '0.00',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  createdAt: '2026-11-20T20:05:00.000Z',
  voidedAt: null,
};
export const CREDIT_NOTE: CreditNote = {
  id: 3,
  creditNoteNumber: 'SPC-CN003',
  invoiceId: 5,
  invoiceNumber: 'SPC005',
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerAddress: null,
  subtotal: '50.00',
  hstAmount: '6.00',
  pstAmount: '3.50',
  amount: '59.50',
  reason: 'One room was left out',
  issuedDate: '2026-11-20',
  taxProfile: 'documented',
  hstRate: 1200,
  pstRate: 700,
  createdAt: '2026-11-20T20:05:00.000Z',
};
export const PART_PAID = { amountPaid: '50.00', balance: '69.00', receipts: [RECEIPT] };
export const PAID = { ...PART_PAID, status: 'paid', paidDate: '2026-11-20', balance: '0.00', amountPaid: '119.00' } as const;

/** Opens an office with one invoice that changes as the server would change it. */
export function openOffice(change: Partial<InvoiceDetails> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let invoice: InvoiceDetails = { ...INVOICE, ...change };
  let isDeleted = false;
  return fakeCalls({
    'invoices.list': () => ({ rows: isDeleted ? [] : [invoice], nextCursor: null }),
    'invoices.bin': () => ({ rows: [{ ...invoice, deletedAt: '2026-11-20T20:05:00.000Z' }], nextCursor: null }),
    'invoices.summary': () => ({
      outstanding: { invoices: 3, amount: '1319.00' },
      overdue: { invoices: 1, amount: '200.00' },
      drafts: 2,
      inBin: 4,
      receivedThisMonth: '-20.00',
    }),
    'invoices.get': () => invoice,
    'invoices.nextNumbers': () => ({ invoice: 'SPC006', receipt: 'SPC-RCP010' }),
    'invoices.update': ({ status }) => {
      invoice = { ...invoice, ...(status === 'paid' ? PAID : { status: 'pending' as const }) };
      return invoice;
    },
    'invoices.recordPayment': () => {
      invoice = { ...invoice, ...PART_PAID };
      return invoice;
    },
    'invoices.create': ({ customerName, status }) => ({ ...INVOICE, invoiceNumber: 'SPC006', customerName, status }),
    'invoices.email': () => ({ success: true, isStored: false }),
    'invoices.createCreditNote': ({ amount }) => {
      invoice = { ...invoice, credited: '59.50', balance: '59.50', creditNotes: [CREDIT_NOTE] };
      return { ...CREDIT_NOTE, amount };
    },
    'invoices.listCreditNotes': () => ({ rows: [CREDIT_NOTE], nextCursor: null }),
    'invoices.emailCreditNote': () => ({ success: true, isStored: false }),
    'invoices.markHandedOver': ({ isHandedOver = true }) => {
      invoice = { ...invoice, handedOverAt: isHandedOver ? '2026-11-20T20:05:00.000Z' : null };
      return invoice;
    },
    'invoices.delete': () => {
      isDeleted = true;
      return { success: true };
    },
    'invoices.restore': () => {
      isDeleted = false;
      return { ...invoice, invoiceNumber: 'SPC007' };
    },
    'offers.listFor': () => ({ rows: [], refusal: null }),
    'offers.listPromised': () => ({ rows: [] }),
    'settings.get': () => ({ taxProfile: 'documented', invoiceDueDays: 14 }),
    'clients.list': () => ({
      rows: [{ id: 1, name: 'Ada Low', email: 'ada@example.com', phone: '250 555 0101', address: '7 Pine St, Kamloops' }],
      nextCursor: null,
    }),
    ...more,
  });
}
export const openPage = (address = '/invoices') => openStaffPage(Route, address);
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** Sets the day of each test. */
export function prepareInvoicesPage(): void {
  beforeEach(() => {
    // An evening in Kamloops that is already the next day in UTC and in the tests' own time zone.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:30:00.000Z') });
  });
}
