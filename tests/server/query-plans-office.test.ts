import { describe, expect } from 'vitest';
import { finalizePrepaidJobs } from '../../src/server/invoices/payments/settling';
import { KEPT_COUNT, plansOf, SLOW } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

describe('clients', () => {
  const FIGURES = /^SEARCH work_orders USING COVERING INDEX work_orders_client \(client_id=\?\); LIST SUBQUERY \d; SCAN json_each [^;]+$/;
  test.for([
    [{}, /^SEARCH clients USING COVERING INDEX clients_merged_into \(merged_into_id=\?\)$/],
    [{ cursor: 9 }, /^SEARCH clients USING COVERING INDEX clients_merged_into \(merged_into_id=\? AND rowid<\?\)$/],
    [{ sort: 'added' }, /^SEARCH clients USING COVERING INDEX clients_merged_into \(merged_into_id=\?\)$/],
    [{ sort: 'name' }, /^SCAN clients USING INDEX clients_name$/],
    [{ sort: '-name', status: 'lead', cursor: { value: 'z', id: 9 } }, /^SEARCH clients USING INDEX clients_name \(<expr><\?\)$/],
    [{ status: 'lead' }, /^SEARCH clients USING COVERING INDEX clients_merged_into \(merged_into_id=\?\)$/],
    [{ search: 'maria' }, /^SCAN clients_search VIRTUAL TABLE INDEX \d+:[^;]*M5; SEARCH clients USING INTEGER PRIMARY KEY \(rowid=\?\)$/],
    [
      { search: 'maria', cursor: 9 },
      /^SCAN clients_search VIRTUAL TABLE INDEX \d+:[^;]*M5<; SEARCH clients USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
    ],
    [{ search: '(250) 555-0133' }, /^SEARCH clients USING INDEX clients_phone \(<expr>=\?\)$/],
    [{ search: 'ma' }, /SEARCH clients USING INTEGER PRIMARY KEY \(rowid>\?\); SCALAR SUBQUERY \d; SEARCH clients$/],
  ] as const)('listed by %j are read in order, with the job figures of a page from one index search', async ([input, wanted], { shop }) => {
    insertRow(shop.db, 'clients', { name: 'Maria Santos', phone: '(250) 555-0133' });
    const [list, ...others] = await plansOf(shop, () => shop.admin.clients.list(input));
    const [rows, plans, figures, ...more] = others.sort();
    expect(more).toEqual([]);
    expect(list).toMatch(wanted);
    expect(list).not.toContain('TEMP B-TREE');
    expect(rows).toMatch(/^SEARCH clients USING INTEGER PRIMARY KEY \(rowid=\?\); LIST SUBQUERY \d; SCAN json_each [^;]+$/);
    expect(figures).toMatch(FIGURES);
    expect(plans).toMatch(/^SEARCH plans USING (COVERING )?INDEX plans_client \(client_id=\? AND status=\?\)/);
  });

  test('have a timeline, a page and duplicates that read no rows of other clients', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    const cursor = { at: '2026-11-20T20:00:00.000Z', kind: 'order', id: 1 } as const;
    const plans = await plansOf(shop, async () => {
      await shop.admin.clients.timeline({ id: 1 });
      await shop.admin.clients.timeline({ id: 1, cursor });
      await shop.admin.clients.get({ id: 1 });
      await shop.admin.clients.findDuplicates({ id: 1 });
    });
    const steps = plans.flatMap((plan) => plan.split('; '));
    // Only the client's own ids and rows are scanned and sorted.
    expect(steps.filter((step) => /SCAN (?!who$|their_invoices$|json_each|\(subquery)/.test(step))).toEqual([]);
    for (const table of ['contact_inquiries', 'quotes', 'plans', 'bookings', 'work_orders', 'orders', 'invoices', 'receipts', 'outbox'])
      expect(steps.filter((step) => step.startsWith(`SEARCH ${table} USING`)).length, table).toBeGreaterThanOrEqual(2);
  });
});

/** The newest job of each request, and its date, by its index. */
const OF_JOB =
  '; CORRELATED SCALAR SUBQUERY 1; SEARCH work_orders USING COVERING INDEX work_orders_inquiry (inquiry_id=?)' +
  '; CORRELATED SCALAR SUBQUERY 2; SEARCH work_orders USING INDEX work_orders_inquiry (inquiry_id=?)';

