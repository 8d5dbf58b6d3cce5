import { describe, expect, test } from 'vitest';
import { activity } from '../../db/schema';
import { markOverdueInvoices } from '../../src/server/invoices/service';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { draftOfJob, PAYMENT } from '../support/invoices';
import { bookAsJon, completeJob } from '../support/job-invoices';
import { openShop, QUOTE, type Shop } from '../support/shop';

type Act = (shop: Shop) => unknown;
const REFUND = { ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid: 10 };
const ITEMS = { subtotal: 20, items: [{ description: 'Mop', quantity: 2, price: 10, isGoods: true }] };

const withInvoice: Act = ({ admin }) => admin.invoices.create(INVOICE);
const withDraft: Act = ({ admin }) => admin.invoices.create({ ...INVOICE, status: 'draft' });
const partPaid: Act = async (shop) => {
  await withInvoice(shop);
  await shop.admin.invoices.recordPayment(PAYMENT);
};
const inBin: Act = async (shop) => {
  await withDraft(shop);
  await shop.admin.invoices.delete({ id: 1 });
};
const withJob: Act = async (shop) => {
  await shop.visitor.quotes.submit(QUOTE);
  await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
  await completeJob(shop);
};
const withJobInvoice: Act = async (shop) => {
  await withJob(shop);
  await draftOfJob(shop, { workOrderId: 1 });
  await shop.admin.invoices.update({ id: 1, subtotal: 149 });
};

