import type { Page } from '@playwright/test';
import { formatDay } from '../../src/shared/time';
import { bookPlace, dayIn, openDay, readSlot } from './bookings';
import { OWNER } from './owner';
import { expect, expectAccessible, test } from './support';

const WINDOW = '10:00-12:00';
const main = (page: Page) => page.getByRole('main');
const title = (page: Page) => main(page).getByRole('heading', { level: 2 });

test(
  'a visitor waits for a full window, is offered the place of a cancelled booking, and accepts it',
  { tag: '@phone' },
  async ({ page, request }, { project }) => {
    const place = { day: dayIn(project.name.includes('phone') ? 51 : 50), service: 'carpet-cleaning', window: WINDOW } as const;
    const paths = [
      await bookPlace(request, place),
      await bookPlace(request, place, { clientEmail: 'other@example.com', clientPhone: '250-555-0178' }),
    ];
    await openDay(page, place.day);
    await page.getByRole('button', { name: 'Tell me if a place opens for Carpet Cleaning' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tell me if a place opens' });
    await expect(dialog.getByLabel('Time')).toHaveValue(WINDOW);
    await dialog.getByLabel('Full Name').fill('Nora Berg');
    await dialog.getByLabel('Phone Number').fill('(250) 555-0179');
    await dialog.getByLabel('Email Address').fill(`nora.${project.name}@example.com`);
    await dialog.getByLabel('Service Address').fill('4 Elm St, Kamloops');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Put me on the list' }).click();
    await page.getByRole('dialog', { name: 'You are on the list' }).getByRole('link', { name: 'See your place' }).click();
    await expect(main(page)).toContainText('You are on the list.');
    await expect(title(page)).toContainText(formatDay(place.day));
    await expectAccessible(page);

    const cancelled = await request.post('/trpc/booking.cancelManaged', { data: { token: paths[0]?.split('/').at(-1) } });
    expect(cancelled.status()).toBe(200);
    expect((await readSlot(request, place)).currentBookings).toBe(2);
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(main(page)).toContainText(
      /A place opened, and we are holding it for you until .*, Pacific time \((60|59) minutes left\)\./,
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(main(page)).toContainText(/You are booked\. Your reference is SPC-\d{13}/);
    await expect(title(page)).toBeFocused();
    await page.getByRole('link', { name: 'Manage booking' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Booking');
    await expect(main(page)).toContainText('Nora Berg');
    const login = (await (await request.post('/api/admin/login', { data: OWNER })).json()) as { token: string };
    const list = await request.get('/trpc/booking.listWaitlist?input=%7B%7D', { headers: { authorization: `Bearer ${login.token}` } });
    expect(await list.text()).toContain('"status":"booked"');
  },
);

test.describe('an invalid link to the waitlist', () => {
  test.use({ expectedErrors: /status of 404/ });
  test('says so', async ({ page }) => {
    const answer = await page.goto('/waitlist/AAAAAAAAAAAAAAAAAAAAAA');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This waitlist link is not valid.');
    await expectAccessible(page);
  });
});