describe('quote requests', () => {
  test('of one status are counted and listed by an index', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.quotes.list({ status: 'pending', limit: 1 }));
    expect(plans).toEqual([
      `SEARCH contact_inquiries USING INDEX contact_inquiries_by_status (deleted_at=? AND status=?)${OF_JOB}`,
      KEPT_COUNT,
    ]);
  });
  test('of all statuses are counted and listed without sorting', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.quotes.list({ limit: 1, cursor: 9 }));
    expect(plans[0]).toBe(`SEARCH contact_inquiries USING INDEX contact_inquiries_deleted (deleted_at=? AND rowid<?)${OF_JOB}`);
    expect(plans.slice(1)).toEqual([KEPT_COUNT]);
  });
  test('are restored from the bin without a table scan', async ({ shop }) => {
    await shop.visitor.quotes.submit(QUOTE);
    await shop.admin.quotes.deleteAll();
    const plans = await plansOf(shop, () => shop.admin.quotes.restore());
    const read = plans.filter((plan) => plan.includes('contact_inquiries'));
    expect(read).toHaveLength(2);
    for (const plan of read) {
      expect(plan).toMatch(/SEARCH contact_inquiries USING (COVERING )?INDEX contact_inquiries_deleted \(deleted_at[=>]\?\)/);
      expect(plan).not.toMatch(SLOW);
    }
  });
});