/** Each action with its preparation, the writes of each step and the resulting log lines. */
const WRITES: [what: string, prepare: Act, act: Act, steps: string[], verbs: string[]][] = [
  [
    'a new invoice',
    () => undefined,
    ({ admin }) => admin.invoices.create({ ...INVOICE, ...ITEMS }),
    ['insert on invoices', 'insert on invoice_items', 'insert on number_series'],
    ['invoice.created'],
  ],
  [
    'a changed invoice',
    withInvoice,
    ({ admin }) => admin.invoices.update({ id: 1, ...ITEMS }),
    ['update on invoices', 'insert on invoice_items'],
    ['invoice.changed'],
  ],
  [
    'a draft that is issued',
    withDraft,
    ({ admin }) => admin.invoices.update({ id: 1, status: 'pending' }),
    ['update on invoices'],
    ['invoice.issued'],
  ],
  ['a voided invoice', withInvoice, ({ admin }) => admin.invoices.delete({ id: 1 }), ['update on invoices'], ['invoice.voided']],
  [
    'an undone payment',
    async (shop) => {
      await withInvoice(shop);
      await shop.admin.invoices.update({ id: 1, status: 'paid' });
    },
    ({ admin }) => admin.invoices.update({ id: 1, status: 'pending' }),
    ['update on receipts', 'update on invoices'],
    ['invoice.reopened', 'receipt.voided'],
  ],
  ['a restored invoice', inBin, ({ admin }) => admin.invoices.restore({ id: 1 }), ['update on invoices'], ['invoice.restored']],
  [
    'an invoice that is marked as paid',
    withInvoice,
    ({ admin }) => admin.invoices.update({ id: 1, status: 'paid' }),
    ['insert on receipts', 'update on invoices', 'insert on number_series'],
    ['receipt.created', 'invoice.paid'],
  ],
  [
    'an invoice of a job that is marked as paid',
    withJobInvoice,
    ({ admin }) => admin.invoices.update({ id: 1, status: 'paid' }),
    ['insert on receipts', 'update on invoices', 'update on work_orders'],
    ['invoice.issued', 'receipt.created', 'invoice.paid', 'workOrder.finalized'],
  ],
  [
    'a part payment',
    withInvoice,
    ({ admin }) => admin.invoices.recordPayment(PAYMENT),
    ['insert on receipts', 'update on invoices'],
    ['receipt.created', 'invoice.partPaid'],
  ],
  [
    'a payment of a draft',
    withDraft,
    ({ admin }) => admin.invoices.recordPayment(PAYMENT),
    ['insert on receipts', 'update on invoices'],
    ['invoice.issued', 'receipt.created', 'invoice.partPaid'],
  ],
  [
    'a receipt that stands for itself',
    () => undefined,
    ({ admin }) => admin.invoices.createReceipt(RECEIPT),
    ['insert on receipts', 'update on receipt_totals', 'insert on number_series'],
    ['receipt.created'],
  ],
  [
    'a receipt of an invoice',
    withInvoice,
    ({ admin }) => admin.invoices.createReceipt({ ...RECEIPT, invoiceId: 1 }),
    ['insert on receipts', 'update on invoices'],
    ['receipt.created', 'invoice.partPaid'],
  ],
  [
    'a refund',
    partPaid,
    ({ admin }) => admin.invoices.createReceipt(REFUND),
    ['insert on receipts', 'update on invoices'],
    ['receipt.refunded', 'invoice.recounted'],
  ],
  [
    'a voided receipt',
    partPaid,
    ({ admin }) => admin.invoices.deleteReceipt({ id: 1 }),
    ['update on receipts', 'update on invoices'],
    ['invoice.recounted', 'receipt.voided'],
  ],
  [
    'an invoice by e-mail',
    async (shop) => {
      await withDraft(shop);
      // The key of its payment page is made with the PDF, before the transaction.
      shop.db.$client.exec("update invoices set pay_token = 'AAAAAAAAAAAAAAAAAAAAAA'");
    },
    ({ admin }) => admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' }),
    ['insert on outbox', 'update on invoices'],
    ['invoice.issued', 'invoice.emailed'],
  ],
  [
    'a payment reminder',
    async ({ admin }) => {
      await admin.invoices.create({ ...INVOICE, dueDate: '2026-11-19' });
      await admin.invoices.markHandedOver({ id: 1 });
    },
    ({ admin }) => admin.invoices.remind({ id: 1 }),
    ['insert on outbox', 'update on outbox'],
    ['message.drafted', 'message.approved', 'invoice.reminded'],
  ],
  [
    'a receipt by e-mail',
    partPaid,
    ({ admin }) => admin.invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' }),
    ['insert on outbox'],
    ['receipt.emailed'],
  ],
  [
    'an invoice of a work order',
    async (shop) => {
      await withJob(shop);
      shop.db.$client.exec('update work_orders set total_amount_cents = 14900');
    },
    ({ admin }) => admin.invoices.createFromWorkOrder({ id: 1 }),
    ['insert on invoices', 'insert on number_series'],
    ['invoice.created'],
  ],
  [
    'an invoice of a booking',
    async (shop) => {
      await bookAsJon(shop);
      shop.db.$client.exec('update appointment_bookings set total_amount_cents = 14900');
    },
    ({ admin }) => admin.invoices.createFromBooking({ id: 1 }),
    ['insert on invoices', 'insert on number_series', 'insert on invoice_items'],
    ['invoice.created', 'invoice.changed', 'invoice.offerGranted'],
  ],
  [
    'an emptied bin',
    async (shop) => {
      await inBin(shop);
      shop.clock.advance(31 * 1440);
    },
    ({ ctx }) => purgeInvoiceBin(ctx),
    ['delete on invoices'],
    ['invoice.purged'],
  ],
  [
    'invoices that became overdue',
    async (shop) => {
      await withInvoice(shop);
      shop.clock.advance(31 * 1440);
    },
    ({ ctx }) => markOverdueInvoices(ctx),
    ['update on invoices'],
    ['invoice.overdue'],
  ],
];

const TABLES = ['invoices', 'invoice_items', 'receipts', 'receipt_totals', 'number_series', 'activity', 'outbox', 'work_orders'];
const traces = ({ db }: Shop) => TABLES.map((table) => db.$client.prepare(`select * from ${table}`).all());

describe.each(WRITES)('%s', (_what, prepare, act, steps, verbs) => {
  test.each([...steps, 'insert on activity'])('is stored together with its activity, or not at all when the %s fails', async (step) => {
    const shop = openShop();
    await prepare(shop);
    const was = traces(shop);
    shop.db.$client.exec(`create trigger full before ${step} begin select raise(abort, 'no'); end`);
    await expect((async () => act(shop))()).rejects.toThrow();
    expect(traces(shop)).toEqual(was);
  });
  test('is logged', async () => {
    const shop = openShop();
    await prepare(shop);
    const written = () => shop.rows(activity);
    const known = written().length;
    await act(shop);
    expect(
      written()
        .slice(known)
        .map(({ verb }) => verb),
    ).toEqual(verbs);
  });
});
