import { describe, expect } from 'vitest';
import { closeDb } from '../../db/client';
import { atRow, describeRunFault } from '../../src/server/automation/row-fault';
import { WORKERS, type WorkerKey } from '../../src/shared/automation';
import { DataFolder } from '../support/data-folder';
import { finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';
import { runsOf, tick } from '../support/worker-runs';

describe('the schedule', () => {
  const data = new DataFolder();

  test('runs each worker over a day as often as its interval', async ({ shop }) => {
    await shop.admin.automation.startAi();
    await shop.admin.automation.startCanaan();
    const DAY = 24 * 60;
    tick(shop);
    // Every interval is a multiple of a quarter of an hour.
    for (let minute = 0; minute < DAY; minute += 15) {
      shop.clock.advance(15);
      tick(shop);
    }
    for (const [key, { intervalMinutes }] of Object.entries(WORKERS)) {
      const runs = runsOf(shop, key as WorkerKey);
      expect([key, runs.length]).toEqual([key, Math.floor(DAY / intervalMinutes) + 1]);
      const gaps = runs.slice(1).map(({ startedAt }, place) => (Date.parse(startedAt) - Date.parse(runs[place]?.startedAt ?? '')) / 60_000);
      expect([key, ...new Set(gaps)]).toEqual([key, intervalMinutes]);
      expect(runs.slice(1).every(({ trigger, finishedAt }) => trigger === 'schedule' && finishedAt !== null)).toBe(true);
    }
  }, 60_000);

  test('survives a restart, and runs each worker once after three days of downtime', async () => {
    const first = openShop({ file: data.file });
    await first.admin.automation.startAi();
    expect(tick(first)).toBe(5);
    closeDb(first.db);
    const second = openShop({ file: data.file, now: '2026-11-23T20:00:10.000Z' });
    expect(tick(second)).toBe(5);
    expect(tick(second)).toBe(0);
    expect(runsOf(second, 'engagement').map(({ trigger, startedAt }) => [trigger, startedAt.slice(0, 10)])).toEqual([
      ['start', '2026-11-20'],
      ['schedule', '2026-11-23'],
    ]);
    closeDb(second.db);
  });

  test('records a failing worker, rolls back its writes, and runs the others', async ({ shop }) => {
    shop.db.$client.exec(
      "create trigger broken before update on automation_runs when new.worker_key = 'engagement' begin select raise(abort, 'secret of Maria Santos'); end",
    );
    await shop.admin.automation.startAi();
    expect(tick(shop)).toBe(5);
    expect(runsOf(shop, 'engagement')).toMatchObject([{ status: 'error', created: 0, finishedAt: '2026-11-20T20:00:00.000Z' }]);
    expect(JSON.stringify(runsOf(shop, 'engagement'))).not.toContain('Maria');
    expect(runsOf(shop, 'market-analysis')).toHaveLength(1);
    const [, engagement] = (await shop.admin.automation.workers({ dashboard: 'ai' })).workers;
    expect(engagement).toMatchObject({ nextRunAt: '2026-11-20T20:15:00.000Z', lastRun: { status: 'error' } });
    shop.clock.advance(15);
    expect(tick(shop)).toBe(1);
    expect((await shop.admin.automation.aiStatus()).message).toBe(
      'Last run failed: engagement, 13:15, The worker stopped: the database refused (SQLITE_CONSTRAINT_TRIGGER). The log has the details.',
    );
  });

  test('reports the workers that failed last and the row, until they run well', async ({ shop }) => {
    for (const id of [1, 2]) insertRow(shop.db, 'clients', { id, company: 'Acme', email: `maria${id}@example.com` });
    finishJob(shop, 1, 2, '2026-08-01');
    shop.db.$client.exec(
      "create trigger broken before insert on opportunities when new.subject_id = '2' begin select raise(abort, 'secret of Maria'); end",
    );
    await shop.admin.automation.startAi();
    tick(shop);
    const failure =
      'Last run failed: lead generation, 13:00, The worker stopped at client 2: the database refused (SQLITE_CONSTRAINT_TRIGGER). The log has the details.';
    expect((await shop.admin.automation.aiStatus()).message).toBe(failure);
    shop.clock.advance(15);
    // Engagement ran without an error afterwards.
    expect(tick(shop)).toBe(1);
    expect((await shop.admin.automation.aiStatus()).message).toBe(failure);
    shop.db.$client.exec('drop trigger broken');
    await shop.admin.automation.runNow({ key: 'lead-generation' });
    expect((await shop.admin.automation.aiStatus()).message).toMatch(/^Last run 13:15: lead generation found 1, /);
  });

  test.each([
    [new RangeError('Invalid time value'), 'a date or a number cannot be read (RangeError)'],
    [new SyntaxError('"Maria" is not valid JSON'), 'a stored list cannot be read (SyntaxError)'],
    [new TypeError('Maria is not iterable'), 'an unexpected error (TypeError)'],
  ])('describes %s without the data it was about', (fault, what) => {
    const thrown = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return error;
      }
    };
    const fail = () => {
      throw fault;
    };
    expect(describeRunFault(thrown(() => atRow('client 12', fail)))).toBe(
      `The worker stopped at client 12: ${what}. The log has the details.`,
    );
    expect(describeRunFault(thrown(fail))).toBe(`The worker stopped: ${what}. The log has the details.`);
  });
});
