import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { closeDb, openDb } from '../../db/client';
import { checkInvariants } from '../../db/invariants';
import { fillCompany } from './proportions';

test('fills a company whose books add up', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-proportions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'tidyline.db');
  const now = () => new Date('2026-11-20T20:00:00.000Z');
  closeDb(openDb(file, { now }).db);
  fillCompany(file, 200, now());
  const { db } = openDb(file, { now });
  onTestFinished(() => closeDb(db));
  expect(checkInvariants(db.$client).filter(({ count }) => count > 0)).toEqual([]);
  expect(db.$client.prepare('select count(*) from orders').pluck().get()).toBe(200);
});
