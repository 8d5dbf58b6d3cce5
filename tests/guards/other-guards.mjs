/**
 * Guards that have no common shape, by file of `src/server`: an expression, and what it becomes without its guard. ./mutators.mjs finds
 * all others by their shape.
 * @type {Record<string, string[][]>}
 */
export const OTHER_GUARDS = {
  'dispatch/transitions.ts': [
    ['!undoFinalization(ctx, order)', '!undoFinalization(ctx, order) && false'],
    [
      '!isKnown || startedAt === null || at < startedAt || !isStartKnown(ctx, order)',
      'startedAt === null || at < startedAt || !isStartKnown(ctx, order)',
    ],
  ],
  'field/photos.ts': [
    ['actionId ? ctx.db.select().from(workOrderPhotos).where(eq(workOrderPhotos.actionId, actionId)).get() : undefined', 'undefined'],
    ['and(eq(workOrderPhotos.id, photoId), eq(workOrderPhotos.workOrderId, workOrderId))', 'eq(workOrderPhotos.id, photoId)'],
  ],
  'field/service.ts': [['row !== undefined', 'false']],
  'http/app.ts': [["/(^|\\/)\\.|\\.(br|gz)$/.test(decodePath(c.req.path) ?? '/.')", 'false']],
  'http/pictures.ts': [['{ limitInputPixels: MAX_PIXELS }', '{ limitInputPixels: false }']],
  'http/requests/arrivals.ts': [
    ['slow.senders.some(isFull)', 'false'],
    ['slow.since <= before', 'false'],
  ],
  'http/requests/security.ts': [
    ["site === 'same-origin' || site === 'none'", "site === 'same-origin' || site === 'same-site' || site === 'none'"],
    ['trustedProxies > 0', 'true'],
  ],
  'http/uploads.ts': [
    ['work(ownerFor(c), files.image ?? new Uint8Array())', "work(c.get('callContext')(), files.image ?? new Uint8Array())"],
    ['/^[\\w-]+\\.(png|webp|avif)$/', '/./'],
    ['PUBLIC_PICTURE.test(name) && isPublicPicture(ctx, name)', 'PUBLIC_PICTURE.test(name)'],
  ],
  'invoices/numbers.ts': [
    [
      'value === 0 || formatNumber(series, value) !== requested || isTaken(ctx, series, value)',
      'value === 0 || formatNumber(series, value) !== requested',
    ],
    ['wasGiven ? undefined : { text: formatNumber(series, value), value }', '({ text: formatNumber(series, value), value })'],
  ],
  'invoices/offers/promises.ts': [['findRemovalReason(ctx, row, wanted) === null', 'true']],
  'invoices/payments/settling.ts': [['sumPayments(ctx, invoiceId) < totalCents - row.creditedCents', 'false']],
  'invoices/sources.ts': [['findJobInvoice(ctx, links)', 'undefined']],
  'invoices/voiding.ts': [
    [
      "sql`deleted_at is not null and deleted_at < ${before} and status = 'draft' and not ${isBillable}`",
      'sql`deleted_at is not null and deleted_at < ${before} and not ${isBillable}`',
    ],
    [
      "sql`deleted_at is not null and deleted_at < ${before} and status = 'draft' and not ${isBillable}`",
      "sql`deleted_at is not null and deleted_at < ${before} and status = 'draft'`",
    ],
  ],
  'mail/outbox.ts': [
    ['!isHandedOver || isRefusal(error)', 'true'],
    ['due.attempts >= MAX_ATTEMPTS', 'false'],
  ],
  'mail/recipient-limit.ts': [['sent >= most', 'false']],
  'quotes/service.ts': [
    ["status === 'confirmed' && row.address !== null && row.workOrderId === null", "status === 'confirmed' && row.address !== null"],
  ],
  'referrals/service.ts': [['isReferrer(ctx, referrer.id, booking)', 'false']],
  'session/service.ts': [
    ['row?.lockedUntil || !row ? 1 : row.failures + 1', '1'],
    ['reserveAttempt(ctx, key, limit, LOCK_SECONDS)', '(await verify()) ? 0 : reserveAttempt(ctx, key, limit, LOCK_SECONDS)'],
    ['known && known.name.toLowerCase() === name', 'device'],
  ],
  'session/tokens.ts': [
    ['isNull(sessions.revokedAt)', 'undefined'],
    ["gt(sessions.expiresAt, sql.placeholder('now'))", 'undefined'],
    ['eq(sessions.kind, kind)', 'undefined'],
    ['and(eq(teamMembers.id, sessions.subjectId), eq(teamMembers.isActive, true))', 'eq(teamMembers.id, sessions.subjectId)'],
    ['isBound && bearer !== cookies[names.admin]', 'false'],
    ['!row || Date.parse(row.createdAt) > now.getTime() + CLOCK_SLACK_MS', '!row'],
    [
      "{ httpOnly: true, secure: origin.startsWith('https:'), sameSite, path: '/', maxAge }",
      "{ secure: origin.startsWith('https:'), sameSite, path: '/', maxAge }",
    ],
    ["'Strict'", "'Lax'"],
  ],
  'store/checkout.ts': [['inTransaction', '(_db, work) => work()']],
  'team/account.ts': [
    ['isActive && (temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString())', 'isActive'],
    [
      'isActive && (temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString())',
      'temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString()',
    ],
  ],
};
