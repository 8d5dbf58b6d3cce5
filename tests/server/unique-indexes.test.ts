import { describe, expect, test } from 'vitest';
import { type Db, openDb } from '../../db/client';
import { fillTables, ROWS, type TableName } from '../support/rows';

const AT = '2026-11-20T20:00:00.000Z';

type Row = Record<string, string | number | null>;

/** Valid rows of tables that {@link fillTables} leaves empty. */
const MORE_ROWS = {
  marketing_recipients: { email: 'maria@example.com', token: 'a', created_at: AT },
  member_hours: { team_member_id: 1, weekday: 1, opens: '09:00', closes: '17:00' },
  waitlist_entries: {
    token: 't',
    service_type: 'residential',
    date: '2026-12-01',
    client_name: 'Maria',
    client_email: 'maria@example.com',
    client_phone: '250-555-0142',
    client_address: '1 Main St',
    created_at: AT,
    updated_at: AT,
  },
  plan_exceptions: { plan_id: 1, date: '2026-12-01', kind: 'skipped', created_at: AT },
  quote_lines: { quote_id: 1, position: 0, kind: 'service', description: 'Windows', price_cents: 100 },
  tips: { amount_cents: 500, payment_intent: 'pi_1', created_at: AT },
  opportunities: {
    kind: 'insight',
    dedupe_key: 'a',
    subject_type: 'company',
    subject_id: '1',
    title: 'T',
    reason: 'R',
    evidence: '{}',
    score: 50,
    created_at: AT,
    status_changed_at: AT,
  },
  price_suggestions: { inquiry_id: 1, service_type: 'residential', n: 0, explanation: 'No job is like it.', created_at: AT },
  social_posts: {
    platform: 'facebook',
    type: 'cleaning-tip',
    content: 'Dust first.',
    status: 'draft',
    dedupe_key: 'a',
    created_at: AT,
    updated_at: AT,
  },
} satisfies Record<string, Row>;
type Table = TableName | keyof typeof MORE_ROWS;

const VISIT = { plan_id: 1, plan_date: '2026-12-01' };
const KEY = { idempotency_key: 'checkout-1', request_hash: 'h' };
const SECOND = {
  booking: { booking_reference: 'SPC-2' },
  order: { public_id: 'bcdefghijklmnopqrstuvw' },
  invoice: { invoice_number: 'SPC002', number_value: 2 },
  receipt: { receipt_number: 'SPC-RCP002', number_value: 2 },
  quote: { token: 'u', version: 2 },
  creditNote: { credit_note_number: 'SPC-CN002', number_value: 2 },
};

