import type { ManagedBooking } from '../../../shared/booking';
import { showDateTime, showDay, showWindow } from '../../../shared/time';

/** When somebody comes: the day and the window of a booking, or the time that was agreed on in their place. */
export const showAppointment = ({ date, timeSlot, agreedTime }: Pick<ManagedBooking, 'date' | 'timeSlot' | 'agreedTime'>): string =>
  agreedTime === null ? `${showDay(date)}, ${showWindow(timeSlot)}` : showDateTime(agreedTime);
