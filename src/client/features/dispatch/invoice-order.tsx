import { useNavigate } from '@tanstack/react-router';
import { getPhase, type WorkOrder } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { CallButton } from '../../ui/mutation-button';

type InvoiceOrderProps = {
  order: Pick<WorkOrder, 'id' | 'status'>;
  invoiceId: number | null;
  about?: string;
  look?: string | undefined;
};

export function InvoiceOrder({ order: { id, status }, invoiceId, about, look = 'button-primary' }: InvoiceOrderProps) {
  const navigate = useNavigate();
  const create = trpc.invoices.createFromWorkOrder.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: (invoice) => void navigate({ to: '/invoices', search: { invoice: invoice.id } }),
    onError: ({ data }) => {
      // Without a price the form asks for it before anything is stored.
      if (data?.issues?.some(({ path }) => path === 'subtotal')) void navigate({ to: '/invoices', search: { new: 1, order: id } });
    },
  });
  if (invoiceId !== null) return <ScreenLink to="/invoices" search={{ invoice: invoiceId }} label="Open Invoice" />;
  if (getPhase(status) !== 'done') return null;
  return <CallButton look={look} label="Create Invoice" {...(about && { about })} busy="Creating..." call={create} input={{ id }} />;
}
