import { company, DEFAULT_COMPANY, formatAddress } from '../../src/shared/company';
import { bookPlace, dayIn } from './bookings';
import { expect, logIn, openLanding, test } from './support';

/** Lists the visible content on paper: the words of the letterhead, buttons and links, and text that is not dark on white. */
const readPaper = () => {
  const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const shown = [...document.body.querySelectorAll('*')].filter((element) => !element.closest('svg') && isShown(element));
  const luminance = (colour: string) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return { light: (red + green + blue) / 3, alpha };
  };
  const describe = (element: Element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`;
  const isText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  return {
    text: shown
      .filter(isText)
      .map(({ textContent }) => textContent)
      .join(' '),
    pressable: shown
      .filter((element) =>
        element.matches(
          'body > header, body > footer, button:not([data-paper]), select, [role="tab"], main a[href="/"], nav, form, [class*="button-"], .fixed',
        ),
      )
      .map(describe),
    faint: shown.filter((element) => isText(element) && luminance(getComputedStyle(element).color).light > 110).map(describe),
    dark: shown.filter((element) => luminance(getComputedStyle(element).backgroundColor).alpha > 0).map(describe),
  };
};

const MAIN = ['/', '/store'];
for (const path of [...MAIN, '/marketplace', '/appointments', '/company-profile', '/privacy'])
  test(`${path} prints as dark text on white, without its header and its buttons`, { tag: MAIN.includes(path) ? '@desktop' : [] }, async ({
    page,
  }) => {
    await openLanding(page, path);
    await page.emulateMedia({ media: 'print' });
    const { text, ...rest } = await page.evaluate(readPaper);
    expect(rest).toEqual({ pressable: [], faint: [], dark: [] });
    for (const word of [company.name, formatAddress(DEFAULT_COMPANY), company.phone.display, company.email]) expect(text).toContain(word);
  });

test('the printed landing page leaves no panel empty', { tag: '@desktop' }, async ({ page }) => {
  await openLanding(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 696, height: 900 });
  const blank = await page.evaluate(() => {
    const hasInk = (element: Element) =>
      element.matches('svg, img[alt]:not([alt=""])') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const boxes = [...document.body.querySelectorAll('*')]
      .filter((element) => hasInk(element) && element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .sort((a, b) => a.top - b.top);
    let bottom = 0;
    return boxes.flatMap((box) => {
      const gap = box.top - bottom;
      bottom = Math.max(bottom, box.bottom);
      return gap > 150 ? `${Math.round(gap)} px above ${box.top}` : [];
    });
  });
  expect(blank).toEqual([]);
});

test('a printed order names the company with its address, phone and e-mail', { tag: '@desktop' }, async ({ page, request }) => {
  const order = { customerName: 'Maria Santos', customerEmail: 'maria@example.com', customerPhone: '250-555-0133' };
  const sent = {
    ...order,
    shippingAddress: '12 Seymour St, Kamloops, V2C 1A1',
    paymentMethod: 'interac',
    items: [{ productId: 1, quantity: 1 }],
  };
  const answer = await request.post('/api/orders', { data: sent });
  expect(answer.status()).toBe(201);
  await page.goto(`/order-confirmation/${(await answer.json()).id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: company.phone.display })).toHaveAttribute('href', company.phone.href);
  await expect(main.getByRole('link', { name: company.email })).toHaveAttribute('href', `mailto:${company.email}`);
  await page.emulateMedia({ media: 'print' });
  const { text, ...rest } = await page.evaluate(readPaper);
  expect(rest).toEqual({ pressable: [], faint: [], dark: [] });
  for (const word of ['Your order', 'Maria Santos', company.name, formatAddress(DEFAULT_COMPANY), company.phone.display, company.email])
    expect(text).toContain(word);
});

test.describe('a booking and an unknown path', { tag: '@desktop' }, () => {
  test.use({ expectedErrors: /status of 404/ });
  test('print without their buttons', async ({ page, request }) => {
    const manage = await bookPlace(request, { day: dayIn(20), service: 'residential', window: '10:00-12:00' });
    for (const path of [manage, '/nothing-here']) {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      const { text: _text, ...rest } = await page.evaluate(readPaper);
      expect([path, rest]).toEqual([path, { pressable: [], faint: [], dark: [] }]);
    }
  });
});

test('a toast is not printed', async ({ page }) => {
  await openLanding(page, '/store');
  await page.getByRole('button', { name: /^Add to Cart Glass/ }).click();
  const toast = page.locator('li[data-kind]');
  await expect(toast).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(toast).toBeHidden();
});

test('a list of the office prints without its navigation, and an open record prints alone', { tag: '@desktop' }, async ({ page }) => {
  await logIn(page);
  await page.goto('/inventory');
  const table = page.getByRole('table', { name: 'Products' });
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeHidden();
  const [paper = 0, printed = 0] = [page.viewportSize()?.width, (await table.boundingBox())?.width];
  expect(printed).toBeGreaterThan(0.9 * paper);
  await page.emulateMedia({ media: 'screen' });
  await table.getByRole('link').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Reorder level')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(drawer.getByText('Reorder level')).toBeVisible();
  await expect(drawer.getByRole('button')).toHaveCount(0);
  await expect(table).toBeHidden();
  await expect(page.locator('body > [aria-hidden="true"]:visible')).toHaveCount(0);
  expect((await drawer.boundingBox())?.width).toBe(paper);
});
