import type { ReactNode } from 'react';
import { parseCents } from '../../shared/money';
import { formatMoney, formatPrice } from '../../shared/store-sums';
import { FixedItems } from './fixed-items';

/** A line of a bill; `price` is the unit price as a decimal string. */
type PricedLine = { name: ReactNode; quantity: number; price: string };
export type BillSum = { name: string; amount: string; isStrong?: boolean };

export const PricedLines = ({ what, lines, sums }: { what: string; lines: readonly PricedLine[]; sums: readonly BillSum[] }) => (
  <table className="w-full text-[15px] tabular-nums">
    <thead className="text-muted text-sm">
      <tr className="border-line border-b">
        <th scope="col" className="pb-2 text-left font-normal">
          {what}
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
      <FixedItems items={lines}>
        {({ name, quantity, price }) => (
          <tr className="border-line border-b align-baseline">
            <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
              {name}
              <span className="block text-muted text-sm sm:hidden">
                {quantity} × {formatPrice(price)}
              </span>
            </th>
            <td className="py-2.5 pl-3 text-right max-sm:hidden">{quantity}</td>
            <td className="py-2.5 pl-3 text-right max-sm:hidden">{formatPrice(price)}</td>
            <td className="py-2.5 pl-3 text-right">{formatMoney((parseCents(price) ?? 0) * quantity)}</td>
          </tr>
        )}
      </FixedItems>
    </tbody>
    <tfoot>{sums.map(Sum)}</tfoot>
  </table>
);

const Sum = ({ name, amount, isStrong = false }: BillSum) => (
  <tr key={name} className={isStrong ? 'font-semibold text-base' : 'align-top'}>
    <th scope="row" className={`pt-2.5 text-left ${isStrong ? '' : 'font-normal text-muted'}`}>
      {name}
    </th>
    <td colSpan={2} className="max-sm:hidden" />
    <td className="pt-2.5 pl-3 text-right">{formatPrice(amount)}</td>
  </tr>
);
