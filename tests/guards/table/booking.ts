import { type Guard, of } from '../guard';

/** Places, and whose they are. */
export const BOOKING: Guard[] = [
  ...of('calendar/service.ts', [
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
      '    if (row.workOrderId !== null && !row.isWorkOrderCancelled) return toStaffBooking(row);\n',
      '',
      'server/booking-work-orders',
    ],
  ]),
  ...of('booking/manage.ts', [
    [
      'a booking whose job is done is not cancelled',
      'if (row.workOrderId !== null && isJobDone(ctx, row.workOrderId))',
      'if (false)',
      'server/booked-jobs server/booking-manage',
    ],
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
