import { useNavigate } from '@tanstack/react-router';
import { DEFAULT_BOOKING_MINUTES, SERVICE_NAMES } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import type { BookingWithInvoice } from '../../../../shared/booking-with-invoice';
import { STATUS_LABELS } from '../../../../shared/invoices';
import { FREQUENCY_NAMES } from '../../../../shared/plans';
import { describeEstimate } from '../../../../shared/sent-estimates';
import { formatPrice } from '../../../../shared/store-sums';
import { AcceptPlan } from '../../../plan-steps';
import { trpc } from '../../../trpc';
import { ScreenLink, TEXT_LINK } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { ContactLinks } from '../../../ui/contact-links';
import { CopyButton } from '../../../ui/copy-button';
import { Facts } from '../../../ui/facts';
import { Loaded } from '../../../ui/loaded';
import { CallButton } from '../../../ui/mutation-button';
import { Panel } from '../../../ui/panel';
import { PlanChip } from '../../../ui/plan-chip';
import { RecordDrawer } from '../../../ui/record-drawer';
import { EmptyState } from '../../../ui/states';
import { formatHours, formatShortDay, formatTimestamp } from '../../../ui/times';
import { BookingSteps, CreateWorkOrder, getNextStep, NextStep } from './booking-actions';
import { BookingStatusChip } from './booking-labels';

const PRIMARY_ACTION = 'button-primary min-h-9 px-4 pointer-coarse:min-h-11';

type BookingDrawerProps = { id: number; onClose: () => void };

export function BookingDrawer({ id, onClose }: BookingDrawerProps) {
  const booking = trpc.booking.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={booking}
      title="Booking Details"
      chips={({ status }) => <BookingStatusChip status={status} />}
      action={(data) => <NextStep booking={data} look={PRIMARY_ACTION} />}
      footer={(data) => <BookingSteps booking={data} without={getNextStep(data) === 'complete' ? 'completed' : undefined} />}
      onClose={onClose}
      loading="Loading the booking..."
      failed="The booking could not be loaded."
      missing={
        <EmptyState
          title="No such booking"
          text="The address may have been mistyped. Bookings are never deleted."
          action="Show All Bookings"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details booking={data} />}
    </RecordDrawer>
  );
}

const Details = ({ booking }: { booking: BookingWithInvoice }) => (
  <>
    <Client booking={booking} />
    <Panel title={booking.bookingReference}>
      <Appointment booking={booking} />
    </Panel>
    <Panel title="Work order">
      <WorkOrder booking={booking} />
    </Panel>
    {booking.frequency !== 'once' && (
      <Panel title="Regular visits">
        <WishedPlan booking={booking} />
      </Panel>
    )}
    {booking.deposit && (
      <Panel title="Deposit">
        <Deposit deposit={booking.deposit} clientName={booking.clientName} />
      </Panel>
    )}
    <Panel title="Invoice">
      <InvoiceBooking booking={booking} />
    </Panel>
  </>
);

function Appointment({ booking }: { booking: StaffBooking }) {
  const { estimatedDuration, totalAmount, cancelReason, cancelledBy, estimate, frequency } = booking;
  return (
    <Facts
      facts={[
        ['Service', SERVICE_NAMES[booking.serviceType]],
        [
          'When',
          <ScreenLink key="day" to="/bookings" search={{ date: booking.date }} look={TEXT_LINK} label={formatShortDay(booking.date)} />,
        ],
        ['Window', formatHours(booking.timeSlot)],
        ['Agreed time', booking.agreedTime && formatTimestamp(booking.agreedTime)],
        ['Duration', estimatedDuration === 0 ? `not given, planned as ${DEFAULT_BOOKING_MINUTES} min` : `${estimatedDuration} min`],
        ['Their estimate', Number(totalAmount) === 0 ? 'none given' : formatPrice(totalAmount)],
        ['Asked for', estimate && describeEstimate(estimate)],
        ['How often', frequency !== 'once' && FREQUENCY_NAMES[frequency]],
        ['Payment', booking.paymentStatus],
        ['Booked', formatTimestamp(booking.createdAt)],
        ['Cancelled because', cancelReason && `${cancelReason}${cancelledBy ? ` (by the ${cancelledBy})` : ''}`],
        ['Special requests or notes', booking.specialRequests],
      ]}
    />
  );
}

