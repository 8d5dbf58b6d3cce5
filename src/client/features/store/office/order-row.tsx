import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { formatDateTime } from '../../../../shared/time';
import { ScreenLink } from '../../../ui/button';
import { OrderStatusChip, PaidChip, type StaffOrder } from './order-chips';
import { OrderStep } from './order-steps';

export const ORDER_COLUMNS =
  'lg:grid-cols-[88px_minmax(0,1fr)_minmax(0,1.1fr)_88px_108px_156px] xl:grid-cols-[88px_minmax(0,1fr)_minmax(0,1fr)_84px_178px_156px] lg:gap-x-4';

function summarize(items: StaffOrder['items']): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${count === 1 ? '1 item' : `${count} items`}: ${items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}`;
}

export function OrderRow({ order }: { order: StaffOrder }) {
  const { orderNumber, customerName, customerEmail, createdAt, items, total, status } = order;
  return (
    <li
      className={`relative grid gap-x-4 gap-y-3 rounded-card border border-line bg-paper p-4 hover:border-pine-600 max-lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:px-5 lg:py-2.5 ${ORDER_COLUMNS}`}
    >
      <h3 className="font-bold tabular-nums">
        <ScreenLink
          from="/orders"
          to="/orders"
          search={(list) => ({ ...list, order: orderNumber })}
          look="inline-flex items-center underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline max-lg:-my-2.5 max-lg:min-h-11"
          label={formatOrderNumber(orderNumber)}
        />
      </h3>
      <p className="font-semibold tabular-nums max-lg:text-right lg:order-3 lg:text-right">{formatPrice(total)}</p>
      <div className="min-w-0 max-lg:col-span-2 lg:order-1">
        <p className="font-semibold max-lg:[overflow-wrap:anywhere] lg:truncate">{customerName}</p>
        <p className="text-muted text-sm max-lg:[overflow-wrap:anywhere] lg:truncate">{customerEmail}</p>
      </div>
      <div className="min-w-0 text-[15px] max-lg:col-span-2 lg:order-2">
        <p className="line-clamp-2 [overflow-wrap:anywhere] lg:line-clamp-1">{summarize(items)}</p>
        <p className="text-muted text-sm">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5 lg:order-4">
        <OrderStatusChip status={status} />
        <PaidChip order={order} />
      </div>
      <div className="relative justify-self-end empty:hidden max-lg:col-span-2 max-lg:justify-self-stretch max-lg:*:w-full lg:order-5">
        <OrderStep order={order} look="button-dark" />
      </div>
    </li>
  );
}
