import type { ManagedBooking } from '../../../shared/booking-schemas';
import { showDateTime, showDay, showWindow } from '../../../shared/time';

/** Formats the time of a booking: its day and window, or the agreed time that replaces them. */
export const showAppointment = ({ date, timeSlot, agreedTime }: Pick<ManagedBooking, 'date' | 'timeSlot' | 'agreedTime'>): string =>
  agreedTime === null ? `${showDay(date)}, ${showWindow(timeSlot)}` : showDateTime(agreedTime);
