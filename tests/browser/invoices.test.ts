import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, logIn, test } from './support';

const toast = (page: Page) => page.locator('li[data-kind]');

test(
  'an invoice is made, paid in part, printed, and marked as paid with its receipt',
  { tag: '@desktop' },
  async ({ page, context }, { project }) => {
    const name = `Thompson Dental ${project.name} ${Date.now()}`;
    await logIn(page);
    await page.goto('/invoices');
    await page
      .getByRole('button', { name: /Create Invoice/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Invoice');
    await page.getByRole('button', { name: 'Create Invoice' }).click();
    await expect(toast(page)).toContainText('Missing Information');
    await expectAccessible(page);
    await page.getByLabel(/^Customer Name/).fill(name);
    await page.getByLabel(/^Customer Email/).fill('dental@example.com');
    await page.getByLabel(/^Service Type/).selectOption('Commercial Cleaning');
    await page.getByLabel(/^Service Date/).fill('2026-11-18');
    await page.getByLabel(/^Due Date/).fill('2999-12-04');
    await page.getByLabel(/^Subtotal/).fill('149');
    await expect(page.getByText('$177.31')).toBeVisible();
    await page.getByRole('button', { name: 'Create Invoice' }).click();
    await expect(toast(page)).toContainText('Invoice Created');

    await page.goto(`/invoices?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('$177.31');
    await expectAccessible(page);
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Record Payment' }).click();
    const payment = page.getByRole('dialog');
    await expect(payment.getByLabel(/^Amount/)).toHaveValue('177.31');
    await expectAccessible(page);
    await payment.getByLabel(/^Amount/).fill('77.31');
    await payment.getByRole('button', { name: /^Record Payment/ }).click();
    await expect(row).toContainText('$100.00');
    await row.getByRole('button', { name: /^Mark as Paid/ }).click();
    await expect(toast(page)).toContainText('Invoice marked as paid! Cash receipt generated automatically.');
    await expect(row).toContainText(/Paid on /);

    await row.getByRole('link', { name: /^SPC\d+/ }).click();
    await expect(page.getByText(/^SPC-RCP\d{3}/)).toHaveCount(2);
    // The toast with Undo stands beside the drawer and leaves its buttons free.
    await expect(toast(page)).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Download/ })
      .click({ trial: true, timeout: 2000 });
    await expectAccessible(page);
    const id = new URL(page.url()).searchParams.get('invoice');
    const printed = await context.newPage();
    const faults: string[] = [];
    printed.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await printed.goto(`/documents/invoice/${id}`);
    await expect(printed.getByRole('heading', { level: 1 })).toHaveText(/invoice/i);
    await expectAccessible(printed);
    expect(faults).toEqual([]);
    const items = Array.from({ length: 200 }, (_, line) => ({ description: `Room ${line + 1}`, quantity: 1, price: '1.00' }));
    const sent = {
      customerName: name,
      serviceType: 'Deep Cleaning',
      serviceDate: '2026-11-18',
      dueDate: '2999-12-04',
      subtotal: '200.00',
      items,
    };
    const long = (await (await page.request.post('/api/invoices', { data: sent })).json()) as { id: number };
    // The long one is made beside the process.
    for (const made of [id, long.id]) {
      const pdf = await page.request.get(`/documents/invoice/${made}.pdf`);
      expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  },
);

test('a receipt is written, downloaded under its name, and refunded', { tag: '@phone' }, async ({ page }, { project }) => {
  const name = `Jon Toews ${project.name} ${Date.now()}`;
  await logIn(page);
  await page.goto('/receipts?new=1');
  await page.getByLabel(/^Customer Name/).fill(name);
  await page.getByLabel(/^Payment Method/).selectOption('card');
  await page.getByLabel(/^Amount Paid/).fill('119');
  await page.getByLabel(/^Description/).fill('Windows');
  await page.getByLabel(/^Amount includes tax/).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Receipt' }).click();
  await expect(toast(page)).toContainText('Receipt Created');
  const rows = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem').filter({ hasText: name });
  await rows.first().getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('HST (12%)');
  await expect(drawer).toContainText('$119.00');
  const waiting = page.waitForEvent('download');
  await drawer.getByRole('button', { name: /^Download/ }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^Receipt_SPC-RCP\d{3,}_\d{4}-\d\d-\d\d\.html$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toMatch(/PAYMENT RECEIPT/i);
  expect(text).toContain(name);
  await expect(toast(page)).toContainText('Receipt Downloaded');
  await drawer.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  await expect(page.getByLabel(/^This is a refund/)).toBeChecked();
  await page.getByLabel(/^Amount Paid/).fill('19');
  await page.getByRole('button', { name: 'Create Receipt' }).click();
  await expect(rows.filter({ hasText: '−$19.00' })).toBeVisible();
  await expect(page.getByText(/^Net of refunds:/)).toBeVisible();
  await expectAccessible(page);
});

test('dates stay the same after five saves in any time zone of the browser', async ({ browser, page }, { project }) => {
  test.slow();
  const dates = { serviceDate: '2026-11-18', dueDate: '2026-12-31' };
  await logIn(page);
  const sent = { customerName: `Days ${project.name}`, serviceType: 'Deep Cleaning', subtotal: '10.00', ...dates };
  const { id } = (await (await page.request.post('/api/invoices', { data: sent })).json()) as { id: number };
  for (const timezoneId of ['Pacific/Kiritimati', 'America/Vancouver', 'Asia/Kolkata']) {
    const context = await browser.newContext({ timezoneId, viewport: page.viewportSize() });
    const there = await context.newPage();
    await logIn(there);
    for (let save = 1; save <= 5; save++) {
      await there.goto(`/invoices?invoice=${id}&edit=1`);
      await expect(there.getByLabel(/^Service Date/)).toHaveValue(dates.serviceDate);
      await expect(there.getByLabel(/^Due Date/)).toHaveValue(dates.dueDate);
      await there.getByLabel(/^Notes/).fill(`${timezoneId} ${save}`);
      await there.getByRole('button', { name: 'Save Changes' }).click();
      await expect(there).not.toHaveURL(/edit=1/);
    }
    const invoices = (await (await there.request.get('/api/invoices')).json()) as { id: number }[];
    expect(invoices.find((invoice) => invoice.id === id)).toMatchObject({ ...dates, notes: `${timezoneId} 5` });
    await context.close();
  }
});
