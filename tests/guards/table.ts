/** What keeps something from going wrong, where it stands, what it is broken into, and the tests of `tests/` that have to notice. */
export type Guard = { name: string; file: string; from: string; to: string; tests: string[] };
type Row = [name: string, from: string, to: string, tests: string];

/** The guards of one file of `src/server`. */
const of = (file: string, rows: Row[]): Guard[] =>
  rows.map(([name, from, to, tests]) => ({ name, file: `src/server/${file}`, from, to, tests: tests.split(' ') }));

/** Unique indexes that become plain ones. */
const unique = (migration: string, rows: [name: string, index: string, tests: string][]): Guard[] =>
  rows.map(([name, index, tests]) => ({
    name: `the database: ${name}`,
    file: `db/migrations/${migration}.sql`,
    from: `CREATE UNIQUE INDEX \`${index}\``,
    to: `CREATE INDEX \`${index}\``,
    tests: tests.split(' '),
  }));

/** Orders and stock. */
const STORE: Guard[] = [
  ...of('inventory/service.ts', [
    [
      'an order takes no more than there is',
      "        sql`${products.stockQuantity} >= -${given('quantity')}`,\n",
      '',
      'server/checkout server/stock',
    ],
    [
      'what is no longer sold is not sold, whatever was read before',
      "        sql`(${products.isActive} or ${given('kind')} <> 'sale')`,\n",
      '',
      'server/stock',
    ],
  ]),
  ...of('inventory/products.ts', [
    [
      'a stock that changed meanwhile is not set',
      'if (stockWas !== undefined && stockWas !== row.stockQuantity)',
      'if (false)',
      'server/inventory-products',
    ],
  ]),
  ...of('store/checkout.ts', [
    ['an order sent again under its key is the first one', '    if (firstAnswer) return firstAnswer;\n', '', 'server/checkout'],
    ['a key is not used for another order', 'if (row.requestHash !== requestHash)', 'if (false)', 'server/checkout http/orders'],
    [
      'an order at a price that has changed is refused',
      'if (price != null && product && price !== product.priceCents)',
      'if (false)',
      'server/checkout',
    ],
    [
      'an order is there whole or not at all',
      'return inTransaction(ctx.db, () => {',
      'return ((_db: unknown, work: () => Order) => work())(ctx.db, () => {',
      'server/checkout',
    ],
  ]),
  ...of('store/orders.ts', [
    ['an order moves along its states only', 'if (!ORDER_TRANSITIONS[row.status].includes(status))', 'if (false)', 'server/orders'],
    [
      'the same status again puts nothing back into stock',
      '    if (row.status === status) return toStaffOrder(row, items);\n',
      '',
      'server/orders',
    ],
    [
      'an order that was cancelled unpaid is not marked as paid',
      "if (paid && row.status === 'cancelled' && row.paidDate === null)",
      'if (false)',
      'server/orders',
    ],
  ]),
  ...of('store/saved-carts.ts', [
    ['a cart belongs to the order it became first', ', setWhere: isNull(savedCarts.orderId)', '', 'server/saved-carts'],
  ]),
];

