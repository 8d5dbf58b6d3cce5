import { type Control, useWatch } from 'react-hook-form';
import type { Invoice } from '../../../shared/invoices-schemas';
import { formatCents } from '../../../shared/money';
import { addUp } from '../../../shared/statistics';
import { formatMoney } from '../../../shared/store-sums';
import { addTaxes, getTaxTerms, listTaxLines, ratesAtIssue, subtractSums, type TaxedSums } from '../../../shared/taxes';
import { trpc } from '../../trpc';
import {
  getCents,
  getCharges,
  getDeducted,
  hasOtherAmounts,
  type InvoiceValues,
  type JobDeposit,
  toSums,
  toValues,
} from './invoice-values';
import type { Promises } from './promised-offers';

/** Subtracts the deposits; shows 0 while they are more than the charges. */
const subtractDeposit = (charged: TaxedSums, deposit: TaxedSums): TaxedSums => {
  const left = subtractSums(charged, deposit);
  return left.subtotalCents < 0 ? subtractSums(charged, charged) : left;
};

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
  const charges = getCharges(form, offeredCents, deposit);
  const isKept = invoice !== undefined && !hasOtherAmounts(form, invoice);
  if (!isKept && !settings) return <p className="text-muted">The taxes are worked out when it is saved.</p>;
  // An issued invoice keeps its tax terms, and so does one that deducts a deposit. A new invoice takes those of its job's quote or deposit.
  const hasDeposit = invoice?.items.some(({ depositInvoiceId }) => depositInvoiceId != null);
  const issued = invoice !== undefined && (invoice.status !== 'draft' || hasDeposit) ? invoice : undefined;
  const kept = issued ?? deposit?.terms ?? undefined;
  const profile = (kept ?? settings)?.taxProfile ?? 'documented';
  const rates = kept && ratesAtIssue(kept);
  const charged = addTaxes(profile, charges, rates);
  // The deposit of a stored invoice is the difference between its charges and its sums.
  const deposited =
    invoice && hasDeposit ? subtractSums(addTaxes(profile, getCharges(toValues(invoice)), rates), toSums(invoice)) : deposit?.sums;
  const sums = isKept ? toSums(invoice) : deposited ? subtractDeposit(charged, deposited) : charged;
  const taxes = listTaxLines({
    ...(isKept ? invoice : getTaxTerms(profile, charges, rates)),
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
