import { listOrderTaxes } from '../../../../shared/store-sums';
import { ScreenLink } from '../../../ui/button';
import { PricedLines } from '../../../ui/priced-lines';
import type { StaffOrder } from './order-chips';

export const OrderLines = ({ order }: { order: StaffOrder }) => (
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
