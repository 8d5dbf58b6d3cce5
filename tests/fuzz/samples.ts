import { z } from 'zod';
import type { Company } from './company';
import { CART, LINK, PASSWORD, PAY_TOKEN, STARTED_JOB } from './keys';

export type Input = Record<string, unknown>;
const LATER = '2026-11-24T17:00:00.000Z';
const ITEMS = [{ productId: 1, quantity: 2, name: 'Squeegee', price: '19.95' }];
const PLAN = {
  rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  startTime: '10:00',
  minutes: 90,
  preferredMemberId: 1,
  checklist: [{ component: 'Attic', description: 'Both rooms', estimatedTime: 30 }],
  until: '2027-06-30',
  discountPercent: 10,
  holidayRule: 'next',
  billing: 'month',
};
const QUOTE_LINE = { kind: 'extra', description: 'Windows', quantity: 2, price: '50.00', minutes: 30, isGoods: false, isOptional: true };
const WORDS = { subject: 'Hello', body: 'Good day.' };

/** Sample values by field name. */
const FIELDS: Input = {
  ...{ id: 1, clientId: 1, addressId: 1, productId: 1, inquiryId: 1, runId: 1, teamMemberId: 1, workOrderId: 2, orderNumber: 1 },
  ...{
    invoiceId: 1,
    receiptId: 1,
    creditNoteId: 1,
    refundOfId: null,
    referralId: null,
    draftId: null,
    cursor: 1000,
    limit: 10,
    search: 'maria',
  },
  ...{ name: 'Maria Santos', email: 'new@example.com', phone: '(250) 555-0188', address: '9 Battle St', company: 'Acme Ltd.' },
  ...{ clientName: 'Maria Santos', clientEmail: 'maria@example.com', clientPhone: '(250) 555-0133', clientAddress: '12 Seymour St' },
  ...{
    customerName: 'Maria Santos',
    customerEmail: 'maria@example.com',
    customerPhone: '(250) 555-0133',
    customerAddress: '12 Seymour St',
  },
  ...{ firstName: 'Lee', lastName: 'Marsh', employeeId: 'E-9', hireDate: '2026-01-05', hourlyRate: '22.50', role: 'cleaner' },
  ...{ specializations: ['residential'], emergencyContact: 'Pat', emergencyPhone: '(250) 555-0111', password: PASSWORD },
  ...{ latitude: 50.67, longitude: -120.33, notes: 'Shoes off.', note: 'Counted', label: 'Cabin', photoConsent: true, isActive: true },
  ...{ accessGate: '#12', accessAlarm: '34', accessPets: 'One dog', accessKey: 'Under the mat', doNotService: true, reason: 'Rain' },
  ...{ serviceType: 'residential', description: 'Two floors', scheduledDate: LATER, priority: 'high', estimatedDuration: 90, crewSize: 2 },
  ...{ totalAmount: '149.00', component: 'Attic', estimatedTime: 30, isCompleted: true, completedAt: LATER, when: 'today' },
  ...{ at: LATER, notifyClient: true, confirm: true, force: true, costReason: 'New price list' },
  ...{
    estimatedArrival: LATER,
    actionId: '6f1c9a3e-58a1-4c63-9a55-0a1d4c3f7b20',
    accepted: true,
    responseTime: LATER,
    timestamp: LATER,
    remarks: 'On my way',
  },
  ...{
    startDate: '2026-12-28',
    endDate: '2026-12-30',
    date: '2026-11-27',
    day: '2026-11-21',
    days: 7,
    from: '2026-11-20',
    to: '2026-11-27',
  },
  ...{ bedrooms: 3, bathrooms: 2, squareFeet: 1250, hours: 2, extras: [1], frequency: '2weeks', estimate: { bedrooms: 3, extras: [4] } },
  ...{ timeSlot: '10:00-12:00', isOpen: true, maxBookings: 3, specialRequests: 'Quiet, please.', bookingReference: null, ref: 'customer' },
  ...{ website: '', filledInMs: 9000, message: 'Every two weeks, please.', another: true, waiting: true },
  ...{
    price: '24.95',
    category: 'Tools',
    costPrice: '11.00',
    unitCost: '12.00',
    costReason: 'New price list',
    sendReceipt: true,
    imageUrl: null,
    stockQuantity: 12,
    reorderLevel: 5,
    quantity: 3,
  },
  ...{ supplierName: 'Pacific Janitorial', supplierSku: 'PJ-1', isHstTaxable: true, isPstTaxable: true, lastPurchaseDate: '2026-11-01' },
  ...{ serviceDescription: 'Kitchen', serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '100.00', paymentMethod: 'cash' },
  ...{ amount: '10.00', amountPaid: '50.00', paymentDate: '2026-11-20', isRefund: false, includesTax: true, idempotencyKey: 'key-0001' },
  ...{
    paid: { method: 'cash', date: '2026-11-20' },
    isPaid: false,
    sort: 'name',
    consent: true,
    smsConsent: true,
    cartId: CART,
    taxAmount: null,
  },
  ...{ shippingAddress: '12 Seymour St', orderNotes: 'Ring twice.', items: ITEMS, offer: 'first-online-booking' },
  ...{ competitor: 'Shiny Ltd', service: 'residential', unit: 'job', observedOn: '2026-11-01', source: 'their page' },
  ...{ planId: 1, stars: 5, text: 'Please ring at the back door.', offers: true, sms: true },
  ...{ platform: 'facebook', type: 'cleaning-tip', content: 'Baking soda.', scheduledFor: LATER, confirm: true },
  ...{
    deposit: { percent: 25 },
    validUntil: '2026-12-20',
    terms: 'Half in advance.',
    plan: { rrule: 'FREQ=WEEKLY;BYDAY=TU', startDate: '2026-11-24', startTime: '10:00', discountPercent: 5 },
  },
  ...{ key: 'lead-generation', enabled: true, dashboard: 'ai', kinds: ['partnership'], view: 'all', purpose: 'quote-received', ...WORDS },
};

