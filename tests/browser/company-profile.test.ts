import { expectInThumbsHalf, expectPressable, expectSteady, watchShifts } from './layout';
import { expect, expectAccessible, openLanding, test } from './support';

const POPUP_BLOCKED = 'Please allow popups to generate PDF reports.';

test('the company profile is whole and readable for everyone', { tag: '@phone' }, async ({ page }, { project }) => {
  await watchShifts(page);
  await openLanding(page, '/company-profile');
  for (const figure of ['8+', '500+', '24/7', '100%']) await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await expectAccessible(page);
  if (project.name === 'phone') {
    await expectPressable(page);
    await expectInThumbsHalf(page.getByRole('button', { name: 'Download Company Profile' }));
  }
  await expectSteady(page);
});

test('Download Company Profile opens a copy that prints itself after a second and closes', async ({ page, context }) => {
  await context.addInitScript(() => {
    window.print = () => localStorage.setItem('printed-after', String(performance.now()));
  });
  await openLanding(page, '/company-profile');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Download Company Profile' }).click();
  const copy = await opened;
  const refused: string[] = [];
  copy.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await expect(page.getByRole('button', { name: 'Generating PDF...' })).toBeDisabled();
  await expect(copy.getByRole('heading', { name: 'Company Overview' })).toBeVisible();
  expect(new URL(copy.url()).pathname).toBe('/company-profile/print');
  await expect.poll(() => copy.isClosed(), { timeout: 10_000 }).toBe(true);
  const printedAfter = Number(await page.evaluate(() => localStorage.getItem('printed-after')));
  expect(printedAfter).toBeGreaterThanOrEqual(1000);
  expect(refused).toEqual([]);
  await expect(page.getByRole('button', { name: 'Download Company Profile' })).toBeEnabled();
});

test('the printed copy has two sheets, with its colours and its faces', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
    window.close = () => undefined;
  });
  await page.goto('/company-profile/print');
  const sheets = page.locator('.sheet');
  await expect(sheets).toHaveCount(2);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );
  expect(loaded.sort()).toEqual(['Bricolage Grotesque Variable', 'Figtree Variable']);
  expect(await sheets.first().evaluate((sheet) => getComputedStyle(sheet.querySelector('.band') ?? sheet).backgroundColor)).toBe(
    'rgb(19, 53, 41)',
  );
  await expectAccessible(page);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
});

test('the page explains what to do if popups are blocked', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openLanding(page, '/company-profile');
  await page.getByRole('button', { name: 'Download Company Profile' }).click();
  await expect(page.locator('li[data-kind=destructive]')).toContainText(POPUP_BLOCKED);
  await expect(page.getByRole('button', { name: 'Download Company Profile' })).toBeEnabled();
  await expectAccessible(page);
});

test('Download as PDF saves the file', async ({ page }) => {
  await openLanding(page, '/company-profile');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as PDF' }).click();
  expect((await saved).suggestedFilename()).toBe('Sage-Pine-Cleaning-Company-Profile.pdf');
});
