import { Link } from '@tanstack/react-router';
import type { StaffOrder } from '../../../../shared/store';
import type { TaxReading } from '../../../../shared/store-sums';
import { PricedLines } from '../../../ui/priced-lines';

/** How an order was taxed, in words (decisions X5, X6). */
const READINGS: Record<TaxReading, string> = {
  'checkout-12': '12% HST, as the checkout shows it',
  'cart-19': '12% HST and 7% BC PST, as the cart shows them',
  'bc-current': '5% GST and 7% BC PST',
};

/** What was bought, at the prices of that day, and what it comes to. */
export const OrderLines = ({ order }: { order: StaffOrder }) => (
  <PricedLines
    what="Product"
    lines={order.items.map(({ productId, name, price, quantity }) => ({
      price,
      quantity,
      name: (
        <Link
          to="/stock"
          search={{ product: productId }}
          className="text-pine-700 underline underline-offset-4 max-lg:inline-block max-lg:py-3"
        >
          {name}
        </Link>
      ),
    }))}
    sums={[
      { name: 'Subtotal', amount: order.subtotal },
      { name: 'Tax', amount: order.taxAmount, note: READINGS[order.taxReading] },
      { name: 'Total', amount: order.total, isStrong: true },
    ]}
  />
);
