import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { appointmentSlots } from '../../../db/schema';
import { SERVICE_NAMES } from '../../shared/booking';
import type { slotChange, slotList } from '../../shared/booking-schemas';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { findSlots, readDay, type SlotRow } from './service';
import { offerFreePlaces, withdrawOffers } from './waitlist';

/** Opens or closes the slots of a window, of one service or of all, and sets their capacity. Throws NOT_FOUND, CONFLICT. */
export function changeSlots(ctx: Ctx, input: z.output<typeof slotChange>): z.output<typeof slotList> {
  return inTransaction(ctx.db, () => {
    const { date, timeSlot, serviceType, isOpen, maxBookings, reason } = input;
    const rows = findSlots(ctx, date).filter((row) => row.timeSlot === timeSlot && (!serviceType || row.serviceType === serviceType));
    if (rows.length === 0) throw new DomainError('NOT_FOUND', 'There are no time windows on this day.');
    for (const row of rows) if (maxBookings !== undefined) assertPlacesLeft(row, maxBookings);
    const changes = {
      ...(isOpen !== undefined && { isAvailable: isOpen, notes: reason }),
      ...(maxBookings !== undefined && { maxBookings }),
    };
    if (Object.keys(changes).length > 0) {
      const ids = rows.map(({ id }) => id);
      ctx.db
        .update(appointmentSlots)
        .set({ ...changes, updatedAt: ctx.now().toISOString() })
        .where(inArray(appointmentSlots.id, ids))
        .run();
      const data = { timeSlot, serviceType: serviceType ?? 'all', isOpen, maxBookings };
      recordActivity(ctx, { verb: 'slots.changed', entityType: 'day', entityId: date, data });
      publishAfterCommit(ctx, 'booking');
      if (isOpen === false) withdrawOffers(ctx, date, rows);
      offerFreePlaces(ctx, date);
    }
    return { rows: readDay(ctx, date, { isOffice: true }).slots, nextCursor: null };
  });
}

function assertPlacesLeft({ serviceType, currentBookings }: SlotRow, maxBookings: number): void {
  if (maxBookings >= currentBookings) return;
  const booked = currentBookings === 1 ? '1 place is' : `${currentBookings} places are`;
  throw new DomainError(
    'CONFLICT',
    `${booked} booked or held for ${SERVICE_NAMES[serviceType]} in this time window already; keep at least as many.`,
  );
}
