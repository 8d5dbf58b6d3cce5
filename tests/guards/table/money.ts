import { type Guard, of } from '../guard';

/** Invoices, payments, refunds and offers. */
export const MONEY: Guard[] = [
  ...of('invoices/payments.ts', [
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
      'server/receipts server/refunds http/invoices',
    ],
    [
      'a key is not used for another payment',
      '  if (row && row.requestHash !== requestHash) throw otherContents();\n',
      '',
      'server/payments server/receipts server/refunds',
    ],
  ]),
  ...of('invoices/settling.ts', [
    [
      'an invoice is paid once, whatever was read before',
      "and(eq(invoices.id, row.id), ne(invoices.status, 'paid'))",
      'eq(invoices.id, row.id)',
      'server/offers',
    ],
    ['a deleted refund does not pay more than the total', '  if (cents > totalCents)', '  if (false)', 'server/receipts server/refunds'],
    ['money that went back came in before', '  if (cents < 0)', '  if (false)', 'server/receipts server/refunds'],
    [
      'an invoice without its payments is open again',
      'else if (paymentsOf(ctx, invoiceId) < totalCents - row.creditedCents)',
      'else if (false)',
      'server/payments',
    ],
  ]),
  ...of('invoices/credit-notes.ts', [
    ['no more is credited than is left', '  if (amountCents <= leftCents) return;', '  return;', 'server/credit-notes'],
    ['a draft is not credited', "  if (status === 'draft') throw", '  if (false) throw', 'server/credit-notes'],
    ['a credit note sent again is the first one', '    if (first) return getCreditNote(ctx, first.id);\n', '', 'server/credit-notes'],
  ]),
  ...of('invoices/voiding.ts', [
    ['a receipt whose money went back stays', '  if (refund) throw', '  if (false) throw', 'server/receipts server/refunds'],
    ['only drafts are purged', " and status = 'draft'`)", '`)', 'server/invoices'],
    ['a void of long ago stays', 'if (isVoided(row) && row.deletedAt < binStart(ctx))', 'if (false)', 'server/invoices'],
  ]),
  ...of('invoices/refunds.ts', [
    ['no more goes back than came in', 'if (amountCents <= leftCents) return;', 'return;', 'server/refunds'],
    ['what goes back is of a payment', '  if (row.isRefund) throw', '  if (false) throw', 'server/receipts'],
  ]),
  ...of('invoices/service.ts', [
    ['an invoice sent again is the first one', '    if (first) return showInvoice(ctx, first);\n', '', 'server/invoices http/invoices'],
    ['an invoice moves along its states only', "if (row.status !== 'draft' || status !== 'pending')", 'if (false)', 'server/invoices'],
    [
      'a paid invoice is not changed',
      "if ((row.status === 'paid' || isCredited(row)) && (isChange || (status === undefined && paymentMethod !== undefined)))",
      'if (false)',
      'server/invoices server/payments',
    ],
    [
      'an invoice that changed meanwhile is not changed',
      'if (updatedAtWas !== undefined && updatedAtWas !== (found.updatedAt ?? found.createdAt))',
      'if (false)',
      'server/invoices',
    ],
  ]),
  ...of('invoices/lines.ts', [
    [
      'a total does not fall to what was paid',
      '  if (sums.totalCents <= amountPaidCents)',
      '  if (false)',
      'server/payments server/invoices',
    ],
    ['the lines come to the subtotal', '  if (sum < 0 || sum !== subtotalCents) throw', '  if (false) throw', 'server/invoices'],
  ]),
  ...of('invoices/issuing.ts', [
    [
      'a draft is not issued without a promised offer unasked',
      '  askAboutPromises(ctx, row, isConfirmed);\n',
      '',
      'server/promised-offers',
    ],
  ]),
  ...of('invoices/promises.ts', [
    [
      'a removed offer is not added again',
      'return removalReasonOf(ctx, row, wanted) === null ? [{ ...wanted, cents }] : [];',
      'return [{ ...wanted, cents }];',
      'server/promised-offers',
    ],
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
    ['a job has one invoice', '  if (known) return showInvoice(ctx, linkToJob(ctx, known, links));\n', '', 'server/job-invoices'],
    ['a job that was paid is not invoiced again', '  assertUnpaid(ctx, job, confirm);\n', '', 'server/invoices server/job-invoices'],
  ]),
  ...of('invoices/offer-lines.ts', [
    [
      'an offer comes onto an invoice by its owner alone',
      '    throw fieldError(\n      `items.${place}.price`,',
      '    fieldError(\n      `items.${place}.price`,',
      'server/offer-lines',
    ],
    [
      'a line of an offer is not left out without a reason',
      '  if (missing)\n    throw fieldError(',
      '  if (missing)\n    fieldError(',
      'server/offer-lines',
    ],
    [
      'an invoice does not come back with an offer that another has',
      '  if (other)\n',
      '  if (false)\n',
      'server/offer-lines server/referral-rewards',
    ],
  ]),
  ...of('offers/service.ts', [
    [
      'an offer is for whom it fits',
      '  if (!candidatesOf(ctx, row).some(isSame(wanted)))',
      '  if (false)',
      'server/offers server/referral-rewards',
    ],
    ['an offer is granted once', '  if (other) throw', '  if (false) throw', 'server/offers'],
  ]),
  ...of('referrals/service.ts', [
    ['nobody refers themselves', 'if (isReferrer(ctx, referrer.id, booking)) {', 'if (Number(referrer) === 0) {', 'server/referral-codes'],
  ]),
];
