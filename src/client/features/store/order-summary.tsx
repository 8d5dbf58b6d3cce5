import { useEffect, useRef } from 'react';
import type { CartItem } from '../../../shared/cart';
import { parseCents } from '../../../shared/money';
import { formatMoney, formatPrice, type TaxReading } from '../../../shared/store-sums';
import { ProductImage } from '../../ui/public/product-image';
import type { CartChange } from './checkout-sending';
import { listTotalRows, Totals } from './totals';

export type SummaryLine = { id: number; name: string; price: string; quantity: number; imageUrl?: string | null };

export const OrderLines = ({ lines }: { lines: readonly SummaryLine[] }) => (
  <ul aria-label="Items" className="grid">
    {lines.map(({ id, name, price, quantity, imageUrl }) => (
      <li key={id} className="flex items-center gap-3.5 border-line border-b py-3 first:pt-0">
        {imageUrl !== undefined && (
          <ProductImage url={imageUrl} name="" isLazy={false} className="size-14 shrink-0 rounded-small bg-sage-100 object-contain" />
        )}
        <div className="grow">
          <p className="font-semibold leading-snug">{name}</p>
          <p className="text-muted text-sm tabular-nums">
            {quantity} × {formatPrice(price)}
          </p>
        </div>
        <p className="font-semibold tabular-nums">{formatMoney((parseCents(price) ?? 0) * quantity)}</p>
      </li>
    ))}
  </ul>
);

type OrderSummaryProps = {
  cart: readonly CartItem[];
  reading: TaxReading;
  changes: readonly CartChange[];
  /** True once the order is placed, which empties the cart. */
  isPlaced: boolean;
};

export function OrderSummary({ cart, reading, changes, isPlaced }: OrderSummaryProps) {
  const { rows, total } = listTotalRows(cart, reading);
  return (
    <section aria-labelledby="summary-title" className="rounded-card border border-line bg-paper p-5 sm:p-7">
      <h2 id="summary-title" className="mb-5 font-bold text-xl sm:text-2xl">
        Order Summary
      </h2>
      {changes.length > 0 && !isPlaced && <Changes changes={changes} />}
      {isPlaced && <p role="status">Thank you! Your order is placed. One moment, please.</p>}
      {!isPlaced && cart.length === 0 && (
        <p className="text-muted">
          Your cart is empty.{' '}
          <a href="/store" className="font-medium text-pine-700 underline">
            Browse the store
          </a>
        </p>
      )}
      {cart.length > 0 && (
        <>
          <OrderLines lines={cart} />
          <Totals rows={rows} total={total} className="mt-4" />
        </>
      )}
    </section>
  );
}

function Changes({ changes }: { changes: readonly CartChange[] }) {
  const note = useRef<HTMLDivElement>(null);
  // Moves the browser's focus, which scrolls the page.
  useEffect(() => {
    if (changes.length > 0) note.current?.focus();
  }, [changes]);
  return (
    <div ref={note} role="alert" tabIndex={-1} className="mb-5 scroll-mt-24 rounded-small bg-amber-100 px-4 py-3">
      <h3 className="font-semibold font-text tracking-normal">Your order was brought up to date</h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5">
        {changes.map(({ id, text }) => (
          <li key={`${id} ${text}`}>{text}</li>
        ))}
      </ul>
      <p className="mt-2">Please look at the new total and place the order again.</p>
    </div>
  );
}
