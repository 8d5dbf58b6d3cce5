import type { ReactNode } from 'react';
import type { BookingStatus } from '../../../shared/booking';
import type { ManagedBooking } from '../../../shared/booking-schemas';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';

const CHIPS: Record<BookingStatus, { tone: Tone; word: string }> = {
  confirmed: { tone: 'good', word: 'Confirmed' },
  cancelled: { tone: 'bad', word: 'Cancelled' },
  'no-show': { tone: 'waiting', word: 'No-show' },
  completed: { tone: 'active', word: 'Completed' },
};
export const StatusChip = ({ status }: { status: BookingStatus }) => <Chip tone={CHIPS[status].tone}>{CHIPS[status].word}</Chip>;

function Phone() {
  const { phone } = useCompany();
  return (
    <a className="font-semibold text-pine-700 underline" href={phone.href}>
      {phone.display}
    </a>
  );
}

export function BookingStanding({ booking, until }: { booking: ManagedBooking; until: string }) {
  if (booking.status === 'cancelled')
    return (
      <Standing>
        This booking is cancelled: its place was given back, and nobody will come.
        {booking.cancelReason && <span className="mt-1 block text-muted">Reason: {booking.cancelReason}</span>}
      </Standing>
    );
  if (booking.status === 'completed') return <Standing>This cleaning is done. Thank you for having us!</Standing>;
  if (booking.status === 'no-show')
    return (
      <Standing>
        We came, and could not meet you or get in. Please call <Phone />, or book another time.
      </Standing>
    );
  if (booking.canChange) return <Standing>You can move or cancel it here until {until}, Pacific time.</Standing>;
  return (
    <Standing>
      It could be changed here until {until}, Pacific time. To move or cancel it now, please call <Phone />.
    </Standing>
  );
}

const Standing = ({ children }: { children: ReactNode }) => <p className="max-w-[40em]">{children}</p>;