const Client = ({ booking }: { booking: StaffBooking }) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap gap-2 empty:hidden">
      {booking.isFirstBooking && <Chip tone="good">first booking online</Chip>}
      {booking.ref && <Chip tone="active">{`ref: ${booking.ref}`}</Chip>}
    </div>
    {booking.clientId === null ? (
      <p className="font-semibold [overflow-wrap:anywhere]">{booking.clientName}</p>
    ) : (
      <ScreenLink
        to="/clients"
        search={{ client: booking.clientId }}
        look={`${TEXT_LINK} justify-self-start font-semibold [overflow-wrap:anywhere]`}
        label={booking.clientName}
      />
    )}
    <ContactLinks email={booking.clientEmail} phone={booking.clientPhone} />
    <p className="[overflow-wrap:anywhere]">{booking.clientAddress}</p>
  </div>
);

function WorkOrder({ booking }: { booking: StaffBooking }) {
  const { workOrderId, status } = booking;
  if (workOrderId !== null)
    return <ScreenLink to="/team" search={{ order: workOrderId }} look="button-ghost justify-self-start" label="Open Work Order" />;
  if (status === 'cancelled') return <p className="text-muted">A cancelled booking needs no work order.</p>;
  return (
    <>
      <p className="text-muted">This booking has no work order yet.</p>
      {getNextStep(booking) !== 'convert' && <CreateWorkOrder booking={booking} look="button-dark justify-self-start" />}
    </>
  );
}

/** Shows how often the client wants to be served, and the plan that the office can accept. */
function WishedPlan({ booking: { frequency, planId } }: { booking: StaffBooking }) {
  const plan = trpc.plans.get.useQuery({ id: planId ?? 0 }, { enabled: planId !== null });
  const wish = <p>The client would like visits {FREQUENCY_NAMES[frequency].toLowerCase()}.</p>;
  if (planId === null) return wish;
  return (
    <>
      {wish}
      <Loaded query={plan} loading="Loading the plan..." failed="The plan could not be loaded.">
        {(data) => (
          <>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ScreenLink to="/plans" search={{ plan: data.id }} look={TEXT_LINK} label={data.words} />
              <PlanChip status={data.status} />
            </p>
            {data.status === 'proposed' && <AcceptPlan plan={data} look="button-dark justify-self-start" />}
          </>
        )}
      </Loaded>
    </>
  );
}

type DepositProps = { deposit: NonNullable<BookingWithInvoice['deposit']>; clientName: string };
/** Shows what is left to pay of the deposit and until when, with the page where it is paid. */
const Deposit = ({ deposit: { amount, dueAt, payUrl, invoiceId, invoiceNumber }, clientName }: DepositProps) => (
  <>
    <p>
      <b className="font-semibold tabular-nums">{formatPrice(amount)}</b> is not paid yet
      {dueAt === null ? '.' : `. The booking is cancelled automatically if it is not paid by ${formatTimestamp(dueAt)}`}
    </p>
    <div className="flex flex-wrap gap-2">
      <a className="button-ghost" href={payUrl} target="_blank" rel="noreferrer">
        Pay<span className="sr-only"> (new tab)</span>
      </a>
      <CopyButton
        label="Copy pay link"
        text={payUrl}
        done={{ title: 'Link Copied', description: `Paste it into a message to ${clientName}.` }}
      />
      <ScreenLink to="/invoices" search={{ invoice: invoiceId }} label={`Open Invoice ${invoiceNumber}`} />
    </div>
  </>
);

function InvoiceBooking({ booking: { id, status, invoice } }: { booking: BookingWithInvoice }) {
  const navigate = useNavigate();
  const create = trpc.invoices.createFromBooking.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: (invoice) => void navigate({ to: '/invoices', search: { invoice: invoice.id } }),
    onError: ({ data }) => {
      // Without a price the form asks for it before anything is stored.
      if (data?.issues?.some(({ path }) => path === 'subtotal')) void navigate({ to: '/invoices', search: { new: 1, booking: id } });
    },
  });
  if (invoice) {
    const [name, tone] = STATUS_LABELS[invoice.status];
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ScreenLink to="/invoices" search={{ invoice: invoice.id }} label={`Open Invoice ${invoice.invoiceNumber}`} />
        <Chip tone={tone}>{name}</Chip>
      </div>
    );
  }
  if (status === 'cancelled' || status === 'no-show')
    return <p className="text-muted">This booking did not take place, so it has no invoice.</p>;
  return <CallButton look="button-ghost justify-self-start" label="Create Invoice" busy="Creating..." call={create} input={{ id }} />;
}
