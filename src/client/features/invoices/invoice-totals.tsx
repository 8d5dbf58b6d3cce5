import { type Control, useWatch } from 'react-hook-form';
import type { Invoice } from '../../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../../shared/money';
import { addUp } from '../../../shared/statistics';
import { formatMoney } from '../../../shared/store-sums';
import { addTaxes, getTaxTerms, listTaxLines, ratesAtIssue, type TaxedSums } from '../../../shared/taxes';
import { trpc } from '../../trpc';
import { getDeducted, getTaxable, hasOtherAmounts, type InvoiceValues, type JobDeposit } from './invoice-values';
import type { Promises } from './promised-offers';

const getCents = (amount: string) => parseCents(amount) ?? 0;
const toSums = (invoice: Invoice): TaxedSums => ({
  subtotalCents: getCents(invoice.subtotal),
  hstCents: getCents(invoice.hstAmount),
  pstCents: getCents(invoice.pstAmount),
  totalCents: getCents(invoice.totalAmount),
});

type InvoiceTotalsProps = {
  control: Control<InvoiceValues, unknown, InvoiceValues>;
  invoice: Invoice | undefined;
  promised: Promises['rows'];
  deposit?: JobDeposit | undefined;
};

export function InvoiceTotals({ control, invoice, promised, deposit }: InvoiceTotalsProps) {
  const { data: settings } = trpc.settings.get.useQuery();
  const values = useWatch({ control });
  const form = values as InvoiceValues;
  const offers = promised.flatMap(({ offer, referralId, description, cents }) =>
    cents === undefined ? [] : [{ key: `${offer} ${referralId}`, description, cents }],
  );
  const offeredCents = addUp(offers, 'cents');
  const deducted = getDeducted(form, deposit);
  const taxable = getTaxable(form, offeredCents + deducted);
  const isKept = invoice !== undefined && !hasOtherAmounts(form, invoice);
  if (!isKept && !settings) return <p className="text-muted">The taxes are worked out when it is saved.</p>;
  // An issued invoice keeps its tax terms, and so does one that deducts a deposit.
  const hasDeposit = invoice?.items.some(({ depositInvoiceId }) => depositInvoiceId != null);
  const issued = invoice !== undefined && (invoice.status !== 'draft' || hasDeposit) ? invoice : undefined;
  const profile = (issued ?? settings)?.taxProfile ?? 'documented';
  const rates = issued && ratesAtIssue(issued);
  const sums = isKept ? toSums(invoice) : addTaxes(profile, taxable, rates);
  const taxes = listTaxLines({
    ...(isKept ? invoice : getTaxTerms(profile, taxable, rates)),
    hstAmount: formatCents(sums.hstCents),
    pstAmount: formatCents(sums.pstCents),
  });
  return (
    <dl className="grid gap-2 tabular-nums">
      {offers.length > 0 && <Sum name="Before offers" cents={sums.subtotalCents + offeredCents + deducted} />}
      {offers.map(({ key, description, cents }) => (
        <Sum key={key} name={description} cents={-cents} />
      ))}
      {deducted > 0 && <Sum name="Deposit, before taxes" cents={-deducted} />}
      <Sum name="Subtotal" cents={sums.subtotalCents} />
      {taxes.map(({ label, amount }) => (
        <Sum key={label} name={label} cents={getCents(amount)} />
      ))}
      <Sum name="Total" cents={sums.totalCents} isStrong />
    </dl>
  );
}

const Sum = ({ name, cents, isStrong = false }: { name: string; cents: number; isStrong?: boolean }) => (
  <div className={`flex justify-between gap-4 ${isStrong ? 'border-line border-t pt-2 font-bold text-lg' : ''}`}>
    <dt className={isStrong ? '' : 'text-muted'}>{name}</dt>
    <dd className="whitespace-nowrap">{formatMoney(cents)}</dd>
  </div>
);
