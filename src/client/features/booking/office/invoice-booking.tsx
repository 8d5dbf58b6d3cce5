import { Link, useNavigate } from '@tanstack/react-router';
import type { BookingWithInvoice } from '../../../../shared/booking-with-invoice';
import { trpc } from '../../../trpc';
import { InvoiceStatusChip } from '../../../ui/invoice-status';
import { MutationButton } from '../../../ui/mutation-button';

export function InvoiceBooking({ booking: { id, status, invoice } }: { booking: BookingWithInvoice }) {
  const navigate = useNavigate();
  const create = trpc.invoices.createFromBooking.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: (invoice) => void navigate({ to: '/invoices', search: { invoice: invoice.id } }),
    onError: ({ data }) => {
      // Without a price the form asks for it before anything is stored.
      if (data?.issues?.some(({ path }) => path === 'subtotal')) void navigate({ to: '/invoices', search: { new: 1, booking: id } });
    },
  });
  if (invoice)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/invoices" search={{ invoice: invoice.id }} className="button-ghost">
          Open Invoice {invoice.invoiceNumber}
        </Link>
        <InvoiceStatusChip invoice={invoice} />
      </div>
    );
  if (status === 'cancelled' || status === 'no-show')
    return <p className="text-muted">This booking did not take place, so it has no invoice.</p>;
  return <MutationButton look="button-ghost justify-self-start" label="Create Invoice" busy="Creating..." call={create} input={{ id }} />;
}
