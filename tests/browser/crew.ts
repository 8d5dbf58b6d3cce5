import { type APIRequestContext, expect, type Page } from '@playwright/test';

let count = 0;
type Made = { id: number; workOrderId: string };

/** Writes as the owner who is signed in on this page. */
export async function asOwner(page: Page, request: APIRequestContext) {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  const send = async (method: 'post' | 'patch', path: string, data: object): Promise<Made> => {
    const answer = await request[method](path, { data, headers: { authorization: `Bearer ${token}` } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Made;
  };
  return {
    post: (path: string, data: object) => send('post', path, data),
    patch: (path: string, data: object) => send('patch', path, data),
  };
}

/** Makes a member with a password of its own, a client, and a job for both at the given time. */
export async function makeCrew(page: Page, request: APIRequestContext, { at = new Date(Date.now() + 3_600_000).toISOString() } = {}) {
  const { post } = await asOwner(page, request);
  count += 1;
  const key = `${Date.now().toString(36)}${count}`;
  const password = 'a long password';
  const member = await post('/api/team-members', {
    employeeId: `E-${key}`,
    firstName: 'Dee',
    lastName: `Marsh ${key}`,
    email: `dee-${key}@example.com`,
    phone: '(250) 555-0104',
    hireDate: '2025-03-03',
    password,
  });
  const client = await post('/api/clients', {
    name: `Client ${key}`,
    email: `client-${key}@example.com`,
    // A booking of the same phone would be this client's.
    phone: `604${String(Date.now()).slice(-7)}`,
    address: '12 Seymour St, Kamloops',
  });
  const order = await post('/api/work-orders', {
    clientId: client.id,
    serviceType: 'residential',
    scheduledDate: at,
    priority: 'urgent',
    estimatedDuration: 60,
  });
  await post('/api/job-components', { workOrderId: order.id, component: 'Kitchen', estimatedTime: 45 });
  return { key, member, memberName: `Dee Marsh ${key}`, employeeId: `E-${key}`, password, clientName: `Client ${key}`, order };
}

/** Signs a member in on a phone and waits for the jobs. */
export async function signIn(
  page: Page,
  { employeeId, password, memberName }: { employeeId: string; password: string; memberName: string },
) {
  await page.goto('/team-login');
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: `Welcome, ${memberName}` })).toBeVisible();
}