describe('the team', () => {
  test('is found by employee ID and e-mail in any case, counted by jobs, and read newest first without a table scan', async ({ shop }) => {
    insertRow(shop.db, 'team_members');
    const plans = await plansOf(shop, async () => {
      await shop.visitor.team.login({ employeeId: 'e-1', password: 'wrong one' }).catch(() => undefined);
      await shop.admin.team.update({ id: 1, employeeId: 'E-2', email: 'sam@example.com' });
      await shop.admin.team.countOpenJobs({ id: 1 });
      for (const input of [{}, { cursor: 2 }]) {
        await shop.admin.team.list(input);
        await shop.admin.team.listAll(input);
        await shop.admin.team.listActive(input);
      }
    });
    expect(plans).toContainEqual(expect.stringContaining('SEARCH team_members USING INDEX team_members_employee_id (<expr>=?)'));
    expect(plans).toContainEqual(expect.stringContaining('SEARCH team_members USING INDEX team_members_email (<expr>=?)'));
    expect(plans).toContainEqual(expect.stringMatching(/work_order_assignments USING COVERING INDEX work_order_assignments_member/));
    for (const plan of plans) expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  test.for([
    [{ sort: 'employeeId' }, 'SCAN team_members USING COVERING INDEX team_members_employee_id'],
    [
      { sort: '-employeeId', cursor: { value: 'e-1', id: 1 } },
      'SEARCH team_members USING COVERING INDEX team_members_employee_id (<expr><?)',
    ],
    [
      { sort: 'name' },
      'CO-ROUTINE newest; SCAN team_members; SCAN newest; SEARCH team_members USING INTEGER PRIMARY KEY (rowid=?); USE TEMP B-TREE FOR ORDER BY',
    ],
  ] as const)('is sorted by %j in the order of an index, or sorts the newest alone', async ([input, plan], { shop }) => {
    insertRow(shop.db, 'team_members');
    const [read] = await plansOf(shop, () => shop.admin.team.list(input));
    expect(read).toBe(plan);
  });

  test('lists days off in the order of their index', async ({ shop }) => {
    insertRow(shop.db, 'team_members');
    const plans = await plansOf(shop, async () => {
      await shop.admin.team.listTimeOff({});
      await shop.admin.team.listTimeOff({ status: 'approved', cursor: 1 });
      await shop.member.team.myTimeOff();
    });
    const read = plans.filter((plan) => plan.includes('time_off'));
    expect(read[0]).toMatch(/SEARCH time_off USING INDEX time_off_status \(status=\? AND end_date>\?\)/);
    expect(read[1]).toMatch(/SEARCH time_off USING INDEX time_off_status \(status=\? AND/);
    expect(read.at(-1)).toMatch(/SEARCH time_off USING INDEX time_off_member \(team_member_id=\? AND end_date>\?\)/);
    for (const plan of plans) expect(plan).not.toMatch(/TEMP B-TREE/);
  });
});

describe('the dispatch board and the phone', () => {
  test('read open jobs by an index, however many are done', async ({ shop }) => {
    insertRow(shop.db, 'team_members');
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'work_orders', { inquiry_id: null });
    insertRow(shop.db, 'work_order_assignments');
    const plans = await plansOf(shop, async () => {
      for (const input of [{}, { cursor: 1 }]) {
        await shop.admin.dispatch.unassigned(input);
        await shop.admin.dispatch.active(input);
        await shop.admin.field.listAssigned({ id: 1, ...input });
      }
      await shop.admin.field.dashboard({ id: 1 });
      await shop.admin.dispatch.planDay({ day: '2026-11-20' });
    });
    const some = (pattern: RegExp) => plans.filter((plan) => pattern.test(plan)).length;
    expect(some(/SCAN work_orders USING (COVERING )?INDEX work_orders_open/)).toBeGreaterThan(0);
    expect(some(/INDEX work_order_assignments_open/)).toBeGreaterThan(0);
    expect(
      plans.filter((plan) =>
        /SCAN (work_orders|work_order_assignments)(?! USING (COVERING )?INDEX work_order(s|_assignments)_open)/.test(plan),
      ),
    ).toEqual([]);
    // Only the open jobs of one member, the members of a day and the remarks of a page are few enough to be put in order.
    const isFew = /team_members|status=\?|status IN|assigned_team_member_id=\? AND status=\?|SCAN jobs VIRTUAL TABLE/;
    expect(plans.filter((plan) => /TEMP B-TREE/.test(plan) && !isFew.test(plan))).toEqual([]);
  });
});

describe('what needs doing now', () => {
  /** A row in each table that is counted, so that the lists have something to show. */
  const openWithWork = () => {
    const shop = openShop();
    for (const table of ['team_members', 'clients', 'contact_inquiries', 'work_orders', 'products', 'orders', 'appointment_slots'] as const)
      insertRow(shop.db, table, table === 'contact_inquiries' ? { created_at: '2026-11-18T20:00:00.000Z' } : {});
    insertRow(shop.db, 'appointment_bookings', { work_order_id: null });
    return shop;
  };

  test('is counted in the indexes of its lists', async () => {
    const shop = openWithWork();
    const counted = await plansOf(shop, () => shop.admin.overview.today());
    expect(counted).toEqual([
      expect.stringMatching(
        /^SCAN work_orders USING INDEX work_orders_open; .*SEARCH a USING COVERING INDEX work_order_assignments_(work_order|live)/,
      ),
      KEPT_COUNT,
      'SCAN appointment_bookings USING COVERING INDEX appointment_bookings_to_convert',
      expect.stringMatching(/^SEARCH invoices USING (COVERING )?INDEX invoices_open \(due_date<\?\)$/),
      expect.stringMatching(
        /^SCAN products USING INDEX products_to_reorder; .*SEARCH stock_movements USING INDEX stock_movements_product \(product_id=\?\)$/,
      ),
      'SEARCH social_posts USING COVERING INDEX social_posts_status (status=?)',
      expect.stringMatching(/^SEARCH work_orders USING COVERING INDEX work_orders_scheduled/),
      'SEARCH contact_inquiries USING COVERING INDEX contact_inquiries_waiting (created_at<?)',
      'SCAN work_orders USING COVERING INDEX work_orders_to_invoice',
      'SCAN conversations USING COVERING INDEX conversations_unread',
      'SCAN todos USING INDEX todos_open',
      'SEARCH work_orders USING COVERING INDEX work_orders_scheduled (scheduled_date>? AND scheduled_date<?)',
      'SEARCH appointment_slots USING INDEX appointment_slots_window (date>? AND date<?); SEARCH appointment_bookings USING INDEX appointment_bookings_slot (slot_id=?)',
      expect.stringMatching(/^SCAN team_members; SEARCH member_hours USING INDEX member_hours_member /),
      'SEARCH time_off USING INDEX time_off_status (status=? AND end_date>?)',
      'SCAN settings',
    ]);
  });

  test('is listed by indexes, without a table scan', async () => {
    const shop = openWithWork();
    const first = async (call: () => Promise<unknown>) => (await plansOf(shop, call))[0];
    const { booking, dispatch, quotes, store } = shop.admin;
    for (const page of [{}, { cursor: 9 }]) {
      // Only those of the very same time are put in order.
      expect(await first(() => dispatch.listWorkOrders({ when: 'today', ...page }))).toMatch(
        /^SEARCH work_orders USING COVERING INDEX work_orders_scheduled \(scheduled_date>\? AND scheduled_date<\?\);.*USE TEMP B-TREE FOR LAST TERM OF ORDER BY$/,
      );
      expect(await first(() => quotes.list({ waiting: true, ...page }))).toMatch(
        /^SEARCH contact_inquiries USING INDEX contact_inquiries_by_status \(deleted_at=\? AND status=\?( AND rowid<\?)?\); CORRELATED [^;]*; SEARCH work_orders USING COVERING INDEX work_orders_inquiry \(inquiry_id=\?\); CORRELATED [^;]*; SEARCH work_orders USING INDEX work_orders_inquiry \(inquiry_id=\?\)$/,
      );
      expect(await first(() => booking.toConvert(page))).toMatch(
        /^(SCAN|SEARCH) appointment_bookings USING COVERING INDEX appointment_bookings_to_convert( \(id<\?\))?$/,
      );
      expect(await first(() => dispatch.listWorkOrders({ when: 'to-invoice', ...page }))).toMatch(
        /^(SCAN|SEARCH) work_orders USING COVERING INDEX work_orders_to_invoice( \(id<\?\))?$/,
      );
      for (const paid of [{}, { isPaid: true }, { isPaid: false }])
        expect(await first(() => store.listOrders({ view: 'to-ship', ...paid, ...page }))).toMatch(
          /^(SCAN|SEARCH) orders USING INDEX orders_to_ship( \(order_number<\?\))?$/,
        );
    }
  });
});

describe('the start page', () => {
  const DAYS = 'SEARCH daily_sums USING INDEX sqlite_autoindex_daily_sums_1 (kind=? AND day>? AND day<?); USE TEMP B-TREE FOR GROUP BY';
  test('reads money from the sums of each day', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.overview.money());
    expect(plans).toEqual([DAYS]);
    expect((await plansOf(shop, () => shop.admin.invoices.summary())).filter((plan) => plan.includes('receipts'))).toEqual([]);
  });
  test('reads what waits for the office without the figures that its list does not show', async ({ shop }) => {
    const readsOthers = (plan: string) => /work_orders_(scheduled|to_invoice)/.test(plan);
    expect((await plansOf(shop, () => shop.admin.overview.needsYou())).filter(readsOthers)).toEqual([]);
    expect((await plansOf(shop, () => shop.admin.overview.today())).filter(readsOthers)).not.toEqual([]);
  });
  test('reads jobs, members and bookings of the day by indexes', async ({ shop }) => {
    const [jobs, members, bookings, ...more] = await plansOf(shop, () => shop.admin.overview.day());
    expect(more).toEqual([]);
    expect(jobs).toMatch(
      /^SEARCH work_orders USING INDEX work_orders_scheduled \(scheduled_date>\? AND scheduled_date<\?\); SEARCH clients USING/,
    );
    expect(members).toContain('SEARCH time_off USING');
    expect(bookings).toMatch(
      /^SEARCH appointment_slots USING COVERING INDEX appointment_slots_window \(date>\?\); SEARCH appointment_bookings USING INDEX appointment_bookings_slot \(slot_id=\?\)/,
    );
    expect(bookings).not.toMatch(SLOW);
  });
  test('proves the steps of a new company with one row each', async ({ shop }) => {
    const plans = await plansOf(shop, () => shop.admin.overview.checklist());
    expect(plans.filter((plan) => /activity|outbox/.test(plan))).toEqual([
      'SEARCH settings USING INDEX sqlite_autoindex_settings_1 (key=?); CORRELATED SCALAR SUBQUERY 1; SEARCH activity USING COVERING INDEX activity_verb (verb=? AND at=?)',
      'SEARCH activity USING COVERING INDEX activity_verb (verb=?)',
      'SEARCH outbox USING INDEX outbox_purpose (purpose=?)',
    ]);
  });
});

test('jobs that were paid in advance are found among those completed lately', async ({ shop }) => {
  const [plan = ''] = await plansOf(shop, async () => finalizePrepaidJobs(shop.ctx));
  const done = 'SEARCH w USING INDEX work_orders_completed (completed_date>?); SEARCH';
  expect(plan).toContain(`${done} i USING INDEX invoices_work_order (work_order_id=?)`);
  expect(plan).toContain(`${done} j USING INDEX invoice_jobs_work_order (work_order_id=?); SEARCH i USING INTEGER PRIMARY KEY (rowid=?)`);
  expect(plan).not.toContain('SCAN');
});
