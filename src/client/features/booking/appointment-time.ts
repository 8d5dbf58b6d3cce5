import type { ManagedBooking } from '../../../shared/booking-schemas';
import { showDateTime, showDay, showWindow } from '../../../shared/time';

export const showAppointment = ({ date, timeSlot, agreedTime }: Pick<ManagedBooking, 'date' | 'timeSlot' | 'agreedTime'>): string =>
  agreedTime === null ? `${showDay(date)}, ${showWindow(timeSlot)}` : showDateTime(agreedTime);