/** Places, and whose they are. */
const BOOKING: Guard[] = [
  ...of('booking/calendar.ts', [
    [
      'a full slot is not booked',
      '        sql`${appointmentSlots.currentBookings} < ${appointmentSlots.maxBookings}`,\n',
      '',
      'server/booking',
    ],
    [
      'a slot whose switch is off is not booked',
      '        eq(appointmentSlots.isAvailable, true),\n',
      '',
      'server/booking server/booking-calendar',
    ],
    [
      'a closed day is not booked',
      '        sql`not exists (select 1 from ${closedDays} where ${closedDays}.date = ${appointmentSlots}.date)`,\n',
      '',
      'server/booking server/booking-calendar',
    ],
    [
      'a busy crew is not booked',
      '        sql`(${crewCap} is null or ${jobsInWindow} < ${crewCap})`,\n',
      '',
      'server/booking server/booking-calendar',
    ],
    [
      'a window that is over or too far is not booked',
      "  if (refusal) throw new DomainError('CONFLICT', refusal);\n",
      '',
      'server/booking',
    ],
    ['a slot keeps as many places as are booked', 'if (maxBookings >= currentBookings) return;', 'return;', 'server/booking-calendar'],
  ]),
  ...of('booking/service.ts', [
    [
      'a booking sent again is the first one',
      '    if (earlier?.requestHash === requestHash) return toBooked(ctx, earlier);\n',
      '',
      'server/booking',
    ],
    ['a reference is not used for another booking', '    if (earlier) throw', '    if (false) throw', 'server/booking http/booking'],
    ['a person has three open bookings', 'if (open.length < MAX_OPEN_BOOKINGS) return;', 'return;', 'server/booking'],
    [
      'a booking has one work order',
      '    if (row.workOrderId !== null && !releaseWorkOrder(ctx, row.workOrderId)) return toStaffBooking(row);\n',
      '',
      'server/booking',
    ],
  ]),
  ...of('booking/manage.ts', [
    [
      'a booking moves along its states only',
      'if (!BOOKING_TRANSITIONS[row.status].includes(status))',
      'if (false)',
      'server/booking-manage',
    ],
    [
      'a booking that is over is neither moved nor cancelled',
      "if (status !== 'confirmed') throw",
      'if (false) throw',
      'server/booking-manage',
    ],
    [
      'a client changes nothing in the last hours',
      'if (ctx.now().toISOString() >= lastInstant(ctx, row))',
      'if (false)',
      'server/booking-manage',
    ],
    [
      'a cancelled booking gives its place back once',
      "    if (row.status === 'cancelled') return toManaged(ctx, row);\n",
      '',
      'server/booking-manage',
    ],
  ]),
];

/** Invoices, payments, refunds and offers. */
const MONEY: Guard[] = [
  ...of('invoices/payments.ts', [
    [
      'an invoice is paid once, whatever was read before',
      "and(eq(invoices.id, row.id), ne(invoices.status, 'paid'))",
      'eq(invoices.id, row.id)',
      'server/offers',
    ],
    ['no more is paid than is open', 'if (amountCents > balance)', 'if (false)', 'server/payments'],
    [
      'a paid invoice takes no payment',
      "  if (row.status === 'paid') throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid already.`);\n",
      '',
      'server/payments',
    ],
    [
      'a payment sent again takes nothing more',
      '    if (findRepeat(ctx, input.idempotencyKey, requestHash)) return getInvoice(ctx, input.id);\n',
      '',
      'server/payments',
    ],
    [
      'a receipt sent again is the first one',
      '    if (repeat) return getReceipt(ctx, repeat.id);\n',
      '',
      'server/payments server/refunds http/invoices',
    ],
    [
      'a key is not used for another payment',
      '  if (row && row.requestHash !== requestHash) throw otherContents();\n',
      '',
      'server/payments server/refunds',
    ],
    ['a deleted refund does not pay more than the total', '  if (cents > totalCents)', '  if (false)', 'server/payments server/refunds'],
    ['money that went back came in before', '  if (cents < 0)', '  if (false)', 'server/payments server/refunds'],
    [
      'a receipt whose money went back stays',
      '    if (ctx.db.select({ id: receipts.id }).from(receipts).where(eq(receipts.refundOfId, id)).limit(1).get())',
      '    if (false)',
      'server/payments server/refunds',
    ],
  ]),
  ...of('invoices/refunds.ts', [
    ['no more goes back than came in', 'if (amountCents <= leftCents) return;', 'return;', 'server/refunds'],
    ['what goes back is of a payment', '  if (row.isRefund) throw', '  if (false) throw', 'server/payments'],
  ]),
  ...of('invoices/service.ts', [
    ['an invoice sent again is the first one', '    if (first) return showInvoice(ctx, first);\n', '', 'server/invoices http/invoices'],
    ['an invoice moves along its states only', "if (row.status !== 'draft' || status !== 'pending')", 'if (false)', 'server/invoices'],
    [
      'a paid invoice is not changed',
      "if (row.status === 'paid' && (isChange || (status === undefined && paymentMethod !== undefined)))",
      'if (false)',
      'server/invoices server/payments',
    ],
    [
      'an invoice that changed meanwhile is not changed',
      'if (updatedAtWas !== undefined && updatedAtWas !== (row.updatedAt ?? row.createdAt))',
      'if (false)',
      'server/invoices',
    ],
    [
      'a total does not fall to what was paid',
      '  if (sums.totalCents <= amountPaidCents)',
      '  if (false)',
      'server/payments server/invoices',
    ],
    ['the lines come to the subtotal', '  if (sum < 0 || sum !== subtotalCents) throw', '  if (false) throw', 'server/invoices'],
  ]),
  ...of('invoices/numbers.ts', [
    ['a number that is taken is not given again', ' || isTaken[series](ctx, value)', '', 'server/invoice-numbers'],
    [
      'a number that was ever given is not given again',
      '  return wasGiven ? undefined :',
      '  return false ? undefined :',
      'server/invoice-numbers',
    ],
  ]),
  ...of('invoices/sources.ts', [
    ['a job has one invoice', '  if (known) return showInvoice(ctx, linkToJob(ctx, known, job));\n', '', 'server/payments'],
    ['a job that was paid is not invoiced again', '  assertNotPaid(ctx, job, booking);\n', '', 'server/invoices server/payments'],
  ]),
  ...of('invoices/offer-lines.ts', [
    [
      'an offer comes onto an invoice by its owner alone',
      "    throw new DomainError('BAD_REQUEST', message, { issues: [{ path: `items.${place}.price`, message }] });\n",
      '',
      'server/offers',
    ],
    ['an invoice does not come back with an offer that another has', '  if (other)\n', '  if (false)\n', 'server/offers'],
  ]),
  ...of('offers/service.ts', [
    ['an offer is for whom it fits', '  if (!candidatesOf(ctx, row).some(isSame(wanted)))', '  if (false)', 'server/offers'],
    ['an offer is granted once', '  if (other) throw', '  if (false) throw', 'server/offers'],
  ]),
  ...of('referrals/service.ts', [
    [
      'nobody refers themselves',
      ' || isPerson(ctx.db).get({ id: referrer.id, email: clientEmail, phone: clientPhone })',
      '',
      'server/offers',
    ],
  ]),
];

