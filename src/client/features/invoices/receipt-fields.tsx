import { useWatch } from 'react-hook-form';
import { PAID_BY, RECEIPT_METHODS } from '../../../shared/invoices';
import type { Receipt } from '../../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../../shared/money';
import { extractTaxes, getTaxTerms, listTaxLines } from '../../../shared/taxes';
import { trpc } from '../../trpc';
import { CheckField, SelectField, TextField } from '../../ui/form';
import { getLeft, ReceiptFinder } from './receipt-finder';
import type { ReceiptForm } from './receipt-values';
import { TaxBox } from './tax-box';

export function PaymentFields({ form }: { form: ReceiptForm }) {
  const method = useWatch({ control: form.control, name: 'paymentMethod' });
  const other = RECEIPT_METHODS.some(([value]) => value === method) ? undefined : Object.entries(PAID_BY).find(([code]) => code === method);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField form={form} name="customerName" label="Customer Name" missing={"Please enter the customer's name."} />
      <TextField form={form} name="customerEmail" label="Customer Email" hint="Optional. The receipt can be sent there." type="email" />
      <SelectField
        form={form}
        name="paymentMethod"
        label="Payment Method"
        missing="Please choose a payment method."
        empty="Select a payment method"
        options={[...RECEIPT_METHODS, ...(other ? [other] : [])]}
      />
      <TextField
        form={form}
        name="amountPaid"
        label="Amount Paid"
        missing="Please enter the amount."
        type="number"
        step="0.01"
        min="0"
        inputMode="decimal"
        placeholder="0.00"
      />
      <TextField form={form} name="paymentDate" label="Payment Date" missing="Please enter the day of the payment." type="date" />
      <TextField form={form} name="description" label="Description" missing="Please say what it was for." className="sm:col-span-2" />
    </div>
  );
}

export function RefundFields({ form }: { form: ReceiptForm }) {
  const { formState } = form;
  const [isRefund, refundOfId] = useWatch({ control: form.control, name: ['isRefund', 'refundOfId'] });
  const chosen = isRefund && refundOfId ? Number(refundOfId) : null;
  const choose = (receipt: Receipt | null) => {
    const { customerName, amountPaid } = form.getValues();
    form.setValue('refundOfId', receipt?.id ?? null);
    // The receipt fills in only fields that are still empty.
    if (receipt && !amountPaid) form.setValue('amountPaid', getLeft(receipt));
    if (receipt && !customerName) form.setValue('customerName', receipt.customerName);
  };
  return (
    <div className="grid gap-3">
      <CheckField form={form} name="isRefund" label="This is a refund" />
      {isRefund && <ReceiptFinder chosen={chosen} error={formState.errors.refundOfId?.message} onChoose={choose} />}
      {chosen === null ? (
        <>
          <CheckField form={form} name="includesTax" label="Amount includes tax" />
          <TaxesWithin form={form} />
        </>
      ) : (
        <p className="text-muted text-sm">It holds the taxes of the refunded receipt, in proportion.</p>
      )}
    </div>
  );
}

function TaxesWithin({ form }: { form: ReceiptForm }) {
  const { data: settings } = trpc.settings.get.useQuery();
  const [amountPaid, includesTax] = useWatch({ control: form.control, name: ['amountPaid', 'includesTax'] });
  const amountCents = parseCents(amountPaid) ?? 0;
  if (!includesTax || !settings || amountCents <= 0) return null;
  const terms = getTaxTerms(settings.taxProfile, { servicesCents: amountCents, goodsCents: 0 });
  const { subtotalCents, hstCents, pstCents } = extractTaxes(amountCents, terms);
  const taxes = listTaxLines({ ...terms, hstAmount: formatCents(hstCents), pstAmount: formatCents(pstCents) });
  return (
    <div className="max-w-xs">
      <TaxBox subtotal={formatCents(subtotalCents)} taxes={taxes} />
    </div>
  );
}
