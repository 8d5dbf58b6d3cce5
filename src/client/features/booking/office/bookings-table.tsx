import type { ReactNode } from 'react';
import { SERVICE_NAMES } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { phoneHref } from '../../../../shared/phone';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { type Column, DataTable, ROW_ACTION } from '../../../ui/data-table';
import { PAGED, type PagedQuery } from '../../../ui/paged-list';
import { Section } from '../../../ui/panel';
import { hasOnlyShortWords } from '../../../ui/short-search';
import { EmptyState } from '../../../ui/states';
import { BookingSteps, CreateWorkOrder } from './booking-actions';
import { BookingStatusChip, formatWhen, toBooking } from './booking-labels';

const PAGE = 25;
const HINT = 'Try a part of the name, the e-mail address, the phone number or the reference.';
/** The server looks for words too short for its search index among the newest bookings only. */
const ONLY_NEWEST = 'Words of one or two letters are searched in the newest 2,000 bookings only.';
const COLUMNS: readonly Column<StaffBooking>[] = [
  {
    key: 'client',
    head: 'Client',
    cell: ({ clientName, clientEmail }) => (
      <>
        <span className="block truncate">{clientName}</span>
        <span className="block truncate font-normal text-muted">{clientEmail}</span>
      </>
    ),
  },
  { key: 'phone', head: 'Phone', from: 'xl', isOptional: true, width: 'w-36', cell: ({ clientPhone }) => clientPhone },
  {
    key: 'service',
    head: 'Service',
    from: 'lg',
    isOptional: true,
    cell: ({ serviceType, bookingReference }) => (
      <>
        <span className="block truncate">{SERVICE_NAMES[serviceType]}</span>
        <span className="block truncate text-muted">{bookingReference}</span>
      </>
    ),
  },
  { key: 'when', head: 'When', width: 'w-44', cell: formatWhen },
  { key: 'address', head: 'Address', from: '2xl', isOptional: true, cell: ({ clientAddress }) => clientAddress },
  { key: 'status', head: 'Status', width: 'w-30', cell: ({ status }) => <BookingStatusChip status={status} /> },
];

type BookingsTableProps = {
  title: string;
  text?: string;
  list: PagedQuery<StaffBooking>;
  action?: (booking: StaffBooking) => ReactNode;
  loading: string;
  failed: string;
  empty: ReactNode;
};

const BookingsTable = ({ title, text, ...table }: BookingsTableProps) => (
  <Section title={title} text={text} gap="gap-3">
    <DataTable
      {...table}
      name="bookings"
      title="Bookings"
      columns={COLUMNS}
      about={({ clientName }) => clientName}
      open={({ id }) => toBooking(id)}
      select={{ table: 'appointment_bookings' }}
      menu={(booking) => (
        <>
          {booking.workOrderId === null ? (
            booking.status !== 'cancelled' && <CreateWorkOrder booking={booking} />
          ) : (
            <ScreenLink to="/team" search={{ order: booking.workOrderId }} label="Open Work Order" />
          )}
          <BookingSteps booking={booking} />
          <a href={phoneHref(booking.clientPhone)}>Call</a>
          <a href={`mailto:${booking.clientEmail}`}>Email</a>
        </>
      )}
      phone={(booking) => [
        [
          <span key="name" className="truncate">
            {booking.clientName}
          </span>,
          <BookingStatusChip key="status" status={booking.status} />,
        ],
        [
          <span key="service" className="truncate">
            {SERVICE_NAMES[booking.serviceType]}
          </span>,
          <span key="when" className="shrink-0">
            {formatWhen(booking)}
          </span>,
        ],
      ]}
    />
  </Section>
);

const ToCalendar = () => <ScreenLink to="/bookings" look="button-ghost mt-2" label="Show the Calendar" />;

export function BookingResults({ q }: { q: string }) {
  const list = trpc.booking.search.useInfiniteQuery({ search: q, limit: PAGE }, PAGED);
  return (
    <BookingsTable
      title={`Found for “${q}”`}
      list={list}
      loading="Looking for bookings..."
      failed="The bookings could not be searched."
      empty={
        <EmptyState title="No bookings match" text={hasOnlyShortWords(q) ? `${ONLY_NEWEST} ${HINT}` : HINT}>
          <ToCalendar />
        </EmptyState>
      }
    />
  );
}

export function BookingsToConvert() {
  const list = trpc.booking.toConvert.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <BookingsTable
      title="Bookings without a live job"
      text="Confirmed bookings whose job is missing. Create the work order to assign someone."
      list={list}
      loading="Loading bookings..."
      failed="The bookings could not be loaded."
      empty={
        <EmptyState title="No bookings without a live job" text="Every confirmed booking has its work order.">
          <ToCalendar />
        </EmptyState>
      }
      action={(booking) => <CreateWorkOrder booking={booking} look={ROW_ACTION} />}
    />
  );
}
