import type { InvoiceDetails } from '../../../shared/invoices-schemas';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON } from './documents';

type Delivered = Pick<InvoiceDetails, 'id' | 'invoiceNumber' | 'status' | 'mailedAt' | 'handedOverAt'>;

const isOwed = (status: InvoiceDetails['status']): boolean => status !== 'draft' && status !== 'paid' && status !== 'credited';

/** Marks a printed invoice as handed over to its customer, so that reminders may go out; a draft is issued first. */
export function MarkHandedOver({ invoice: { id, invoiceNumber, status, handedOverAt } }: { invoice: Delivered }) {
  const undo = trpc.invoices.markHandedOver.useMutation({ meta: { failure: 'The mark could not be removed. Please try again.' } });
  const mark = trpc.invoices.markHandedOver.useMutation({
    meta: { failure: 'The invoice could not be marked as handed over. Please try again.' },
    onSuccess: () =>
      showToast({
        title: 'Marked as handed over',
        description: `${invoiceNumber} counts as delivered.`,
        action: { label: 'Undo', run: () => undo.mutate({ id, isHandedOver: false }) },
      }),
  });
  if (handedOverAt !== null || !isOwed(status)) return null;
  return <MutationButton look={ROW_BUTTON} label="Mark as handed over" about={invoiceNumber} call={mark} input={{ id }} />;
}

export function Delivery({ invoice: { status, mailedAt, handedOverAt } }: { invoice: Delivered }) {
  if (mailedAt !== null || handedOverAt !== null)
    return (
      <p className="text-muted text-sm">
        {mailedAt !== null && (
          <>
            Mailed <time dateTime={mailedAt}>{formatDateTime(mailedAt)}</time>
          </>
        )}
        {mailedAt !== null && handedOverAt !== null && ' · '}
        {handedOverAt !== null && (
          <>
            Handed over <time dateTime={handedOverAt}>{formatDateTime(handedOverAt)}</time>
          </>
        )}
      </p>
    );
  if (!isOwed(status)) return null;
  return <p className="text-muted text-sm">Not mailed or handed over yet, so no payment reminder goes out.</p>;
}
