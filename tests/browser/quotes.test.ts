import type { APIRequestContext } from '@playwright/test';
import { OWNER } from './owner';
import { expect, expectAccessible, logIn, test } from './support';

const LINES = [
  { kind: 'service', description: 'Residential cleaning', price: '180.00', minutes: 150 },
  { kind: 'extra', description: 'Inside the oven', price: '35.00', minutes: 30, isOptional: true },
  { kind: 'extra', description: 'Inside the windows', quantity: 12, price: '6.50', isOptional: true },
];

/** Returns a function that calls a procedure in the name of the office. */
async function officeOf(request: APIRequestContext) {
  const login = (await (await request.post('/api/admin/login', { data: OWNER })).json()) as { token: string };
  return async <Data>(name: string, input: object): Promise<Data> => {
    const answer = await request.post(`/trpc/${name}`, { data: input, headers: { authorization: `Bearer ${login.token}` } });
    expect([name, answer.status()]).toEqual([name, 200]);
    return ((await answer.json()) as { result: { data: Data } }).result.data;
  };
}

/** Sends a quote to a new client and returns its path. */
async function sendQuote(request: APIRequestContext, name: string): Promise<string> {
  const call = await officeOf(request);
  const client = { name, email: 'quotes@example.com', phone: '(250) 555-0166', address: '9 Elm St, Kamloops' };
  const { id: clientId } = await call<{ id: number }>('clients.create', client);
  const draft = await call<{ id: number }>('quoting.compose', { clientId, serviceType: 'residential', lines: LINES });
  const { token } = await call<{ token: string }>('quoting.send', { id: draft.id });
  return `/quote/${token}`;
}

test(
  'a client ticks an extra, approves the quote, and the office has its job',
  { tag: '@phone' },
  async ({ page, request }, { project }) => {
    const name = `Quinn ${project.name}`;
    await page.goto(await sendQuote(request, name));
    await expectAccessible(page);
    const main = page.getByRole('main');
    await main.getByRole('checkbox', { name: 'Inside the oven' }).check();
    await main.getByLabel('Your name').fill('Quinn Adler');
    await main.getByRole('button', { name: 'Approve' }).click();
    await expect(main.getByRole('heading', { level: 2 }).first()).toContainText('approved this quote');
    await expect(main).toContainText('$255.85');
    await expectAccessible(page);
    await page.reload();
    await expect(main).toContainText('Quinn Adler');

    await logIn(page);
    await page.goto('/admin?view=priced');
    await page.getByRole('region', { name: 'Priced quotes' }).getByText(name).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Open the job' })).toBeVisible();
    await expectAccessible(page);
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a quote can be read and declined by phone', { tag: '@phone' }, async ({ page, request }, { project }) => {
    await page.goto(await sendQuote(request, `Robin ${project.name}`));
    const main = page.getByRole('main');
    await expect(main).toContainText('Residential cleaning');
    await expect(main).toContainText('Inside the oven');
    await expect(main.getByRole('link', { name: '(250) 555-0142' }).first()).toHaveAttribute('href', 'tel:+12505550142');
  });
});

test('the office plans recurring visits, leaves one out and pauses them', { tag: '@desktop' }, async ({ page, request }, { project }) => {
  const call = await officeOf(request);
  const client = { name: `Pat ${project.name}`, email: null, phone: '(250) 555-0167', address: '10 Elm St, Kamloops' };
  const { id } = await call<{ id: number }>('clients.create', client);
  await logIn(page);
  await page.goto(`/plans?new=1&client=${id}`);
  await expect(page.getByText(/^Every second \w+ at 9:00 a\.m\.$/)).toBeVisible();
  await page.getByLabel('Price of a visit').fill('149.00');
  await page.getByLabel('Repeat').selectOption('custom');
  await expect(page.getByRole('group', { name: 'On' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Plan' }).click();
  const drawer = page.getByRole('dialog', { name: client.name });
  await expect(drawer.getByText('active', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: /^Skip/ }).first().click();
  await expect(drawer.getByText('skipped', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: /^Pause/ }).click();
  const question = page.getByRole('dialog', { name: /pause/i });
  await question.getByRole('button', { name: /^Pause/ }).click();
  await expect(drawer.getByText('paused', { exact: true })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}&edit=1`);
  await expect(page.getByRole('radio', { name: 'All visits' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin?write=1&client=${id}`);
  await expect(page.getByRole('button', { name: 'Preview and send' })).toBeVisible();
  await expectAccessible(page);
});
