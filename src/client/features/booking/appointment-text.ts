import type { ManagedBooking } from '../../../shared/booking-schemas';
import { formatDateTime, formatDay, formatWindow } from '../../../shared/time';

export const formatAppointment = ({ date, timeSlot, agreedTime }: Pick<ManagedBooking, 'date' | 'timeSlot' | 'agreedTime'>): string =>
  agreedTime === null ? `${formatDay(date)}, ${formatWindow(timeSlot)}` : formatDateTime(agreedTime);
