import path from 'node:path';
import { readSignInLink } from './client-session';
import { OWNER } from './owner';
import { expect, expectAccessible, expectTakenOver, test } from './support';

const databaseOf = (projectName: string): string =>
  path.resolve(`node_modules/.cache/tidyline-${projectName.includes('phone') ? 1 : 0}`, 'tidyline.db');

test(
  'a client asks for a link, opens the page, confirms the next visit, rates the last one, writes to us and signs out everywhere',
  { tag: '@phone' },
  async ({ page, request }, { project }) => {
    const login = (await (await request.post('/api/admin/login', { data: OWNER })).json()) as { token: string };
    const call = async <Data>(name: string, data: object): Promise<Data> => {
      const answer = await request.post(`/trpc/${name}`, { data, headers: { authorization: `Bearer ${login.token}` } });
      expect([name, answer.status()]).toEqual([name, 200]);
      return ((await answer.json()) as { result: { data: Data } }).result.data;
    };
    const email = `page.${project.name}@example.com`;
    const client = await call<{ id: number }>('clients.create', {
      name: `Paula ${project.name}`,
      email,
      phone: '(250) 555-0171',
      address: '11 Elm St, Kamloops',
    });
    const job = { clientId: client.id, serviceType: 'residential', totalAmount: '149.00' };
    const done = await call<{ id: number }>('dispatch.createWorkOrder', {
      ...job,
      scheduledDate: new Date(Date.now() - 86_400_000).toISOString(),
    });
    for (const status of ['in-progress', 'completed']) await call('dispatch.setWorkOrderStatus', { id: done.id, status });
    await call('dispatch.createWorkOrder', { ...job, scheduledDate: new Date(Date.now() + 3 * 86_400_000).toISOString() });
    await call('billing.billMany', { workOrderIds: [done.id], send: false });

    await page.goto('/my');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('If we know this address, a link is on its way. It works for 15 minutes.')).toBeVisible();
    await expectAccessible(page);
    await page.goto(await readSignInLink(databaseOf(project.name), email));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open my page' }).click();
    await page.waitForURL('/my');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, Paula ${project.name}`);
    await expectTakenOver(page);
    await expectAccessible(page);

    const next = page.getByRole('region', { name: 'Your next visit' });
    await next.getByRole('button', { name: 'See you then' }).click();
    await expect(next.getByText('Confirmed')).toBeVisible();
    const last = page.getByRole('region', { name: 'How was your last visit?' });
    await last.getByRole('radio', { name: '4 stars' }).check();
    await last.getByRole('button', { name: 'Send rating' }).click();
    await expect(last.getByText('Thank you for your rating!')).toBeFocused();
    await expectAccessible(page);

    for (const name of ['Visits', 'Invoices', 'Messages']) {
      await page.getByRole('navigation', { name: 'My page' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name, { ignoreCase: true });
      await expectTakenOver(page);
      await expectAccessible(page);
    }
    await page.getByLabel('Your message').fill('Please use the side door.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('listitem').getByText('Please use the side door.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('navigation', { name: 'My page' }).getByRole('link', { name: 'Details' }).click();
    await expectTakenOver(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to your page');
    await page.goto('/my/visits');
    await expect(page).toHaveURL(/\/my$/);
  },
);

test('a form sent before the scripts load is sent once when they do', { tag: '@phone' }, async ({ page }) => {
  await page.route('**/*.js', async (route) => {
    await new Promise((resume) => setTimeout(resume, 1000));
    await route.continue();
  });
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('portal.requestLink') && sent.push(request.postData() ?? ''));
  await page.goto('/my');
  await page.getByLabel('Email').fill('early@example.com');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('If we know this address, a link is on its way. It works for 15 minutes.')).toBeVisible({ timeout: 10_000 });
  await expect(page).toHaveURL(/\/my$/);
  expect(sent).toEqual([expect.stringContaining('early@example.com')]);
});
