import type { Invoice } from '../../../shared/invoices-schemas';
import { listTaxLines } from '../../../shared/taxes';
import { type BillSum, PricedLines } from '../../ui/priced-lines';

const linesOf = ({ items, serviceType, subtotal }: Invoice): Invoice['items'] =>
  items.length > 0 ? items : [{ description: serviceType, quantity: 1, price: subtotal, isGoods: false }];

export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const isPartPaid = invoice.status !== 'paid' && Number(invoice.amountPaid) + Number(invoice.credited) > 0;
  const left: BillSum[] = [
    ...(Number(invoice.credited) > 0 ? [{ name: 'Less credit notes', amount: invoice.credited }] : []),
    ...(Number(invoice.amountPaid) > 0 ? [{ name: 'Paid so far', amount: invoice.amountPaid }] : []),
    { name: 'Balance', amount: invoice.balance, isStrong: true },
  ];
  return (
    <PricedLines
      what="Description"
      lines={linesOf(invoice).map(({ description, isGoods, ...line }) => ({
        ...line,
        name: (
          <>
            {description}
            {isGoods && <span className="ml-2 text-muted text-sm">goods</span>}
          </>
        ),
      }))}
      sums={[
        { name: 'Subtotal', amount: invoice.subtotal },
        ...listTaxLines(invoice).map(({ label: name, amount }) => ({ name, amount })),
        { name: 'Total', amount: invoice.totalAmount, isStrong: true },
        ...(isPartPaid ? left : []),
      ]}
    />
  );
}
