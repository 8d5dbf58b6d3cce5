import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeDb, openDb } from '../../db/client';
import { priceItems } from '../../db/schema';
import { seedCompany } from '../../db/seed';
import { estimate } from '../../src/server/pricing/service';
import { getSettings } from '../../src/server/settings/service';
import { SERVICE_PACKAGES } from '../../src/shared/packages';

const now = () => new Date('2026-11-20T20:00:00.000Z');
const seed = (fresh: Parameters<typeof seedCompany>[0]) => seedCompany(fresh, now());
const openNew = () => openDb(':memory:', { now, seed });
const packageOf = (id: string) => SERVICE_PACKAGES.find((one) => one.id === id) ?? expect.fail();

describe('the starter prices of a new database', () => {
  test.each<[string, object, string[]]>([
    ['basic-home', { bedrooms: 1, bathrooms: 1 }, []],
    ['deep-clean', { bedrooms: 1, bathrooms: 1 }, []],
    ['move-in-out', { bedrooms: 1, bathrooms: 1 }, ['Move-in or move-out']],
    ['commercial-office', { squareFeet: 1000 }, []],
  ])('come to the price and the hours of the package %s', (id, basket, names) => {
    const { db } = openNew();
    const { price, duration, bookingService: serviceType } = packageOf(id);
    const extras = db
      .select()
      .from(priceItems)
      .all()
      .filter(({ name }) => names.includes(name))
      .map((item) => item.id);
    const found = estimate({ db }, { serviceType, ...basket, extras } as Parameters<typeof estimate>[1]) ?? expect.fail();
    const [least = 0, most = 0] = duration.split(/\D+/).map(Number);
    expect(found.total).toBe(`${price}.00`);
    expect(found.minutes).toBeGreaterThanOrEqual(least * 60);
    expect(found.minutes).toBeLessThanOrEqual(most * 60);
  });

  test('cost no less than the package of their service', () => {
    const { db } = openNew();
    expect(getSettings({ db }).minimumCharges).toEqual({ residential: '89.00', 'deep-cleaning': '149.00', commercial: '199.00' });
  });

  test('are not added to a database that exists already', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-prices-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'tidyline.db');
    closeDb(openDb(file, { now }).db);
    const { db, created } = openDb(file, { now, seed });
    expect([created, db.select().from(priceItems).all()]).toEqual([false, []]);
    expect(getSettings({ db }).minimumCharges).toEqual({});
    closeDb(db);
  });
});
