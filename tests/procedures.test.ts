import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { getProcedure, REST_ROWS } from '../src/server/http/rest/table';
import { appRouter } from '../src/server/router';

describe('procedures', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { permission?: string } } }>;
  const oneOfTheLast = procedures['visits.get'];
  const calls = Object.entries(procedures).map(([name, { _def }]) => ({ name, permission: _def.meta?.permission }));
  const PUBLIC = `booking.acceptOffer booking.book booking.cancelManaged booking.getManaged booking.getWaitlistEntry
    booking.joinWaitlist booking.leaveWaitlist booking.listSlots booking.moveManaged offers.describe pay.get pay.start
    portal.choices portal.choose portal.openLink portal.requestLink portal.signOut
    pricing.estimate pricing.estimator quotes.submit quoting.approve quoting.decline quoting.getByToken quoting.markViewed quoting.requestChange session.login settings.landing settings.sitePage settings.storefront store.browse store.getOrder
    store.listProducts store.placeOrder store.priceCart store.saveCart team.login visits.confirm visits.get`.split(/\s+/);

  test('are listed in the order of their domains, whichever was looked up first', () => {
    expect(oneOfTheLast).toBeDefined();
    const domains = [...new Set(calls.map(({ name }) => name.split('.')[0]))];
    expect(domains).toEqual(domains.toSorted());
  });
  test('declare a permission', () => {
    expect(calls.filter(({ permission }) => !['public', 'member', 'admin', 'client'].includes(permission ?? ''))).toEqual([]);
  });
  test('are public only when listed', () => {
    const open = calls.filter(({ permission }) => permission === 'public');
    expect(open.map(({ name }) => name).sort()).toEqual(PUBLIC);
  });
  test('exist for every REST row, and no path is given twice', () => {
    expect(REST_ROWS.filter(([, , name]) => !(name in procedures))).toEqual([]);
    const paths = REST_ROWS.map(([method, restPath]) => `${method} ${restPath}`);
    expect(new Set(paths).size).toBe(paths.length);
  });
  test('read an object of named fields or nothing, since REST takes only these fields from a body', () => {
    const others = Object.keys(procedures).filter((name) =>
      getProcedure(name)._def.inputs.some((input) => !(input instanceof z.ZodObject)),
    );
    expect(others).toEqual([]);
  });
});
