import { useNavigate } from '@tanstack/react-router';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { trpc } from '../../../trpc';
import { MutationButton } from '../../../ui/mutation-button';

export function InvoiceBooking({ booking: { id, status } }: { booking: StaffBooking }) {
  const navigate = useNavigate();
  const create = trpc.invoices.createFromBooking.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: (invoice) => void navigate({ to: '/invoices', search: { invoice: invoice.id } }),
    onError: ({ data }) => {
      // Without a price the form asks for it before anything is stored.
      if (data?.issues?.some(({ path }) => path === 'subtotal')) void navigate({ to: '/invoices', search: { new: 1, booking: id } });
    },
  });
  if (status === 'cancelled' || status === 'no-show')
    return <p className="text-muted">This booking did not take place, so it has no invoice.</p>;
  return <MutationButton look="button-ghost justify-self-start" label="Create Invoice" busy="Creating..." call={create} input={{ id }} />;
}
