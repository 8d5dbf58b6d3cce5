import { formatPrice } from '../../../shared/store-sums';

type TaxBoxProps = { subtotal: string; taxes: readonly { label: string; amount: string }[] };

/** Shows the taxes that an amount includes. */
export const TaxBox = ({ subtotal, taxes }: TaxBoxProps) => (
  <dl className="grid gap-1 rounded-small bg-sage-100 px-3.5 py-2.5 text-sm tabular-nums">
    {[{ label: 'Subtotal', amount: subtotal }, ...taxes].map(({ label, amount }) => (
      <div key={label} className="flex justify-between gap-4">
        <dt className="text-muted">{label}</dt>
        <dd>{formatPrice(amount)}</dd>
      </div>
    ))}
  </dl>
);