/** Quotes, work orders and who does them. */
const WORK: Guard[] = [
  ...of('quotes/service.ts', [
    ['a quote is confirmed into one work order', ' && row.workOrderId === null)', ')', 'http/quotes server/quotes'],
  ]),
  ...of('dispatch/service.ts', [
    [
      'a work order moves along its states only',
      'if (!STAFF_TRANSITIONS[order.status].includes(input.status))',
      'if (false)',
      'server/dispatch',
    ],
    [
      'only a cancelled work order lets its booking go',
      "and(eq(workOrders.id, id), eq(workOrders.status, 'cancelled'))",
      'eq(workOrders.id, id)',
      'server/booking',
    ],
  ]),
  ...of('dispatch/assignments.ts', [
    ['a work order is given to one member', '    if (findLiveAssignment(ctx, order.id))\n', '    if (false)\n', 'server/assignments'],
  ]),
  ...of('dispatch/assignment-steps.ts', [
    [
      'a yes moves no order that has gone further',
      "and(eq(workOrders.id, workOrderId), eq(workOrders.status, 'scheduled'))",
      'eq(workOrders.id, workOrderId)',
      'server/assignments server/field',
    ],
    [
      'an assignment moves along its states only',
      'if (!ASSIGNMENT_TRANSITIONS[row.status].includes(status))',
      'if (false)',
      'server/assignments',
    ],
  ]),
  ...of('dispatch/ownership.ts', [
    ['a member reaches its own jobs only', 'if (findOrder(ctx, ref)?.memberId !== memberId) refuse();', '', 'server/field http/field'],
    ['a member ticks off components of its own jobs only', 'if (row?.memberId !== memberId) refuse();', '', 'server/field'],
    [
      'a member sees its own lists only',
      "if (ctx.actor.kind !== 'admin' && !(number.success && number.data === memberOf(ctx))) refuse();",
      '',
      'server/field',
    ],
  ]),
  ...of('field/service.ts', [
    ["a phone's action is applied once", '  return row !== undefined;\n', '  return false;\n', 'server/field'],
    [
      'an action id is not used for something else',
      'if (row && (row.workOrderId !== workOrderId || row.action !== name))',
      'if (false)',
      'server/field',
    ],
    ['a member makes its own steps only', 'if (!MEMBER_TRANSITIONS[order.status].includes(input.status))', 'if (false)', 'server/field'],
    ['a member acts in its own name', "if (ctx.actor.kind !== 'member' || ctx.actor.id !== teamMemberId)", 'if (false)', 'server/field'],
  ]),
  ...of('field/photos.ts', [
    ['a photo sent again is the first one', '  actionId ? ctx.db.select()', '  false ? ctx.db.select()', 'http/field server/field'],
    [
      'a photo is of the job in its address',
      'and(eq(workOrderPhotos.id, photoId), eq(workOrderPhotos.workOrderId, workOrderId))',
      'eq(workOrderPhotos.id, photoId)',
      'http/field',
    ],
  ]),
  ...of('mail/outbox.ts', [
    ['one cause makes one message', '    .onConflictDoNothing({ target: outbox.dedupeKey })\n', '', 'server/mail'],
    ['a message that was stopped is not tried again', "    if (now?.status !== 'queued') return;\n", '', 'server/mail'],
    ['a message is tried eight times', 'const isUsedUp = due.attempts >= MAX_ATTEMPTS;', 'const isUsedUp = false;', 'faults/mail-faults'],
  ]),
];

