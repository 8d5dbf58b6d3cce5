import { describe, expect, test } from 'vitest';
import { openWithPlan } from '../support/plans';
import { plansOf } from '../support/query-plans';

describe('the client’s page', () => {
  test.each([
    ['home', {}],
    ['visits', { view: 'upcoming', cursor: 1 }],
    ['visits', { view: 'past', cursor: 1 }],
    ['invoices', { cursor: 9 }],
    ['receipts', { cursor: 9 }],
    ['messages', { cursor: 9 }],
    ['plans', {}],
    ['quotes', {}],
  ] as const)('reads portal.%s with %j from the rows of the client alone', async (name, input) => {
    const { shop } = await openWithPlan();
    const call: (input: object) => Promise<unknown> = shop.client(1).portal[name];
    const plans = await plansOf(shop, () => call(input));
    expect(plans.length).toBeGreaterThan(0);
    // A client's own rows may be sorted; a list of ids and the union of own invoices are no tables.
    for (const plan of plans) expect(plan.replace(/SCAN (json_each|own)\b/g, '')).not.toMatch(/SCAN/);
    // Indexes that hold the rows of all clients in their order.
    expect(plans.join('; ')).not.toMatch(/INDEX (work_orders_(scheduled|status)|invoices_(live|open)|receipts_live|quotes_status)/);
    if (name === 'quotes') expect(plans.join('; ')).toMatch(/SEARCH quotes USING INDEX quotes_inquiry \(inquiry_id=\?\)/);
    if (name === 'messages') expect(plans).toEqual(['SEARCH client_messages USING INDEX client_messages_client (client_id=? AND rowid<?)']);
  });
});
