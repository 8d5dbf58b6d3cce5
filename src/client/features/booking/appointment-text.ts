import type { ManagedBooking } from '../../../shared/booking-schemas';
import { formatDateTime, formatDay, formatWindow } from '../../../shared/time';
import type { CallError } from '../../call-error';

export const formatAppointment = ({ date, timeSlot, agreedTime }: Pick<ManagedBooking, 'date' | 'timeSlot' | 'agreedTime'>): string =>
  agreedTime === null ? `${formatDay(date)}, ${formatWindow(timeSlot)}` : formatDateTime(agreedTime);

/** Returns the server's sentence if it rejected a call, or `otherwise` if the call failed. */
export const explainRefusal = ({ data, message }: { data?: CallError['data']; message: string }, otherwise: string): string =>
  data?.httpStatus && data.httpStatus < 500 ? message : otherwise;
