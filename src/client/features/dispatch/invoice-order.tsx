import { useNavigate } from '@tanstack/react-router';
import { phaseOf, type WorkOrder } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';

/** Makes the invoice of a completed order and opens it; an order that has one leads to that. */
export function InvoiceOrder({ order: { id, status } }: { order: WorkOrder }) {
  const navigate = useNavigate();
  const create = trpc.invoices.createFromWorkOrder.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: (invoice) => void navigate({ to: '/invoices', search: { invoice: invoice.id } }),
    onError: ({ data }) => {
      // Without a price the form asks for it, and nothing is stored before.
      if (data?.issues?.some(({ path }) => path === 'subtotal')) void navigate({ to: '/invoices', search: { new: 1, order: id } });
    },
  });
  if (phaseOf(status) !== 'done') return null;
  return (
    <ActionButton
      look="button-ghost"
      label="Create Invoice"
      busy="Creating..."
      isPending={create.isPending}
      onPress={() => create.mutate({ id })}
    />
  );
}
