import { describe, expect } from 'vitest';
import { activity } from '../../db/schema';
import { DAY, HOUR, invoice, messages, NOW, run, type Shop, written } from '../support/engagement';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

const remind = (shop: Shop, id = 1) => shop.admin.invoices.remind({ id });
const stateOf = async (shop: Shop) =>
  (await shop.admin.overview.needsYou()).find(({ kind }) => kind === 'overdue')?.rows.map(({ status }) => status);
const openWithMail = () => openShop({ hasMailServer: true });

describe('a reminder from the office', () => {
  test('is queued for an overdue invoice and logged', async () => {
    const shop = openWithMail();
    invoice(shop, 1, '2026-11-19', { amount_paid_cents: 190 });
    expect(await stateOf(shop)).toEqual(['due']);
    expect(await remind(shop)).toEqual({ success: true, isStored: false });
    expect(messages(shop)).toMatchObject([
      {
        purpose: 'overdue-reminder',
        to: 'customer1@example.com',
        status: 'queued',
        relatedType: 'invoice',
        relatedId: 1,
        approvedBy: 'owner',
      },
    ]);
    expect(messages(shop)[0]?.body).toContain('$10.00');
    expect(shop.rows(activity).at(-1)).toMatchObject({
      verb: 'invoice.reminded',
      entityType: 'invoice',
      entityId: '1',
      actorKind: 'admin',
    });
    expect(await stateOf(shop)).toEqual(['reminded']);
  });

  test('is stored without a mail server', async ({ shop }) => {
    invoice(shop, 1, '2026-11-19');
    expect(await remind(shop)).toEqual({ success: true, isStored: true });
    expect(written(shop)).toEqual(['overdue-reminder 1 stored']);
  });

  test('is queued once where the settings send reminders without approval', async () => {
    const shop = openWithMail();
    await shop.setAutomation({ autoSend: ['overdue-reminder'] });
    invoice(shop, 1, '2026-11-19');
    await remind(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 queued']);
  });

  test.for([
    ['not overdue', '2026-11-20', {}, 'The invoice is not overdue.'],
    ['a draft', '2026-11-10', { status: 'draft', issued_at: null }, 'The invoice is a draft.'],
    ['paid', '2026-11-10', { status: 'paid' }, 'The invoice is paid.'],
    ['paid in full', '2026-11-10', { amount_paid_cents: 1190 }, 'The invoice is paid.'],
    ['credited', '2026-11-10', { credited_cents: 1190 }, 'The invoice was credited.'],
    ['voided', '2026-11-10', { deleted_at: NOW }, 'The invoice was voided.'],
    ['not delivered', '2026-11-10', { handed_over_at: null }, 'The invoice was neither mailed nor handed over.'],
    ['without an address', '2026-11-10', { customer_email: null }, 'The invoice has no e-mail address.'],
    ['with an unusable address', '2026-11-10', { customer_email: 'maria at example' }, 'The invoice has no e-mail address.'],
  ] as const)('is refused for an invoice that is %s', async ([_case, dueDate, more, reason], { shop }) => {
    invoice(shop, 1, dueDate, more);
    await expect(remind(shop)).rejects.toMatchObject({ code: 'CONFLICT', message: `No reminder of SPC001 was sent. ${reason}` });
    expect(messages(shop)).toEqual([]);
    expect((await stateOf(shop)) ?? []).not.toContain('due');
  });

  test('is refused for an invoice that does not exist', async ({ shop }) => {
    await expect(remind(shop)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused while one waits or was sent on the same day of the company', async () => {
    const shop = openWithMail();
    invoice(shop, 1, '2026-11-10');
    const isRefused = () =>
      expect(remind(shop)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'No reminder of SPC001 was sent. A reminder is on its way or was sent today.',
      });
    await remind(shop);
    shop.clock.advance(DAY);
    await isRefused();
    const at = shop.clock.now().toISOString();
    shop.db.$client.prepare("update outbox set status = 'sent', sent_at = ?").run(at);
    await isRefused();
    // The test began at 1 p.m. at the company, so the next day begins in 11 hours.
    shop.clock.advance(11 * HOUR - 1);
    await isRefused();
    shop.clock.advance(1);
    expect(await stateOf(shop)).toEqual(['due']);
    await remind(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 sent', 'overdue-reminder 1 queued']);
  });

  test('is sent after one that failed today', async () => {
    const shop = openWithMail();
    invoice(shop, 1, '2026-11-10');
    await remind(shop);
    shop.db.$client.exec("update outbox set status = 'failed'");
    await remind(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 failed', 'overdue-reminder 1 queued']);
  });

  test('sends the draft that waits for approval, with the words of the owner', async () => {
    const shop = openWithMail();
    invoice(shop, 1, '2026-11-10');
    run(shop);
    await shop.admin.drafts.edit({ id: 1, subject: 'Hello', body: 'Did our invoice reach you?' });
    expect(await stateOf(shop)).toEqual(['due']);
    await remind(shop);
    expect(messages(shop)).toMatchObject([{ status: 'queued', subject: 'Hello' }]);
  });

  test('replaces a draft that is no longer true', async () => {
    const shop = openWithMail();
    invoice(shop, 1, '2026-11-10');
    run(shop);
    shop.clock.advance(10);
    const at = shop.clock.now().toISOString();
    shop.db.$client.prepare('update invoices set amount_paid_cents = 500, updated_at = ?').run(at);
    await remind(shop);
    expect(messages(shop)).toMatchObject([
      { status: 'cancelled', lastError: 'The invoice was changed in the meantime.' },
      { status: 'queued' },
    ]);
    expect(messages(shop)[1]?.body).toContain('$6.90');
  });

  test('counts as one of the reminders that the worker writes at most', async ({ shop }) => {
    await shop.setAutomation({ mostReminders: 1 });
    invoice(shop, 1, '2026-11-10');
    await remind(shop);
    shop.clock.advance(20 * DAY);
    run(shop);
    expect(written(shop)).toEqual(['overdue-reminder 1 stored']);
  });
});