/** The parts of a company that the samples refer to. */
export type Named = Pick<
  Company,
  | 'slotId'
  | 'code'
  | 'token'
  | 'waitlistToken'
  | 'visit'
  | 'quote'
  | 'draftId'
  | 'failedId'
  | 'unconfirmedId'
  | 'settings'
  | 'updatedAt'
  | 'publicId'
>;
const each = (names: readonly string[], input: Input) => Object.fromEntries(names.map((name) => [name, input]));
/** Differences from {@link FIELDS} that a call needs to succeed; undefined leaves a field out. */
const overridesOf = (company: Named): Record<string, Input> => ({
  'admins.add': { username: 'third' },
  'admins.resetPassword': { id: 2, currentPassword: null },
  'admins.remove': { id: 2 },
  'automation.setOpportunityStatus': { status: 'dismissed' },
  'conversations.list': { unread: true },
  'ratings.list': { clientId: 1, teamMemberId: undefined },
  'billing.billMany': { workOrderIds: [2, 4], send: true },
  'booking.book': { slotId: company.slotId, bookingReference: 'SPC-1795204800000-ABCDE', ref: company.code },
  'booking.listSlots': { token: undefined },
  'booking.calendar': { bookingId: undefined },
  'pay.get': { token: PAY_TOKEN },
  'pay.start': { token: PAY_TOKEN, amount: undefined, tip: undefined },
  'payments.listMoneyIn': { status: 'suggested' },
  'payments.confirm': { invoiceId: 1 },
  'portal.openLink': { token: LINK },
  'booking.listWaitlist': { view: 'open' },
  'portal.visits': { view: 'past' },
  'portal.confirmVisit': { startsAt: undefined },
  'portal.rate': { workOrderId: 4, text: 'Very clean.\nThank you!' },
  ...each(['portal.skipVisit', 'portal.unskipVisit'], { date: '2026-12-01' }),
  ...each(['automation.listOpportunities', 'dispatch.listSortedWorkOrders', 'market.listPrices'], { sort: undefined }),
  'portal.pausePlan': { until: '2026-12-15' },
  'portal.bookAgainOptions': { workOrderId: 4 },
  'portal.bookAgain': { workOrderId: 4, slotId: company.slotId, bookingReference: 'SPC-1795204800000-ABCDE' },
  ...each(['visits.get', 'visits.confirm'], { token: company.visit, startsAt: undefined }),
  'booking.getManaged': { token: company.token },
  'booking.moveManaged': { token: company.token, slotId: company.slotId },
  'booking.cancelManaged': { token: company.token },
  'booking.joinWaitlist': { date: '2026-12-02' },
  'booking.getWaitlistEntry': { token: company.waitlistToken },
  'booking.acceptOffer': { token: company.waitlistToken },
  'booking.leaveWaitlist': { token: company.waitlistToken },
  'booking.search': { status: 'confirmed' },
  'booking.setStatus': { id: 2, status: 'cancelled' },
  'booking.move': { id: 2, slotId: company.slotId },
  'booking.createWorkOrder': { id: 3 },
  'booking.openDay': { date: '2026-12-25' },
  'clients.listAll': { status: 'lead' },
  'clients.list': { status: 'lead', sort: '-name', cursor: { value: 'maria', id: 2 } },
  'clients.setActive': { ids: [2], isActive: false },
  'clients.timeline': { cursor: { at: LATER, kind: 'message', id: 99 } },
  'clients.merge': { id: 2, intoId: 1 },
  'consents.find': { email: 'maria@example.com' },
  'dispatch.createWorkOrder': { workOrderId: 'WO-9-XYZ', status: 'scheduled' },
  'dispatch.updateWorkOrder': { id: 2 },
  'dispatch.setWorkOrderStatus': { id: 2, status: 'in-progress' },
  'dispatch.finalizeWorkOrder': { id: 4 },
  ...{ 'dispatch.undoStart': { id: STARTED_JOB }, 'dispatch.undoCompletion': { id: 4 } },
  'dispatch.undoStep': { id: 2, status: 'assigned' },
  'dispatch.undoInBulk': { ids: [2] },
  'dispatch.assignInBulk': { workOrderIds: [2, 6], teamMemberId: 2 },
  'dispatch.setAssignmentStatus': { id: 2, status: 'accepted' },
  'dispatch.setLead': { assignmentId: 2 },
  'dispatch.moveAssignment': { teamMemberId: 2 },
  'drafts.edit': { id: company.draftId },
  'drafts.approve': { id: company.draftId },
  'drafts.discard': { id: company.draftId },
  'drafts.rewrite': { id: company.draftId },
  'drafts.retry': { id: company.failedId },
  'mail.get': { id: company.failedId },
  'mail.markSent': { id: company.unconfirmedId },
  'field.respond': { id: 3 },
  'field.setStatus': { status: 'enroute' },
  'inventory.confirmCatalogue': { isOurs: true },
  'inventory.list': { view: 'active' },
  'inventory.statement': { type: 'financial-statement' },
  'inventory.updateProduct': { stockWas: 36 },
  'inventory.updateProducts': { products: [{ id: 1, isActive: true, reorderLevel: 8 }] },
  'inventory.deleteProduct': { id: 3 },
  'invoices.create': {
    items: [{ description: 'Windows', quantity: 2, price: '50.00', isGoods: false, offer: null }],
    invoiceNumber: 'SPC020',
    status: 'draft',
    workOrderId: null,
    bookingId: null,
    withoutOffers: [{ offer: 'first-online-booking', referralId: null, reason: 'Agreed by phone' }],
  },
  'invoices.update': { id: 4, status: 'pending', updatedAtWas: company.updatedAt, items: [{ description: 'Windows', price: '100.00' }] },
  'invoices.createFromWorkOrder': { id: 4 },
  'invoices.forJob': { workOrderId: 4, bookingId: null },
  'invoices.createFromBooking': { id: 2 },
  'invoices.list': { sort: 'due', cursor: { value: '2026-12-04', id: 9 } },
  'invoices.listReceipts': { sort: '-amount' },
  'invoices.markHandedOver': { isHandedOver: true },
  'invoices.changeInBulk': { ids: [1], step: 'pay' },
  'invoices.emailInBulk': { ids: [1] },
  'invoices.deleteReceiptsInBulk': { ids: [1] },
  'invoices.emailReceiptsInBulk': { ids: [1] },
  'invoices.remind': { id: 5 },
  'invoices.restore': { id: 2 },
  'invoices.createReceipt': { invoiceId: null, receiptNumber: 'SPC-RCP020' },
  'mail.sendTest': { to: 'new@example.com' },
  'offers.describe': { ref: company.code },
  'offers.listFor': { invoiceId: 3 },
  'offers.listPromised': { workOrderId: 4, bookingId: null },
  'offers.grant': { invoiceId: 3 },
  'offers.remove': { invoiceId: 3, reason: 'Agreed by phone' },
  'offers.listFriends': { clientId: 3 },
  'plans.accept': { id: 2 },
  'plans.edit': { scope: 'following', from: '2026-12-01', change: { ...PLAN, count: undefined } },
  'plans.skip': { date: '2026-12-01' },
  'plans.unskip': { date: '2026-12-01' },
  'plans.pause': { until: '2026-12-15' },
  'plans.end': { on: '2026-12-15' },
  'plans.list': { status: 'active', clientId: 1 },
  'plans.create': { ...PLAN, count: undefined },
  'plans.preview': { ...PLAN, until: undefined, count: 12 },
  'pricing.estimate': { frequency: '2weeks' },
  'pricing.saveItem': { unit: 'bedroom', minutes: 30, sort: 1 },
  'pricing.sortItems': { ids: [1] },
  'quotes.list': { status: 'pending' },
  'quotes.get': { id: 1 },
  'quotes.setStatus': { id: 1, status: 'confirmed' },
  'quotes.undoStatus': { id: 2 },
  'quotes.createWorkOrder': { id: 4 },
  'quoting.compose': { clientId: undefined, lines: [QUOTE_LINE] },
  'quoting.revise': { inquiryId: undefined, lines: [QUOTE_LINE] },
  'quoting.list': { status: 'sent' },
  'quoting.getByToken': { token: company.quote },
  'quoting.markViewed': { token: company.quote },
  'quoting.approve': { token: company.quote, version: 1, chosen: [], total: '119.00' },
  'quoting.decline': { token: company.quote, reason: 'Another company was earlier.\nThank you!' },
  'quoting.requestChange': { token: company.quote, text: 'Please leave out the oven.' },
  'mail.list': { id: undefined },
  'notifications.markSeen': { upTo: 1 },
  'search.everything': { text: 'maria' },
  'search.records': { records: [{ kind: 'client', id: 1 }] },
  'session.login': { username: 'second' },
  'settings.save': company.settings,
  'settings.sitePage': { page: 'privacy' },
  'social.createPost': { source: 'manual' },
  'social.updatePost': { id: 2 },
  'social.movePost': { id: 2 },
  'social.approvePost': { id: 1 },
  'social.cancelPost': { id: 2 },
  'store.getCart': { id: CART },
  'store.saveCart': { id: CART, items: [{ productId: 1, quantity: 2 }] },
  'store.recordOrderRefund': { orderNumber: 2, amount: '1.00' },
  'store.placeOrder': { subtotal: null, totalAmount: null },
  'store.getOrder': { id: company.publicId },
  'store.listOrders': { status: 'pending', view: undefined, sort: '-total' },
  'store.setOrderStatus': { status: 'processing' },
  'store.takeOrderSteps': { orders: [{ orderNumber: 1, status: 'processing' }] },
  'store.undoOrderSteps': { orders: [{ orderNumber: 2, status: 'processing' }] },
  'store.setOrderPayments': { orders: [{ orderNumber: 1, paid: { method: 'cash', date: '2026-11-20' } }] },
  'subscriptions.withdraw': { email: 'maria@example.com' },
  'team.deactivate': { id: 3 },
  'team.resetPassword': { id: 3 },
  'team.update': { id: 3 },
  'team.login': { employeeId: 'E-1' },
  'team.setPassword': { currentPassword: PASSWORD, newPassword: 'another long one' },
  'team.list': { sort: '-name', cursor: { value: 'dee marsh', id: 2 } },
  'team.getHours': { memberId: 1 },
  'team.setHours': { memberId: 1, hours: [{ weekday: 1, opens: '08:00', closes: '12:00' }] },
  'team.listTimeOff': { status: 'requested' },
  'team.decideTimeOff': { status: 'approved' },
});

/** The names of a call's fields; none where it takes nothing. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  if (!(schema instanceof z.ZodObject)) throw new Error('An input that is no object: say what it is made of.');
  return Object.keys(schema.shape);
}

/** Returns a good input with every field filled. Throws for a field without a sample value. */
export function sampleOf(name: string, schema: z.ZodType | undefined, company: Named): Input {
  const overrides = overridesOf(company)[name] ?? {};
  const fields = fieldsOf(schema).map((field) => {
    if (!(field in overrides) && !(field in FIELDS)) throw new Error(`Say in tests/fuzz/samples.ts what ${name} gets as ${field}.`);
    return [field, field in overrides ? overrides[field] : FIELDS[field]];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
