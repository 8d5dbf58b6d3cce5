import type { ReactNode } from 'react';
import type { z } from 'zod';
import { SERVICE_NAMES, type WaitlistStatus } from '../../../../shared/booking';
import type { StaffWaitlistEntry, waitlistView } from '../../../../shared/booking-schemas';
import { phoneHref } from '../../../../shared/phone';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { Chip, type Tone } from '../../../ui/chip';
import { type Column, DataTable, TwoLines } from '../../../ui/data-table';
import { FilterPills } from '../../../ui/filter-pills';
import { PAGED } from '../../../ui/paged-list';
import { Section } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states';
import { formatHours, formatShortDay, formatTimestamp } from '../../../ui/times';
import { toBooking } from './booking-labels';

const PAGE = 25;
const TONES: Record<WaitlistStatus, Tone> = { waiting: 'waiting', offered: 'active', booked: 'good', expired: 'quiet', left: 'quiet' };
const StatusChip = ({ status }: { status: WaitlistStatus }) => <Chip tone={TONES[status]}>{status}</Chip>;

/** Formats the window of the offered place, otherwise the one that the person waits for. */
const formatWaitingFor = ({ offeredTimeSlot, timeSlot }: StaffWaitlistEntry): string => {
  const window = offeredTimeSlot ?? timeSlot;
  return window === null ? 'Any time' : formatHours(window);
};

const COLUMNS: readonly Column<StaffWaitlistEntry>[] = [
  { key: 'name', head: 'Name', cell: ({ clientName, clientEmail }) => <TwoLines first={clientName} second={clientEmail} /> },
  { key: 'phone', head: 'Phone', from: '2xl', isOptional: true, width: 'w-36', cell: ({ clientPhone }) => clientPhone },
  { key: 'service', head: 'Service', from: 'lg', isOptional: true, cell: ({ serviceType }) => SERVICE_NAMES[serviceType] },
  { key: 'day', head: 'Day', width: 'w-32', cell: ({ date }) => formatShortDay(date) },
  { key: 'window', head: 'Window', width: 'w-36', cell: formatWaitingFor },
  { key: 'status', head: 'Status', width: 'w-30', cell: ({ status }) => <StatusChip status={status} /> },
  {
    key: 'offeredUntil',
    head: 'Offered until',
    from: 'lg',
    width: 'w-44',
    cell: ({ offeredUntil }) => offeredUntil !== null && formatTimestamp(offeredUntil),
  },
];

type WaitlistView = z.output<typeof waitlistView>;
const VIEWS = [
  { value: 'open' as const, label: 'Open' },
  { value: 'ended' as const, label: 'Ended' },
];
const EMPTY: Record<WaitlistView, ReactNode> = {
  open: (
    <EmptyState title="Nobody is waiting" text="Visitors can join the waitlist when a window on the booking page is full.">
      <ScreenLink to="/bookings" look="button-ghost mt-2" label="See today’s bookings" />
    </EmptyState>
  ),
  ended: (
    <EmptyState title="Nothing has ended" text="People who booked, left the list or got no place in time are listed here.">
      <ScreenLink to="/bookings" search={{ view: 'waitlist' }} look="button-ghost mt-2" label="See who is waiting" />
    </EmptyState>
  ),
};

type WaitlistProps = { view: WaitlistView; onView: (view: WaitlistView) => void };

export function Waitlist({ view, onView }: WaitlistProps) {
  const list = trpc.booking.listWaitlist.useInfiniteQuery({ limit: PAGE, view }, PAGED);
  return (
    <Section
      title="Waitlist"
      text="People waiting for a place. A place that opens is held for the first person for an hour, then for the next."
      gap="gap-3"
    >
      <FilterPills legend="Entries" filters={VIEWS} value={view} onFilter={onView} />
      <DataTable
        key={view}
        name="waitlist"
        title="Waitlist"
        list={list}
        columns={COLUMNS}
        about={({ clientName }) => clientName}
        open={({ bookingId }) => (bookingId === null ? undefined : toBooking(bookingId))}
        menu={({ clientPhone, clientEmail }) => (
          <>
            <a href={phoneHref(clientPhone)}>Call</a>
            <a href={`mailto:${clientEmail}`}>Email</a>
          </>
        )}
        phone={(entry) => [
          [
            <span key="name" className="truncate">
              {entry.clientName}
            </span>,
            <StatusChip key="status" status={entry.status} />,
          ],
          [
            <span key="service" className="truncate">
              {SERVICE_NAMES[entry.serviceType]}
            </span>,
            <span key="when" className="shrink-0">
              {formatShortDay(entry.date)}, {formatWaitingFor(entry)}
            </span>,
          ],
        ]}
        loading="Loading the waitlist..."
        failed="The waitlist could not be loaded."
        empty={EMPTY[view]}
      />
    </Section>
  );
}
