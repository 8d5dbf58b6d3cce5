import { Link } from '@tanstack/react-router';
import { formatOrderNumber, listOrderTaxes } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { BottomBar } from '../../../ui/bottom-bar';
import { ScreenLink, TEXT_LINK } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { NewTabLink } from '../../../ui/outside-links';
import { Panel } from '../../../ui/panel';
import { PricedLines } from '../../../ui/priced-lines';
import { RecordScreen } from '../../../ui/record-screen';
import { EmptyState } from '../../../ui/states';
import { type Moment, Timeline } from '../../../ui/timeline';
import { formatTimestamp } from '../../../ui/times';
import { OrderPayment, RefundOrder } from './order-payment';
import { CancelOrder, OrderStatusChip, OrderStep, type StaffOrder } from './order-row';

export function StoreOrderDetails({ orderNumber }: { orderNumber: number }) {
  const order = trpc.store.getStaffOrder.useQuery({ orderNumber });
  return (
    <RecordScreen
      query={order}
      back={
        <Link from="/orders" to="/orders" search={({ order: _open, ...list }) => list} className="button-ghost">
          <span aria-hidden="true">←</span> Back to Orders
        </Link>
      }
      title={`Order ${formatOrderNumber(orderNumber)}`}
      chips={({ status }) => <OrderStatusChip status={status} />}
      about={({ createdAt }) => (
        <p className="text-muted">
          Received <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
        </p>
      )}
      loading="Loading the order..."
      failed="The order could not be loaded."
      missing={<EmptyState heading="h2" title="Order not found" text="Please check the address. Orders are never deleted." />}
    >
      {(data) => <Details order={data} />}
    </RecordScreen>
  );
}

const Details = ({ order }: { order: StaffOrder }) => (
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

function OrderActions({ order }: { order: StaffOrder }) {
  const isCancelled = order.status === 'cancelled';
  if (isCancelled && Number(order.refundDue) === 0) return null;
  return (
    <BottomBar>
      {isCancelled ? (
        <RefundOrder order={order} />
      ) : (
        <>
          <OrderStep order={order} look="button-primary" />
          <NewTabLink href={`/documents/packing-slip/${order.orderNumber}`} label="Packing Slip" /> <CancelOrder order={order} />
        </>
      )}
    </BottomBar>
  );
}

const OrderLines = ({ order }: { order: StaffOrder }) => (
  <PricedLines
    what="Product"
    lines={order.items.map(({ productId, name, price, quantity }) => ({
      price,
      quantity,
      name: (
        <ScreenLink
          to="/stock"
          search={{ product: productId }}
          look="text-pine-700 underline underline-offset-4 max-lg:inline-block max-lg:py-3"
          label={name}
        />
      ),
    }))}
    sums={[
      { name: 'Subtotal', amount: order.subtotal },
      ...listOrderTaxes(order).map(({ label, amount }) => ({ name: label, amount })),
      { name: 'Total', amount: order.total, isStrong: true },
    ]}
  />
);

const Customer = ({ order }: { order: StaffOrder }) => (
  <div className="grid gap-2">
    <p className="font-semibold [overflow-wrap:anywhere]">{order.customerName}</p>
    <ContactLinks email={order.customerEmail} phone={order.customerPhone} />
    <div>
      <p className="text-muted text-sm">Deliver to</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{order.shippingAddress}</p>
    </div>
    <p className="mt-1 text-muted text-sm">
      E-mails about this order are under <ScreenLink to="/messages" look={TEXT_LINK} label="Messages" />
    </p>
  </div>
);

function getMoments({ status, createdAt, shippedAt, deliveredAt, cancelledAt, cancelReason }: StaffOrder): Moment[] {
  const received = { name: 'Received', at: createdAt };
  if (status === 'cancelled') return [received, { name: 'Cancelled', at: cancelledAt, text: cancelReason }];
  return [received, { name: 'Shipped', at: shippedAt }, { name: 'Delivered', at: deliveredAt }];
}