/** Passwords and sessions. */
const LOGIN: Guard[] = [
  ...of('session/service.ts', [
    ['a locked name is not tried', 'if (lockedFor > 0 && lockedFor <= lockSeconds)', 'if (false)', 'http/session server/session-lock'],
    ['failures add up', 'row?.lockedUntil || !row ? 1 : row.failures + 1', '1', 'http/session server/session-lock'],
    [
      'an attempt is counted before its password is looked at',
      'const failures = reserveAttempt(ctx, key, limit, LOCK_SECONDS);',
      'if (await verify()) return 0;\n  const failures = reserveAttempt(ctx, key, limit, LOCK_SECONDS);',
      'http/session',
    ],
    ['a made-up device has no counter of its own', 'if (known && known.name.toLowerCase() === name)', 'if (device)', 'http/session'],
    ['a new password ends the sessions', "    endSessions(ctx, 'admin', id);\n", '', 'http/session server/session'],
  ]),
  ...of('session/admins.ts', [
    [
      'a reset password ends the sessions',
      '    shutOut(ctx, user, isCaller(ctx, id) ? ctx.sessionToken : undefined);\n',
      '',
      'server/admins',
    ],
    ['the last admin stays', 'if (countRows(ctx.db, users, ne(users.id, id)) === 0)', 'if (false)', 'server/admins'],
  ]),
  ...of('session/passwords.ts', [
    [
      'four passwords are looked at at a time',
      'if (inFlight >= AT_ONCE) throw',
      'if (false) throw',
      'http/session server/session-lock server/session server/team-account',
    ],
  ]),
  ...of('session.ts', [
    ['a session that was ended is dead', '    isNull(sessions.revokedAt),\n', '', 'http/session'],
    ['a session is over after its time', "    gt(sessions.expiresAt, sql.placeholder('now')),\n", '', 'http/session'],
    ["a member's session does not open the office", '    eq(sessions.kind, kind),\n', '', 'http/team http/session server/team-account'],
    ['who has left is out', ', eq(teamMembers.isActive, true))', ')', 'http/team server/team'],
    [
      'a token counts only beside its cookie, where that is asked for',
      'const isElsewhere = isBound && bearer !== cookies[names.admin];',
      'const isElsewhere = false;',
      'http/security',
    ],
    [
      'a session of the future is none',
      ' || Date.parse(row.createdAt) > now.getTime() + CLOCK_SLACK_MS',
      '',
      'server/session http/session',
    ],
    ['no script reads the cookies', 'httpOnly: true', 'httpOnly: false', 'http/security http/session'],
    ['no other site sends the cookies', "sameSite: 'Strict'", "sameSite: 'Lax'", 'http/security http/session'],
  ]),
  ...of('team/account.ts', [
    [
      'a temporary password is over after its time',
      'isActive && (temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString())',
      'isActive',
      'server/team-account',
    ],
    ['who is let go meanwhile does not sign in', '  if (!mayEnter(ctx, getMemberRow(ctx, id))) refuse(0);\n', '', 'http/team'],
    ['who has left does not sign in', '  isActive && (temporaryPasswordExpiresAt', '  (temporaryPasswordExpiresAt', 'server/team-account'],
  ]),
];

