import { describe, expect } from 'vitest';
import { inTransaction } from '../../db/client';
import { activity, settings } from '../../db/schema';
import { getCompany, getSettings } from '../../src/server/settings/service';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';

describe('the settings', () => {
  test('start with the documented rules', async () => {
    expect(await openShop().admin.settings.get()).toMatchObject({
      taxRule: 'documented',
      showSampleRatings: true,
      slotCapacity: 2,
      crewCap: null,
      respectPostedHours: false,
      createWorkOrders: true,
      manageCutoffHours: 24,
    });
  });

  test('change only the given values and notify open screens once', async ({ shop }) => {
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    await shop.admin.settings.save({ taxRule: 'checkout-12', crewCap: 4 });
    const saved = await shop.admin.settings.save({ crewCap: null, manageCutoffHours: 48 });
    expect(saved).toMatchObject({ taxRule: 'checkout-12', crewCap: null, manageCutoffHours: 48, slotCapacity: 2 });
    expect(await shop.admin.settings.get()).toEqual(saved);
    expect(topics).toEqual(['settings', 'settings']);
    expect(shop.rows(activity)).toMatchObject([
      { verb: 'settings.saved', data: '{"changed":["taxRule","crewCap"]}' },
      { verb: 'settings.saved', data: '{"changed":["crewCap","manageCutoffHours"]}' },
    ]);
  });

  test('are read anew after each change, also one that is rolled back', async ({ shop }) => {
    const before = getSettings(shop);
    expect(getSettings(shop)).toBe(before);
    const change = () =>
      inTransaction(shop.db, () => {
        shop.db.insert(settings).values({ key: 'slotCapacity', value: '7', updatedAt: shop.clock.now().toISOString() }).run();
        expect(getSettings(shop).slotCapacity).toBe(7);
        throw new Error('rolled back');
      });
    expect(change).toThrow('rolled back');
    expect(getSettings(shop)).toEqual(before);
    await shop.admin.settings.save({ company: { ...before.company, name: 'Bright & Clean' } });
    expect(getCompany(shop).name).toBe('Bright & Clean');
    shop.db
      .update(settings)
      .set({ value: JSON.stringify({ ...before.company, name: 'Brighter' }) })
      .run();
    expect([getSettings(shop).company.name, getCompany(shop).name]).toEqual(['Brighter', 'Brighter']);
  });

  test('do not change when saved unchanged, but those of the checklist are decided by it', async ({ shop }) => {
    const before = await shop.admin.settings.get();
    expect(await shop.admin.settings.save(before)).toEqual(before);
    expect(
      shop
        .rows(settings)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['company', 'minimumCharges', 'taxProfile', 'taxRule']);
    expect(shop.rows(activity)).toEqual([]);
    const { steps } = await shop.admin.overview.checklist();
    expect(steps.filter(({ isDone }) => isDone)).toEqual([
      { step: 'company', isDone: true, isMarked: false },
      { step: 'taxes', isDone: true, isMarked: false },
      { step: 'prices', isDone: true, isMarked: false },
    ]);
  });

  test.each([
    [{ slotCapacity: 101 }, 'slotCapacity'],
    [{ slotCapacity: 1.5 }, 'slotCapacity'],
    [{ crewCap: -1 }, 'crewCap'],
    [{ manageCutoffHours: 721 }, 'manageCutoffHours'],
    [{ taxRule: 'none' }, 'taxRule'],
    [{ paymentInstructions: { interac: '', 'direct-deposit': 'a', cash: 'b', cheque: 'c' } }, 'paymentInstructions.interac'],
  ])('reject %j at its field', async (change, path) => {
    const refused = await openShop()
      .admin.settings.save(untyped(change))
      .catch((error: { cause: { issues: { path: (string | number)[] }[] } }) => error.cause.issues[0]?.path.join('.'));
    expect(refused).toBe(path);
  });

  test.for([
    [
      { oneTimeFromDays: 45, oneTimeToDays: 45, firstReminderDays: 9, secondReminderDays: 10, cartIdleHours: 23, cartMaxDays: 1 },
      undefined,
    ],
    [{ oneTimeFromDays: 46 }, 'automation.oneTimeToDays'],
    [{ firstReminderDays: 10 }, 'automation.secondReminderDays'],
    [{ cartIdleHours: 24, cartMaxDays: 1 }, 'automation.cartMaxDays'],
    [{ reviewFromHour: 20 }, 'automation.reviewToHour'],
    [{ reviewToHour: 25 }, 'automation.reviewToHour'],
    [{ jobNewsDays: 14 }, 'automation.staleDraftDays'],
    [{ firstFollowUpDays: 7 }, 'automation.secondFollowUpDays'],
    [{ secondFollowUpDays: 14 }, 'automation.lastFollowUpDays'],
    [{ mostReminders: 3 }, 'automation.mostReminders'],
    [{ priceJobs: 4 }, 'automation.priceJobs'],
    [{ priceJobs: 9 }, 'automation.priceAreaJobs'],
    [{ postCount: 2 }, 'automation.postCount'],
    [{ periodDays: 13 }, 'automation.periodDays'],
    [{ lapsedFactor: 0.9 }, 'automation.lapsedFactor'],
    [{ lapsedDays: 1.5 }, 'automation.lapsedDays'],
    [{ autoSend: ['partnership-proposal'] }, 'automation.autoSend.0'],
  ] as const)('reject %j of the automation at %s', async ([change, path], { shop }) => {
    const { automation } = await shop.admin.settings.get();
    const refused = await shop.admin.settings.save({ automation: untyped({ ...automation, ...change }) }).then(
      () => undefined,
      (error: { cause: { issues: { path: (string | number)[] }[] } }) => error.cause.issues[0]?.path.join('.'),
    );
    expect(refused).toBe(path);
  });

  test('are visible to visitors only in what the storefront needs', async ({ shop }) => {
    expect(await shop.visitor.settings.storefront()).toEqual({ taxRule: 'documented', showSampleRatings: true });
  });
});
