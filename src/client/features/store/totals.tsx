import { clsx } from 'clsx';
import { type CartItem, toPricedLines } from '../../../shared/cart';
import { calculateTotals, formatMoney, listTaxes, type TaxReading } from '../../../shared/store-sums';

export type TotalRow = { label: string; amount: string };

export function listTotalRows(cart: readonly CartItem[], reading: TaxReading): { rows: TotalRow[]; total: string } {
  const totals = calculateTotals(toPricedLines(cart));
  const { subtotalCents } = totals;
  const taxes = listTaxes(totals, reading);
  return {
    rows: [{ label: 'Subtotal', cents: subtotalCents }, ...taxes].map(({ label, cents }) => ({ label, amount: formatMoney(cents) })),
    total: formatMoney(taxes.reduce((sum, { cents }) => sum + cents, subtotalCents)),
  };
}

export const Totals = ({ rows, total, className }: { rows: readonly TotalRow[]; total: string; className?: string }) => (
  <dl className={clsx('grid gap-1.5 tabular-nums', className)}>
    {rows.map(({ label, amount }) => (
      <div key={label} className="flex justify-between gap-4 text-muted">
        <dt>{label}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
    <div className="mt-1.5 flex items-baseline justify-between gap-4 border-line border-t pt-3">
      <dt className="font-semibold">Total</dt>
      <dd className="font-bold font-display text-2xl">{total}</dd>
    </div>
  </dl>
);
