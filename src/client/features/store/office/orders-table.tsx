import type { ReactNode } from 'react';
import type { ORDER_ORDERS } from '../../../../shared/store';
import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { besideList } from '../../../ui/beside-list';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../../ui/data-table';
import { NewTabLink } from '../../../ui/outside-links';
import type { PagedQuery } from '../../../ui/paged-list';
import { formatTimestamp } from '../../../ui/times';
import { CancelOrder, OrderStep } from './order-actions';
import { ChangePayment, RefundOrder } from './order-payment';
import { countItems, getPaymentState, type OrderRow, OrderStatusChip, PaidChip } from './order-status';
import { OrdersBulk } from './orders-bulk';
import type { OrdersSearch } from './orders-search';

const ROW_BUTTON = 'button-ghost';

const COLUMNS: readonly Column<OrderRow, (typeof ORDER_ORDERS)[number]>[] = [
  { key: 'number', head: 'Order', width: 'w-26', cell: ({ orderNumber }) => formatOrderNumber(orderNumber) },
  {
    key: 'customer',
    head: 'Customer',
    sort: 'customer',
    cell: ({ customerName, customerEmail }) => <TwoLines first={customerName} second={customerEmail} />,
  },
  {
    key: 'items',
    head: 'Items',
    from: 'xl',
    isOptional: true,
    cell: ({ items }) => `${countItems(items)}: ${items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`,
  },
  {
    key: 'received',
    head: 'Received',
    sort: 'received',
    from: 'lg',
    isOptional: true,
    width: 'w-36',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
  { key: 'total', head: 'Total', sort: 'total', align: 'end', width: 'w-26', cell: ({ total }) => formatPrice(total) },
  { key: 'status', head: 'Status', width: 'w-31', cell: ({ status }) => <OrderStatusChip status={status} /> },
  { key: 'payment', head: 'Payment', from: 'md', isOptional: true, width: 'w-42', cell: (order) => <PaidChip order={order} /> },
];

type OrdersTableProps = {
  list: PagedQuery<OrderRow>;
  sort: OrdersSearch['sort'];
  onSort: (sort: OrdersSearch['sort']) => void;
  empty: ReactNode;
};

export const OrdersTable = (table: OrdersTableProps) => (
  <DataTable
    {...table}
    name="orders"
    title="Orders"
    columns={COLUMNS}
    about={({ orderNumber }) => formatOrderNumber(orderNumber)}
    open={({ id }) => besideList({ order: id })}
    select={{ table: 'orders', bulk: (orders, clear) => <OrdersBulk orders={orders} onDone={clear} /> }}
    action={(order) => <OrderStep order={order} look={ROW_ACTION} />}
    menu={(order) => (
      <>
        <OrderStep order={order} look={ROW_BUTTON} />
        <ChangePayment order={order} />
        <RefundOrder order={order} />
        <NewTabLink href={`/documents/packing-slip/${order.orderNumber}`} label="Packing Slip" />
        <CancelOrder order={order} />
      </>
    )}
    phone={(order) => [
      [order.customerName, formatPrice(order.total)],
      [
        [formatOrderNumber(order.orderNumber), getPaymentState(order)?.[0] ?? countItems(order.items)].join(' · '),
        <OrderStatusChip key="status" status={order.status} />,
      ],
    ]}
    loading="Loading orders..."
    failed="The orders could not be loaded."
  />
);
