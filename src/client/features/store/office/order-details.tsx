import { Link } from '@tanstack/react-router';
import type { StaffOrder } from '../../../../shared/store';
import { showOrderNumber } from '../../../../shared/store-sums';
import { showDateTime } from '../../../../shared/time';
import type { CallError } from '../../../call-error';
import { trpc } from '../../../trpc';
import { BOTTOM_BAR } from '../../../ui/bottom-bar';
import { ContactLinks } from '../../../ui/contact-links';
import { PageTitle } from '../../../ui/page-title';
import { Panel } from '../../../ui/panel';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states';
import { type Moment, Timeline } from '../../../ui/timeline';
import { OrderStatusChip } from './order-chips';
import { OrderLines } from './order-lines';
import { OrderPayment } from './order-payment';
import { RefundOrder } from './order-refund';
import { CancelOrder, OrderStep } from './order-steps';

/** Shows an order with its next step. */
export function StoreOrderDetails({ orderNumber }: { orderNumber: number }) {
  const order = trpc.store.getStaffOrder.useQuery({ orderNumber });
  const isMissing = (order.error as CallError | null)?.data?.httpStatus === 404;
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <Link from="/orders" to="/orders" search={({ order: _open, ...list }) => list} className="button-ghost">
          <span aria-hidden="true">←</span> Back to Orders
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PageTitle>Order {showOrderNumber(orderNumber)}</PageTitle>
          {order.data && <OrderStatusChip status={order.data.status} />}
        </div>
        {order.data && (
          <p className="text-muted">
            Received <time dateTime={order.data.createdAt}>{showDateTime(order.data.createdAt)}</time>
          </p>
        )}
      </header>
      {order.isPending && <ListSkeleton label="Loading the order..." />}
      {isMissing && <EmptyState heading="h2" title="Order not found" text="Please check the address. Orders are never deleted." />}
      {order.isError && !isMissing && <ErrorState text="The order could not be loaded." onRetry={() => void order.refetch()} />}
      {order.data && <Details order={order.data} />}
    </>
  );
}

function Details({ order }: { order: StaffOrder }) {
  return (
    <>
      <OrderActions order={order} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid gap-5">
          <Panel title="Items">
            <OrderLines order={order} />
          </Panel>
          {order.orderNotes && (
            <Panel title="Notes">
              <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{order.orderNotes}</p>
            </Panel>
          )}
          <Panel title="Payment">
            <OrderPayment order={order} />
          </Panel>
        </div>
        <div className="grid gap-5">
          <Panel title="Customer">
            <Customer order={order} />
          </Panel>
          <Panel title="Timeline">
            <Timeline moments={getMoments(order)} />
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Offers what can be done next with an order: of a cancelled one, only a refund that is due. */
function OrderActions({ order }: { order: StaffOrder }) {
  const isCancelled = order.status === 'cancelled';
  if (isCancelled && Number(order.refundDue) === 0) return null;
  return (
    <div data-bottom-bar className={`flex flex-wrap gap-2 *:max-sm:grow ${BOTTOM_BAR}`}>
      {isCancelled ? (
        <RefundOrder order={order} />
      ) : (
        <>
          <OrderStep order={order} look="button-primary" />
          <a className="button-ghost" href={`/documents/packing-slip/${order.orderNumber}`} target="_blank" rel="noopener noreferrer">
            Packing Slip<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <CancelOrder order={order} />
        </>
      )}
    </div>
  );
}

const Customer = ({ order }: { order: StaffOrder }) => (
  <div className="grid gap-2">
    <p className="font-semibold [overflow-wrap:anywhere]">{order.customerName}</p>
    <ContactLinks email={order.customerEmail} phone={order.customerPhone} />
    <div>
      <p className="text-muted text-sm">Deliver to</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{order.shippingAddress}</p>
    </div>
    <p className="mt-1 text-muted text-sm">
      E-mails about this order are under{' '}
      <Link to="/messages" className="inline-flex items-center text-pine-700 underline underline-offset-4 max-lg:min-h-11">
        Messages
      </Link>
    </p>
  </div>
);

function getMoments({ status, createdAt, shippedAt, deliveredAt, cancelledAt, cancelReason }: StaffOrder): Moment[] {
  const received = { name: 'Received', at: createdAt };
  if (status === 'cancelled') return [received, { name: 'Cancelled', at: cancelledAt, text: cancelReason }];
  return [received, { name: 'Shipped', at: shippedAt }, { name: 'Delivered', at: deliveredAt }];
}
