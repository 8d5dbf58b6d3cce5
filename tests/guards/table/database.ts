import { type Guard, unique } from '../guard';

/** Unique indexes. */
export const DATABASE: Guard[] = [
  ...unique('0000_foundation', [
    ['a slot is there once', 'appointment_slots_window', 'server/database'],
    ['a reference is of one booking', 'appointment_bookings_bookingReference_unique', 'server/database'],
    ['a work order has one live assignment', 'work_order_assignments_live', 'server/database'],
    ['a number as it is shown is of one receipt', 'receipts_receiptNumber_unique', 'server/database'],
    ['a number is of one receipt', 'receipts_number_value', 'server/database'],
    ['a name is of one admin', 'users_username_unique', 'server/database'],
    ['an address is of one order', 'orders_publicId_unique', 'server/database'],
    ['an e-mail address is of one member', 'team_members_email', 'server/database'],
  ]),
  ...unique('0007_unconfirmed_mail', [
    ['a cause has one message', 'outbox_dedupeKey_unique', 'server/database'],
    ['a Message-ID is of one message', 'outbox_messageId_unique', 'server/database'],
  ]),
  ...unique('0001_storefront_and_booking', [
    ['a link is of one booking', 'appointment_bookings_manageToken_unique', 'server/database'],
    ['a key is of one order', 'orders_idempotencyKey_unique', 'server/database'],
  ]),
  ...unique('0019_one_link_of_job', [
    ['a name is of one work order', 'work_orders_workOrderId_unique', 'server/database'],
    ['a work order is of one booking', 'appointment_bookings_work_order', 'server/database server/booking-work-orders'],
  ]),
  ...unique('0002_field_work', [
    ['an employee id is of one member, in whatever case', 'team_members_employee_id', 'server/database'],
    ["a phone's action is in the log once", 'team_member_logs_action', 'server/database'],
    ['a file is of one photo', 'work_order_photos_fileName_unique', 'server/database'],
    ["a phone's action has one photo", 'work_order_photos_actionId_unique', 'server/database'],
  ]),
  ...unique('0003_money', [
    ['a key is of one invoice', 'invoices_idempotencyKey_unique', 'server/database'],
    ['a work order has one invoice', 'invoices_work_order', 'server/database'],
    ['a booking has one invoice', 'invoices_booking', 'server/database'],
    ['a key is of one receipt', 'receipts_idempotencyKey_unique', 'server/database'],
  ]),
  ...unique('0013_void_receipts', [
    ['a number is of one invoice', 'invoices_number', 'server/database'],
    ['an invoice is paid in full by one receipt', 'receipts_automatic', 'server/database'],
  ]),
  ...unique('0018_credit_notes', [
    ['a number as it is shown is of one credit note', 'credit_notes_creditNoteNumber_unique', 'server/database'],
    ['a number is of one credit note', 'credit_notes_number_value', 'server/database'],
    ['a key is of one credit note', 'credit_notes_idempotencyKey_unique', 'server/database'],
  ]),
  ...unique('0004_growth', [
    ['a finding is made once', 'opportunities_dedupeKey_unique', 'server/automation'],
    ['a quote has one suggested price', 'price_suggestions_inquiryId_unique', 'server/database'],
    ['a link is of one recipient', 'marketing_recipients_token_unique', 'server/database'],
    ['a booking has one referral', 'referrals_bookingId_unique', 'server/database'],
    ['a person is referred once', 'referrals_friendEmail_unique', 'server/database'],
    ['a code is of one client', 'clients_referralCode_unique', 'server/database'],
  ]),
  ...unique('0015_missed_posts', [['a post is made once', 'social_posts_dedupeKey_unique', 'server/social-publishing']]),
];
