import { showPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { PageTitle } from '../../ui/page-title';
import { showToast } from '../../ui/toast/toast-store';
import { InvoiceFields, useInvoiceForm } from './invoice-form';
import { BLANK_INVOICE, type InvoiceValues } from './invoice-values';

/** Makes an invoice, or a draft of one (back-office.md §2 and §5). */
export function NewInvoice({ onDone }: { onDone: () => void }) {
  const state = useInvoiceForm('invoice', BLANK_INVOICE);
  const create = trpc.invoices.create.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: ({ invoiceNumber, customerName, totalAmount, status }) => {
      state.draft.drop();
      const what = `${invoiceNumber} for ${customerName}, ${showPrice(totalAmount)}`;
      showToast({ title: 'Invoice Created', description: status === 'draft' ? `${what}, is kept as a draft.` : `${what}.` });
      onDone();
    },
    onError: state.onError,
  });
  const save = (status: 'draft' | 'pending') => (values: InvoiceValues) =>
    !create.isPending && create.mutate({ ...values, status, idempotencyKey: state.draft.key });
  const pending = create.isPending ? create.variables?.status : undefined;
  return (
    <>
      <header className="grid justify-items-start gap-3">
        <button type="button" className="button-ghost lg:min-h-9" onClick={onDone}>
          <span aria-hidden="true">←</span> Back to Invoices
        </button>
        <PageTitle>Create New Invoice</PageTitle>
      </header>
      <InvoiceFields
        state={state}
        onSubmit={save('pending')}
        summary={<NextNumber />}
        buttons={
          <>
            <button
              type="submit"
              className="button-primary"
              aria-disabled={create.isPending}
              onClick={(event) => create.isPending && event.preventDefault()}
            >
              {pending === 'pending' ? 'Creating...' : 'Create Invoice'}
            </button>
            <ActionButton
              look="button-ghost"
              label="Save as Draft"
              isPending={pending === 'draft'}
              onPress={() => void state.submit(save('draft'))()}
            />
          </>
        }
      />
    </>
  );
}

function NextNumber() {
  const { data } = trpc.invoices.nextNumbers.useQuery();
  return (
    <p className="text-muted">
      Invoice number: <span className="font-semibold text-ink tabular-nums">{data?.invoice ?? 'given when it is saved'}</span>
    </p>
  );
}
