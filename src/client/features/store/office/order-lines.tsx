import { Link } from '@tanstack/react-router';
import { parseCents } from '../../../../shared/money';
import type { StaffOrder } from '../../../../shared/store';
import { showCents, showPrice, type TaxReading } from '../../../../shared/store-sums';

/** How an order was taxed, in words (decisions X5, X6). */
const READINGS: Record<TaxReading, string> = {
  'checkout-12': '12% HST, as the checkout shows it',
  'cart-19': '12% HST and 7% BC PST, as the cart shows them',
  'bc-current': '5% GST and 7% BC PST',
};

/** What was bought, at the prices of that day, and what it comes to. */
export function OrderLines({ order }: { order: StaffOrder }) {
  const sums = [
    ['Subtotal', order.subtotal, null],
    ['Tax', order.taxAmount, READINGS[order.taxReading]],
  ] as const;
  return (
    <table className="w-full text-[15px] tabular-nums">
      <thead className="text-muted text-sm">
        <tr className="border-line border-b">
          <th scope="col" className="pb-2 text-left font-normal">
            Product
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal max-sm:hidden">
            Quantity
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal max-sm:hidden">
            Price
          </th>
          <th scope="col" className="pb-2 pl-3 text-right font-normal">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ productId, name, price, quantity }) => (
          <tr key={productId} className="border-line border-b align-top">
            <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
              <Link
                to="/stock"
                search={{ product: productId }}
                className="text-pine-700 underline underline-offset-4 max-lg:inline-block max-lg:py-3"
              >
                {name}
              </Link>
              <span className="block text-muted text-sm sm:hidden">
                {quantity} × {showPrice(price)}
              </span>
            </th>
            <td className="py-2.5 pl-3 text-right max-sm:hidden">{quantity}</td>
            <td className="py-2.5 pl-3 text-right max-sm:hidden">{showPrice(price)}</td>
            <td className="py-2.5 pl-3 text-right">{showCents((parseCents(price) ?? 0) * quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, amount, text]) => (
          <tr key={name} className="align-top">
            <th scope="row" className="pt-2.5 text-left font-normal text-muted">
              {name}
              {text && <span className="block text-sm">{text}</span>}
            </th>
            <td colSpan={2} className="max-sm:hidden" />
            <td className="pt-2.5 pl-3 text-right">{showPrice(amount)}</td>
          </tr>
        ))}
        <tr className="font-semibold text-base">
          <th scope="row" className="pt-2.5 text-left">
            Total
          </th>
          <td colSpan={2} className="max-sm:hidden" />
          <td className="pt-2.5 pl-3 text-right">{showPrice(order.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
