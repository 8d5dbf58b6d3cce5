import { asOwner, makeCrew, signIn } from './crew';
import { expectPressable, expectSteady, readShift, watchShifts } from './layout';
import { expect, expectAccessible, logIn, test } from './support';

test('a job is assigned, dispatched and marked as arrived from the board', { tag: '@phone' }, async ({ page, request, isMobile }) => {
  await logIn(page);
  const { clientName, memberName } = await makeCrew(page, request);
  const dialog = page.getByRole('dialog', { name: 'Assign Work Order' });
  await page.goto('/dispatch');
  const card = page
    .getByRole('region', { name: /^Unassigned Work Orders/ })
    .getByRole('listitem')
    .filter({ hasText: clientName });
  await card.getByRole('button', { name: /^Assign/ }).click();
  await expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
  await dialog.getByLabel('Team Member').selectOption({ label: `${memberName} (cleaner)` });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Work Order Assigned', { exact: true })).toBeVisible();

  const active = page
    .getByRole('region', { name: /^Active Assignments/ })
    .getByRole('listitem')
    .filter({ hasText: clientName });
  // A phone has the steps in the opened job.
  const job = page.getByRole('dialog', { name: 'Work Order Details' });
  const steps = isMobile ? job : active;
  if (isMobile) await active.getByRole('button', { name: clientName }).click();
  await steps.getByRole('button', { name: /^Mark Accepted/ }).click();
  await expect(page.getByText('Status Updated', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The assignment is assigned again.', { exact: true })).toBeVisible();
  await steps.getByRole('button', { name: /^Mark Accepted/ }).click();
  await steps.getByRole('button', { name: /^Dispatch/ }).click();
  const prompt = page.getByRole('dialog', { name: `Dispatch ${memberName}` });
  await prompt.getByLabel(/^Estimated Arrival/).fill('2030-01-15 10:30');
  await prompt.getByRole('button', { name: 'Dispatch' }).click();
  await expect(page.getByText('Team Member Dispatched', { exact: true })).toBeVisible();
  await expect(steps).toContainText('Jan 15, 2030, 10:30');
  await steps.getByRole('button', { name: /^Mark Arrived/ }).click();
  await expect(steps).toContainText('Actual arrival');
  if (isMobile) {
    await expectAccessible(page);
    await expectPressable(page);
    await page.keyboard.press('Escape');
    await expect(job).toBeHidden();
    await expect(active).toContainText('arrived');
  }
  await expect(page.getByRole('heading', { name: memberName })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectPressable(page);
});

test('the board loads without moving, and a job is moved and taken back by the keyboard alone', { tag: '@desktop' }, async ({
  page,
  request,
  isMobile,
}) => {
  await watchShifts(page);
  await logIn(page);
  const { clientName, member, order } = await makeCrew(page, request);
  const { post } = await asOwner(page, request);
  await post('/api/work-order-assignments', { workOrderId: order.id, teamMemberId: member.id });
  await page.goto('/dispatch');
  const active = page
    .getByRole('region', { name: /^Active Assignments/ })
    .getByRole('listitem')
    .filter({ hasText: clientName });
  await expect(active).toBeVisible();
  await expectSteady(page);
  await page.goto(`/dispatch?job=${order.id}`);
  await expect(page.getByRole('dialog', { name: 'Work Order Details' }).getByText(clientName).first()).toBeVisible();
  await page.waitForTimeout(500);
  expect(await readShift(page)).toBeLessThan(0.1);
  await page.goto('/dispatch');
  if (isMobile) return;
  await active.getByRole('button', { name: `More actions, ${clientName}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Take off the job' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Reason').fill('Ill');
  await page.keyboard.press('Enter');
  await expect(active).toBeHidden();
  const name = page.getByRole('region', { name: /^Unassigned Work Orders/ }).getByRole('button', { name: clientName });
  await name.focus();
  await page.keyboard.press('Enter');
  const job = page.getByRole('dialog', { name: 'Work Order Details' });
  await expect(job).toContainText('Unassigned');
  await expectAccessible(page);
  await page.goBack();
  await expect(job).toBeHidden();
  await expect(name).toBeFocused();
});

test("a cleaner's steps appear on the open board and the dashboard within two seconds", { tag: '@desktop' }, async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await logIn(page);
  const crew = await makeCrew(page, request);
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  await request.post('/api/work-order-assignments', {
    data: { workOrderId: crew.order.id, teamMemberId: crew.member.id },
    headers: { authorization: `Bearer ${token}` },
  });
  const [board, dashboard] = await Promise.all([page.context().newPage(), page.context().newPage()]);
  await board.goto('/dispatch');
  await dashboard.goto('/team');
  const shown = board
    .getByRole('region', { name: /^Active Assignments/ })
    .getByRole('listitem')
    .filter({ hasText: crew.clientName });
  const card = dashboard.getByRole('row').filter({ hasText: crew.clientName });
  await expect(shown).toContainText('assigned');
  await expect(card).toContainText('scheduled');
  const figure = dashboard.locator('dl > div').filter({ hasText: 'Active Orders' });
  await expect(figure).toHaveText(/\d/);
  // Another test may make orders at the same time, so that the figure is held against the truth.
  const isTrue = async () => {
    const rows = (await (await request.get('/api/work-orders', { headers: { authorization: `Bearer ${token}` } })).json()) as {
      status: string;
    }[];
    const open = rows.filter(({ status }) => !['completed', 'complete', 'cancelled'].includes(status)).length;
    return (await figure.textContent()) === `Active Orders${open}`;
  };

  const phone = await (await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 375, height: 740 } })).newPage();
  await signIn(phone, crew);
  const soon = { timeout: 2000 };
  await phone.getByRole('button', { name: 'Accept' }).click();
  await expect(shown).toContainText('accepted', soon);
  await expect(card).toContainText('assigned', soon);
  for (const step of [/^Enroute/, /^Onsite/, /^Complete/]) {
    await phone.getByRole('button', { name: step }).click();
    if (step.source === '^Complete') await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(phone.getByRole('button', { name: step })).toBeHidden();
  }
  await expect(shown).toBeHidden(soon);
  await expect(card).toContainText('complete', soon);
  await expect.poll(isTrue, soon).toBe(true);
  await phone.context().close();
});

test('a job is assigned by dragging it onto a member', async ({ page, request, isMobile }) => {
  test.skip(isMobile, 'a finger has the dialog');
  await logIn(page);
  const { clientName, memberName, order } = await makeCrew(page, request);
  await page.goto('/dispatch');
  const card = page
    .getByRole('region', { name: /^Unassigned Work Orders/ })
    .getByRole('listitem')
    .filter({ hasText: clientName });
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: memberName, exact: true }) })
    .first();
  await card.scrollIntoViewIfNeeded();
  await card.dragTo(row);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Send the date to the client')).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Work Order Assigned', { exact: true })).toBeVisible();
  await expect(card).toBeHidden();
  await expect(row).toContainText('1 h 00 min planned');
  await row.getByRole('button', { name: new RegExp(clientName) }).click();
  await expect(page.getByRole('dialog', { name: 'Work Order Details' })).toContainText(order.workOrderId.slice(-6));
});