/** Values that both rows share beside those of the valid row, and values in which the second row differs. */
type Duplicate = [sentence: string, index: string, table: Table, shared?: Row, different?: Row];
const DUPLICATES: Duplicate[] = [
  ['two work orders of one name', 'work_orders_workOrderId_unique', 'work_orders'],
  ['two work orders of one link', 'work_orders_visitToken_unique', 'work_orders', { visit_token: 't' }, { work_order_id: 'WO-2' }],
  ['two visits of one day of a plan', 'work_orders_plan', 'work_orders', VISIT, { work_order_id: 'WO-2' }],
  ['two plans of one row of an import', 'plans_importKey_unique', 'plans', { import_key: 'a' }],
  ['two exceptions of one day of a plan', 'plan_exceptions_day', 'plan_exceptions'],
  ['two bookings that proposed one plan', 'appointment_bookings_plan', 'appointment_bookings', { plan_id: 1 }, SECOND.booking],
  ['two quotes of one link', 'quotes_token_unique', 'quotes', {}, { version: 2 }],
  ['two quotes of one number and version', 'quotes_number', 'quotes', {}, { token: 'u' }],
  ['two open versions of a quote', 'quotes_open', 'quotes', { status: 'sent' }, SECOND.quote],
  ['two drafts of a quote', 'quotes_draft', 'quotes', { status: 'draft' }, SECOND.quote],
  ['two quotes of one work order', 'quotes_work_order', 'quotes', { work_order_id: 1 }, SECOND.quote],
  ['two quotes of one plan', 'quotes_plan', 'quotes', { plan_id: 1 }, SECOND.quote],
  ['two quotes of one deposit invoice', 'quotes_deposit_invoice', 'quotes', { deposit_invoice_id: 1 }, SECOND.quote],
  ['two lines at one place of a quote', 'quote_lines_position', 'quote_lines'],
  ['two spans of a member that open at one time', 'member_hours_member', 'member_hours'],
  ['two waitlist entries of one link', 'waitlist_entries_token_unique', 'waitlist_entries'],
  ['two live assignments of one member to a work order', 'work_order_assignments_live', 'work_order_assignments', { is_lead: 0 }],
  ['two live leads of one work order', 'work_order_assignments_lead', 'work_order_assignments', {}, { team_member_id: 2 }],
  ['two members of one e-mail address', 'team_members_email', 'team_members', {}, { employee_id: 'E-2', email: 'DEE@example.com' }],
  ['two members of one number', 'team_members_employee_id', 'team_members', {}, { employee_id: 'e-1', email: 'other@example.com' }],
  ['two log rows of one action of a phone', 'team_member_logs_action', 'team_member_logs', { action_id: 'a' }],
  ['two photos of one file', 'work_order_photos_fileName_unique', 'work_order_photos'],
  ['two photos of one action', 'work_order_photos_actionId_unique', 'work_order_photos', { action_id: 'a' }, { file_name: 'b.jpg' }],
  ['two slots of one window and service', 'appointment_slots_window', 'appointment_slots'],
  ['two bookings of one reference', 'appointment_bookings_bookingReference_unique', 'appointment_bookings'],
  ['two bookings of one link', 'appointment_bookings_manageToken_unique', 'appointment_bookings', { manage_token: 't' }, SECOND.booking],
  ['two bookings of one work order', 'appointment_bookings_work_order', 'appointment_bookings', { work_order_id: 1 }, SECOND.booking],
  ['two orders of one address', 'orders_publicId_unique', 'orders'],
  ['two orders of one key', 'orders_idempotencyKey_unique', 'orders', KEY, SECOND.order],
  ['two live invoices of one number', 'invoices_number', 'invoices'],
  ['two invoices of one key', 'invoices_idempotencyKey_unique', 'invoices', KEY, SECOND.invoice],
  ['two live invoices of one work order', 'invoices_work_order', 'invoices', { work_order_id: 1 }, SECOND.invoice],
  ['two live invoices of one booking', 'invoices_booking', 'invoices', { booking_id: 1 }, SECOND.invoice],
  ['two invoices of one payment link', 'invoices_payToken_unique', 'invoices', { pay_token: 't' }, SECOND.invoice],
  ['two live deposits of one booking', 'invoices_deposit_booking', 'invoices', { deposit_booking_id: 1 }, SECOND.invoice],
  ['two receipts of one card payment', 'receipts_paymentIntent_unique', 'receipts', { payment_intent: 'pi_1' }, SECOND.receipt],
  ['two tips of one card payment', 'tips_paymentIntent_unique', 'tips'],
  ['two receipts of one number', 'receipts_receiptNumber_unique', 'receipts', {}, { number_value: 2 }],
  ['two receipts of one number in other digits', 'receipts_number_value', 'receipts', {}, { receipt_number: 'SPC-RCP0001' }],
  ['two receipts of one key', 'receipts_idempotencyKey_unique', 'receipts', KEY, SECOND.receipt],
  ['two automatic receipts of one invoice', 'receipts_automatic', 'receipts', { is_automatic: 1 }, SECOND.receipt],
  ['two credit notes of one number', 'credit_notes_creditNoteNumber_unique', 'credit_notes', {}, { number_value: 2 }],
  ['two credit notes of one number in other digits', 'credit_notes_number_value', 'credit_notes', {}, { credit_note_number: 'SPC-CN0001' }],
  ['two credit notes of one key', 'credit_notes_idempotencyKey_unique', 'credit_notes', KEY, SECOND.creditNote],
  ['two admins of one name', 'users_username_unique', 'users'],
  ['two messages of one cause', 'outbox_dedupeKey_unique', 'outbox', {}, { message_id: '<2@shop.test>' }],
  ['two messages of one Message-ID', 'outbox_messageId_unique', 'outbox', {}, { dedupe_key: '2' }],
  ['two e-Transfers of one reference', 'money_in_reference_unique', 'money_in'],
  ['two e-Transfers of one receipt', 'money_in_receipt', 'money_in', { receipt_id: 1 }, { reference: 'CA7654321' }],
  ['one sign-in token twice', 'client_links_tokenHash_unique', 'client_links'],
  ['two ratings of a visit', 'ratings_workOrderId_unique', 'ratings'],
  ['one payer name twice for a client', 'payer_names_name', 'payer_names'],
  ['two to-dos of one cause', 'todos_dedupeKey_unique', 'todos'],
  ['two referrals of one booking', 'referrals_bookingId_unique', 'referrals', {}, { friend_email: 'other@example.com' }],
  ['two referrals of one friend', 'referrals_friendEmail_unique', 'referrals', {}, { booking_id: 2 }],
  ['two clients of one referral code', 'clients_referralCode_unique', 'clients', { referral_code: 'ABC2DEF' }],
  ['two price suggestions of one quote', 'price_suggestions_inquiryId_unique', 'price_suggestions'],
  ['two recipients of one link', 'marketing_recipients_token_unique', 'marketing_recipients', {}, { email: 'other@example.com' }],
  ['two opportunities of one finding', 'opportunities_dedupeKey_unique', 'opportunities'],
  ['two posts of one cause', 'social_posts_dedupeKey_unique', 'social_posts'],
];
/** The index on the lower-case number refuses whatever this one refuses. */
const REPLACED = ['team_members_employeeId_unique'];

const open = () => openDb(':memory:', { now: () => new Date(AT) }).db;

/** Inserts the valid row of a table with some changes. */
function insert(db: Db, table: Table, changes: Row): void {
  const values: Row = { ...{ ...ROWS, ...MORE_ROWS }[table], ...changes };
  const names = Object.keys(values).map((name) => `"${name}"`);
  db.$client
    .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(values));
}

describe('the database rejects', () => {
  test.each(DUPLICATES)('%s', (_sentence, index, table, shared = {}, different = {}) => {
    const db = open();
    fillTables(db);
    db.$client.pragma('foreign_keys = off');
    if (table in MORE_ROWS) insert(db, table, {});
    for (const [name, value] of Object.entries(shared)) db.$client.prepare(`update ${table} set ${name} = ?`).run(value);
    const addSecond = () => insert(db, table, { ...shared, ...different });
    expect(addSecond).toThrow(/UNIQUE/);
    // Without the index the row is valid, so nothing else rejected it.
    db.$client.exec(`drop index ${index}`);
    addSecond();
    expect(db.$client.prepare(`select count(*) from ${table}`).pluck().get()).toBe(2);
  });
});

test('each unique index has a case above', () => {
  const indexes = open()
    .$client.prepare<[], string>("select name from sqlite_schema where type = 'index' and sql like 'CREATE UNIQUE%'")
    .pluck()
    .all();
  expect(indexes.sort()).toEqual([...DUPLICATES.map(([, index]) => index), ...REPLACED].sort());
});
