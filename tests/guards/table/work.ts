import { type Guard, of } from '../guard';

/** Quotes, work orders and who does them. */
export const WORK: Guard[] = [
  ...of('quotes/service.ts', [
    ['a quote is confirmed into one work order', ' && row.workOrderId === null)', ')', 'http/quotes server/quotes'],
  ]),
  ...of('dispatch/service.ts', [
    ['a work order moves along its states only', 'if (!STAFF_TRANSITIONS[order.status].includes(status))', 'if (false)', 'server/dispatch'],
    [
      'an older change of a component undoes no newer one',
      'if (lastAt !== null && changedAt < lastAt) return row;',
      '',
      'server/job-minutes',
    ],
  ]),
  ...of('dispatch/completion.ts', [
    ['what is not ticked off is asked about', '  askFirst(', '  void (', 'server/booked-jobs server/job-completion'],
  ]),
  ...of('dispatch/booked-jobs.ts', [
    ['what the client was told is not undone', ' || !deleteUnsent(ctx, `job-done:${order.id}`)', '', 'server/booked-jobs'],
  ]),
  ...of('dispatch/transitions.ts', [
    [
      'a job that staff finalized is not reopened',
      'order.finalizedDate !== null && !undoFinalization(ctx, order)',
      'false',
      'server/job-completion',
    ],
    ['minutes that nobody knows are none', '!isKnown || startedAt', 'startedAt', 'server/job-minutes'],
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
    [
      'a message that was stopped is not tried again',
      "    if (now?.status !== 'queued' && now?.status !== 'unknown') return;\n",
      '',
      'server/mail',
    ],
    ['a message that may have been sent is not sent again', '    markHandedOver(ctx, row.id);\n', '', 'faults/mail-faults'],
    ['only a refusal puts a message back that was handed over', '!isHandedOver || isRefusal(error)', 'true', 'faults/mail-faults'],
    ['a message is tried eight times', 'const isUsedUp = due.attempts >= MAX_ATTEMPTS;', 'const isUsedUp = false;', 'faults/mail-faults'],
  ]),
];
