import { writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDb } from '../../db/client';
import { invoices, outbox } from '../../db/schema';
import { reasonNotToSend } from '../../src/server/automation/engagement/reason-not-to-send';
import { finishInvoiceMails } from '../../src/server/billing/mails';
import { billPlanVisits } from '../../src/server/billing/plan-visits';
import { billMany } from '../../src/server/billing/service';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { expectSound } from '../support/booked-job';
import { MARIA } from '../support/dispatch';
import { completeJob } from '../support/job-invoices';
import { WEEKLY } from '../support/plans';
import { openShop, type Shop } from '../support/shop';
import { TestFolder } from '../support/test-folder';

const folder = new TestFolder();

/** Opens a shop with a mail server and a finished visit of a plan. */
async function openWithVisit() {
  const shop = openShop({ hasMailServer: true });
  await shop.admin.clients.create(MARIA);
  await shop.admin.plans.create(WEEKLY);
  await completeJob(shop, 1);
  shop.db.delete(outbox).run();
  return shop;
}
/** Returns a shop on a copy of the database as a crash right now would leave it. */
function crash(shop: Shop): Shop {
  const file = folder.inside('tidyline.db');
  writeFileSync(file, shop.db.$client.serialize());
  const after = openShop({ file, now: shop.clock.at.toISOString(), hasMailServer: true });
  onTestFinished(() => closeDb(after.db));
  return after;
}
const mails = (shop: Shop) => shop.db.select().from(outbox).where(eq(outbox.purpose, 'invoice-sent')).all();
/** Delivers what is due and returns the names of the attached files of each message. */
async function deliver(shop: Shop): Promise<string[][]> {
  const sent: string[][] = [];
  await deliverDueMessages(shop.ctx, async ({ attachments = [] }, onHandedOver) => {
    onHandedOver();
    sent.push(attachments.map(({ filename }) => filename));
  });
  return sent;
}
const PDF = expect.stringMatching(/^Invoice_SPC001_.*\.pdf$/);

describe('the mail of a new invoice', () => {
  test('is sent with its PDF, once', async () => {
    const shop = await openWithVisit();
    await shop.admin.billing.billMany({ workOrderIds: [1], send: true });
    expect(await deliver(shop)).toEqual([[PDF]]);
    shop.clock.advance(20);
    await shop.admin.billing.billMany({ workOrderIds: [1], send: true });
    await finishInvoiceMails(shop.ctx);
    expect(await deliver(shop)).toEqual([]);
    expect(mails(shop)[0]?.body).toContain('/pay/');
  });

  test.for([
    ['the office', (shop: Shop) => billMany(shop.ctx, { workOrderIds: [1], send: true }) as Promise<unknown>],
    ['a background job', (shop: Shop) => billPlanVisits(shop.ctx)],
  ] as const)('survives a crash between the invoice and its PDF when %s bills', async ([_who, bill]) => {
    const shop = await openWithVisit();
    await shop.admin.settings.save({ autoBill: 'send' });
    // The call returns at its first wait, which is for the PDF.
    const billing = bill(shop);
    const after = crash(shop);
    await billing;
    expect(after.rows(invoices)).toMatchObject([{ status: 'pending', invoiceNumber: 'SPC001' }]);
    expect(mails(after)).toMatchObject([{ status: 'queued', attachments: null, to: 'maria@example.com' }]);
    expect(await deliver(after)).toEqual([]);
    after.clock.advance(2);
    await billPlanVisits(after.ctx);
    await finishInvoiceMails(after.ctx);
    expect(await deliver(after)).toEqual([[PDF]]);
    expectSound(after);
  });

  test('goes out without its PDF if that cannot be made in ten minutes', async () => {
    const shop = await openWithVisit();
    const billing = billMany(shop.ctx, { workOrderIds: [1], send: true });
    const after = crash(shop);
    await billing;
    after.clock.advance(9);
    expect(await deliver(after)).toEqual([]);
    after.clock.advance(1);
    expect(await deliver(after)).toEqual([[]]);
    await finishInvoiceMails(after.ctx);
    expect(mails(after)).toMatchObject([{ status: 'sent', attachments: null }]);
  });

  test('is cancelled if the invoice is voided before the PDF is made', async () => {
    const shop = await openWithVisit();
    const billing = billMany(shop.ctx, { workOrderIds: [1], send: true });
    const after = crash(shop);
    await billing;
    await after.admin.invoices.delete({ id: 1 });
    after.clock.advance(2);
    await finishInvoiceMails(after.ctx);
    expect(mails(after)).toMatchObject([{ status: 'cancelled', lastError: 'The invoice was voided.' }]);
  });

  test('is cancelled if the invoice is voided while the PDF is made', async () => {
    const shop = await openWithVisit();
    const billing = billMany(shop.ctx, { workOrderIds: [1], send: true });
    await shop.admin.invoices.delete({ id: 1 });
    await billing;
    expect(mails(shop)).toMatchObject([{ status: 'cancelled', lastError: 'The invoice was voided.', attachments: null }]);
  });

  test('has the text, the address and the PDF of an invoice that is changed while the PDF is made', async () => {
    const shop = await openWithVisit();
    const billing = billMany(shop.ctx, { workOrderIds: [1], send: true });
    shop.clock.advance(1440);
    await shop.admin.invoices.update({ id: 1, customerEmail: 'berg@example.com', dueDate: '2027-03-09' });
    await billing;
    expect(mails(shop)).toMatchObject([
      { to: 'berg@example.com', body: expect.stringContaining('March 9, 2027'), attachments: expect.stringContaining('2026-11-21.pdf') },
    ]);
  });

  test('gets its PDF after a crash also without a mail server', async () => {
    const shop = await openWithVisit();
    const billing = billMany(shop.ctx, { workOrderIds: [1], send: true });
    const after = crash(shop);
    await billing;
    after.db.update(outbox).set({ status: 'stored' }).run();
    after.clock.advance(2);
    await finishInvoiceMails(after.ctx);
    expect(mails(after)).toMatchObject([{ status: 'stored', attachments: expect.stringContaining('Invoice_SPC001') }]);
  });

  test('is not sent once the invoice is voided', async () => {
    const shop = await openWithVisit();
    await shop.admin.billing.billMany({ workOrderIds: [1], send: true });
    const [message] = mails(shop);
    if (!message) throw new Error('No mail.');
    expect(reasonNotToSend(shop.ctx, message)).toBeNull();
    await shop.admin.invoices.delete({ id: 1 });
    expect(reasonNotToSend(shop.ctx, message)).toBe('The invoice was voided.');
  });
});
