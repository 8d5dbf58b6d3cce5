import { describe, expect, test } from 'vitest';
import { runNextDue } from '../../src/server/automation/scheduler';
import { ago, DAY, HOUR, invoice, quote, run, type Shop, written } from '../support/engagement';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { ADDRESSED, openShop } from '../support/shop';

/** Opens a company with one message of each kind to write. */
async function openBusy(settings: Parameters<Shop['admin']['settings']['save']>[0]): Promise<Shop> {
  const shop = openShop({ hasMailServer: true });
  await shop.admin.settings.save({ company: ADDRESSED, ...settings });
  addClient(shop, 1);
  finishJob(shop, 1, 1, ago(3 * HOUR));
  invoice(shop, 1, '2026-11-17');
  quote(shop, 1, ago(3 * DAY));
  return shop;
}
const runAllDue = (shop: Shop): number => {
  let runs = 0;
  while (runNextDue(shop.ctx)) runs += 1;
  return runs;
};

describe('without the automation', () => {
  test.each([
    [{}, []],
    [{ autoSendOverdueReminders: true }, ['overdue-reminder 1 queued']],
    [{ autoSendQuoteFollowUps: true }, ['quote-follow-up 1 queued']],
    [{ autoSendReviewRequests: true }, ['review-request 1 queued']],
    [
      { autoSendOverdueReminders: true, autoSendQuoteFollowUps: true, autoSendReviewRequests: true },
      ['review-request 1 queued', 'overdue-reminder 1 queued', 'quote-follow-up 1 queued'],
    ],
  ])('%j writes and sends only these messages', async (settings, expected) => {
    const shop = await openBusy(settings);
    expect(runAllDue(shop)).toBe(expected.length > 0 ? 1 : 0);
    expect(written(shop)).toEqual(expected);
  });

  test('looks again once the interval is over, and writes no message twice', async () => {
    const shop = await openBusy({ autoSendOverdueReminders: true });
    expect([runAllDue(shop), runAllDue(shop)]).toEqual([1, 0]);
    shop.clock.advance(HOUR);
    expect(runAllDue(shop)).toBe(1);
    expect(written(shop)).toEqual(['overdue-reminder 1 queued']);
  });

  test('asks a new client for a review although 30 others were asked in the last months', async () => {
    const shop = await openBusy({ autoSendReviewRequests: true });
    for (let id = 2; id <= 31; id += 1) {
      addClient(shop, id);
      finishJob(shop, id, id, ago(4 * HOUR));
      insertRow(shop.db, 'outbox', {
        ...{ purpose: 'review-request', to: `client${id}@example.com`, status: 'sent' },
        ...{ created_at: ago(100 * DAY), dedupe_key: `asked:${id}`, message_id: `asked:${id}` },
      });
    }
    runAllDue(shop);
    expect(written(shop).slice(30)).toEqual(['review-request 1 queued']);
  });
});

test('a run of the started automation sends the chosen kinds and drafts the others', async () => {
  const shop = await openBusy({ autoSendQuoteFollowUps: true });
  run(shop);
  expect(written(shop)).toEqual(['review-request 1 draft', 'overdue-reminder 1 draft', 'quote-follow-up 1 queued']);
});