/** Who may, from where, how often, and what. */
const ACCESS: Guard[] = [
  ...of('trpc.ts', [
    ['a visitor makes no calls of staff', "  if (!('id' in actor)) throw", '  if (false) throw', 'http/principals'],
    [
      'a member makes no calls of the office',
      "  if (permission === 'admin' && actor.kind !== 'admin') throw",
      '  if (false) throw',
      'http/principals',
    ],
    ['the permission of a procedure is asked', '    assertPermission(caller.actor, meta.permission);\n', '', 'http/principals'],
    [
      'what comes of calls is counted',
      '    await ctx.limits.take(name, ctx.clientKey);\n    const result',
      '    const result',
      'http/limits',
    ],
    [
      'who missed too often is refused',
      '    await ctx.limits.assertLeft(name, ctx.clientKey);\n',
      '',
      'server/orders http/unsubscribe http/booking',
    ],
    ['mail of the office is counted', "    await ctx.limits.take(name, 'office');\n", '', 'http/limits'],
    ['what only a program sends is refused', '  if (input.website)', '  if (false)', 'http/limits'],
  ]),
  ...of('rest.ts', [
    [
      'the permission of a path is asked before the body is read',
      '  assertPermission(callerOf(ctx, permission).actor, permission);\n',
      '',
      'http/errors http/principals',
    ],
    ['REST: another site writes nothing', '  checkOrigin();\n', '', 'http/security'],
  ]),
  ...of('app.ts', [
    ['tRPC: another site writes nothing', "    c.get('checkOrigin')();\n", '', 'http/security'],
    ['tRPC: a form is no call', "    assertJsonType(c.req.header('content-type'));\n", '', 'http/security http/errors'],
    [
      'calls of visitors are counted',
      "if (!session && !memberSession && isCounted) await limits.take(isRead ? 'read' : 'write', key);",
      '',
      'http/limits',
    ],
    ['hidden and packed files are not given out', "/(^|\\/)\\.|\\.(br|gz)$/.test(decodePath(c.req.path) ?? '/.')", 'false', 'http/files'],
  ]),
  ...of('security.ts', [
    ['another site is told from ours', '  if (!isOurs || site) throw', '  if (false) throw', 'http/security'],
    [
      'a page of a sister site is another one',
      "if (site === 'same-origin' || site === 'none') return;",
      "if (site === 'same-origin' || site === 'same-site' || site === 'none') return;",
      'http/security',
    ],
    ['an address is not what a caller says', 'trustedProxies > 0 ?', 'true ?', 'http/limits'],
  ]),
  ...of('limits.ts', [['too many are refused', '      refuse(refused);\n', '', 'http/limits']]),
  ...of('quotes/rest.ts', [['the form: another site writes nothing', "  c.get('checkOrigin')();\n", '', 'http/security']]),
  ...of('subscriptions/rest.ts', [['no other site subscribes somebody again', "    c.get('checkOrigin')();\n", '', 'http/unsubscribe']]),
  ...of('data/rest.ts', [
    ['data is for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals'],
    ['another site imports nothing', "  c.get('checkOrigin')();\n", '', 'http/principals server/data-import'],
  ]),
  ...of('documents/money-routes.ts', [
    ['documents are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/documents'],
  ]),
  ...of('inventory/rest.ts', [['reports are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals']]),
  ...of('mail/rest.ts', [['messages are for the office alone', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/principals']]),
  ...of('uploads.ts', [
    ['the office alone uploads its pictures', "  assertPermission(ctx.actor, 'admin');\n", '', 'http/uploads'],
    ['another site uploads no picture of the office', "  c.get('checkOrigin')();\n  return ctx;", '  return ctx;', 'http/uploads'],
    [
      'another site uploads no picture of a job',
      "    c.get('checkOrigin')();\n    const photo",
      '    const photo',
      'http/field http/uploads',
    ],
    ['a member uploads to its own jobs only', "    assertOwnJob(ctx, c.req.param('id'));\n    c.get", '    c.get', 'http/field'],
    [
      'a member sees pictures of its own jobs only',
      "    if (c.get('callContext')().actor.kind !== 'admin') assertOwnJob(ctx, c.req.param('id'));\n",
      '',
      'http/field',
    ],
    [
      '/uploads gives out pictures by their names alone, from its folder alone',
      'const PUBLIC_PICTURE = /^[\\w-]+\\.(png|webp)$/;',
      'const PUBLIC_PICTURE = /./;',
      'http/uploads',
    ],
    ['/uploads gives visitors only what is shown', ' && isPublicPicture(ctx, name);', ';', 'http/uploads'],
  ]),
  ...of('pictures.ts', [
    ['a picture is told by its bytes', 'if (!formats.some((format) => BEGINNINGS[format].test(beginning)))', 'if (false)', 'http/uploads'],
    ['a small file does not unfold without bounds', '{ limitInputPixels: MAX_PIXELS }', '{ limitInputPixels: false }', 'http/uploads'],
  ]),
];

/** What is there once. */
const DATABASE: Guard[] = [
  ...unique('0000_foundation', [
    ['a slot is there once', 'appointment_slots_window', 'server/database'],
    ['a reference is of one booking', 'appointment_bookings_bookingReference_unique', 'server/database'],
    ['a work order has one live assignment', 'work_order_assignments_live', 'server/database'],
    ['a number is of one invoice', 'invoices_number', 'server/database'],
    ['a number is of one receipt', 'receipts_number_value', 'server/database'],
    ['a cause has one message', 'outbox_dedupeKey_unique', 'server/database'],
    ['a name is of one admin', 'users_username_unique', 'server/database'],
    ['an e-mail address is of one member', 'team_members_email', 'server/database'],
  ]),
  ...unique('0001_storefront_and_booking', [
    ['a link is of one booking', 'appointment_bookings_manageToken_unique', 'server/database'],
    ['a booking has one work order', 'work_orders_bookingId_unique', 'server/database'],
    ['a key is of one order', 'orders_idempotencyKey_unique', 'server/database'],
  ]),
  ...unique('0002_field_work', [
    ['an employee id is of one member, in whatever case', 'team_members_employee_id', 'server/database'],
    ["a phone's action is in the log once", 'team_member_logs_action', 'server/database'],
    ["a phone's action has one photo", 'work_order_photos_actionId_unique', 'server/database'],
  ]),
  ...unique('0003_money', [
    ['a key is of one invoice', 'invoices_idempotencyKey_unique', 'server/database'],
    ['a work order has one invoice', 'invoices_work_order', 'server/database'],
    ['a booking has one invoice', 'invoices_booking', 'server/database'],
    ['a key is of one receipt', 'receipts_idempotencyKey_unique', 'server/database'],
    ['an invoice is paid in full by one receipt', 'receipts_automatic', 'server/database'],
  ]),
  ...unique('0004_growth', [
    ['a finding is made once', 'opportunities_dedupeKey_unique', 'server/automation'],
    ['a booking has one referral', 'referrals_bookingId_unique', 'server/database'],
    ['a person is referred once', 'referrals_friendEmail_unique', 'server/database'],
    ['a post is made once', 'social_posts_dedupeKey_unique', 'server/social-publishing'],
    ['a code is of one client', 'clients_referralCode_unique', 'server/database'],
  ]),
];

export const GUARDS: Guard[] = [...STORE, ...BOOKING, ...MONEY, ...WORK, ...LOGIN, ...ACCESS, ...DATABASE];

/** The files of a guard's tests. */
export const testFilesOf = ({ tests }: Guard): string[] => tests.map((name) => `tests/${name}.test.ts`);
