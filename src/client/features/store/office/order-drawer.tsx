import { formatOrderNumber, listOrderTaxes } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { ScreenLink, TEXT_LINK } from '../../../ui/button';
import { ContactLinks } from '../../../ui/contact-links';
import { NewTabLink } from '../../../ui/outside-links';
import { Panel } from '../../../ui/panel';
import { PricedLines } from '../../../ui/priced-lines';
import { RecordDrawer } from '../../../ui/record-drawer';
import { EmptyState } from '../../../ui/states';
import { type Moment, Timeline } from '../../../ui/timeline';
import { CancelOrder, OrderStep } from './order-actions';
import { ChangePayment, OrderPayment, RefundOrder } from './order-payment';
import { OrderStatusChip, type StaffOrder } from './order-status';

const PRIMARY_ACTION = 'button-primary min-h-9 px-4 pointer-coarse:min-h-11';

type OrderDrawerProps = { orderNumber: number; onClose: () => void };

export function OrderDrawer({ orderNumber, onClose }: OrderDrawerProps) {
  const order = trpc.store.getStaffOrder.useQuery({ orderNumber });
  return (
    <RecordDrawer
      id={orderNumber}
      query={order}
      title={`Order ${formatOrderNumber(orderNumber)}`}
      chips={({ status }) => <OrderStatusChip status={status} />}
      action={(data) =>
        data.status === 'cancelled' ? <RefundOrder order={data} look={PRIMARY_ACTION} /> : <OrderStep order={data} look={PRIMARY_ACTION} />
      }
      footer={(data) => <Actions order={data} />}
      onClose={onClose}
      loading="Loading the order..."
      failed="The order could not be loaded."
      missing={
        <EmptyState
          title="Order not found"
          text="Please check the address. Orders are never deleted."
          action="Show All Orders"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details order={data} />}
    </RecordDrawer>
  );
}

type OrderProps = { order: StaffOrder };

const Actions = ({ order }: OrderProps) => (
  <>
    <ChangePayment order={order} />
    {order.status !== 'cancelled' && <NewTabLink href={`/documents/packing-slip/${order.orderNumber}`} label="Packing Slip" />}
    <CancelOrder order={order} />
  </>
);

const Details = ({ order }: OrderProps) => (
  <>
    <Panel title="Customer">
      <Customer order={order} />
    </Panel>
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
    <Panel title="Timeline">
      <Timeline moments={getMoments(order)} />
    </Panel>
  </>
);

const OrderLines = ({ order }: OrderProps) => (
  <PricedLines
    what="Product"
    lines={order.items.map(({ productId, name, price, quantity }) => ({
      price,
      quantity,
      name: (
        <ScreenLink
          to="/stock"
          search={{ product: productId }}
          look="text-pine-700 underline underline-offset-4 pointer-coarse:inline-block pointer-coarse:py-3"
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

const Customer = ({ order }: OrderProps) => (
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
