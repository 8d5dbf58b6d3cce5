import { type Control, useWatch } from 'react-hook-form';
import { formatCents, parseCents } from '../../../../shared/money';
import { formatAbout } from '../../../../shared/pricing';
import { getDeposit, getPlanDiscount, sumQuote, sumQuoteMinutes } from '../../../../shared/quoting';
import { formatMoney } from '../../../../shared/store-sums';
import { getTaxTerms, listTaxLines, splitTaxable } from '../../../../shared/taxes';
import { trpc } from '../../../trpc';
import { getQuantity, priceCents, type QuoteValues } from './quote-values';

/** Shows what the quote comes to while it is written: without its extras, with all of them, and the deposit. */
export function ComposerTotals({ control }: { control: Control<QuoteValues, unknown, QuoteValues> }) {
  const { data: settings } = trpc.settings.get.useQuery();
  const values = useWatch({ control }) as QuoteValues;
  if (!settings) return <p className="text-muted">The taxes are worked out when it is saved.</p>;
  const lines = values.lines.map((line, id) => ({
    ...{ id, priceCents: priceCents(line), quantity: getQuantity(line), isOptional: line.isOptional },
    minutes: Number(line.minutes) || 0,
    isGoods: line.isGoods ?? line.kind === 'goods',
  }));
  const taxable = splitTaxable(lines.map((line) => ({ cents: line.priceCents * line.quantity, isGoods: line.isGoods })));
  const terms = getTaxTerms(settings.taxProfile, taxable);
  const all = lines.map(({ id }) => id);
  const percent = values.frequency === 'once' ? 0 : Math.min(100, Math.max(0, Number(values.discountPercent) || 0));
  const [sums, most] = [sumQuote(lines, terms, [], percent), sumQuote(lines, terms, all, percent)];
  const discount = getPlanDiscount(lines, percent);
  const taxes = listTaxLines({ ...terms, hstAmount: formatCents(sums.hstCents), pstAmount: formatCents(sums.pstCents) });
  const typed = parseCents(values.deposit) ?? 0;
  const depositCents = getDeposit(
    {
      depositCents: values.depositKind === 'amount' ? typed : null,
      depositPercent: values.depositKind === 'percent' ? Math.min(100, Number(values.deposit) || 0) : null,
    },
    sums.totalCents,
  );
  const minutes = sumQuoteMinutes(lines);
  return (
    <dl className="grid gap-2 tabular-nums">
      {discount > 0 && <Sum name={`${percent}% off each visit`} cents={-discount} />}
      <Sum name="Subtotal" cents={sums.subtotalCents} />
      {taxes.map(({ label, amount }) => (
        <Sum key={label} name={label} cents={parseCents(amount) ?? 0} />
      ))}
      <Sum name={values.frequency === 'once' ? 'Total' : 'Total per visit'} cents={sums.totalCents} isStrong />
      {lines.some(({ isOptional }) => isOptional) && <Sum name="With all extras" cents={most.totalCents} />}
      {depositCents !== null && values.depositKind !== 'none' && <Sum name="Deposit" cents={depositCents} />}
      {minutes > 0 && (
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Work</dt>
          <dd>{formatAbout(minutes)}</dd>
        </div>
      )}
    </dl>
  );
}

const Sum = ({ name, cents, isStrong = false }: { name: string; cents: number; isStrong?: boolean }) => (
  <div className={`flex justify-between gap-4 ${isStrong ? 'border-line border-t pt-2 font-bold text-lg' : ''}`}>
    <dt className={isStrong ? '' : 'text-muted'}>{name}</dt>
    <dd className="whitespace-nowrap">{formatMoney(cents)}</dd>
  </div>
);
