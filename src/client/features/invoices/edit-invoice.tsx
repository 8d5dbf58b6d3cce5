import { useState } from 'react';
import type { InvoiceDetails } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { SubmitButton } from '../../ui/dialog-buttons';
import { Loaded } from '../../ui/loaded';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { EmptyState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { InvoiceFields, useInvoiceForm } from './invoice-form';
import { hasOtherAmounts, type InvoiceValues, toValues } from './invoice-values';

export function EditInvoice({ id, onDone }: { id: number; onDone: () => void }) {
  const invoice = trpc.invoices.get.useQuery({ id });
  // Counts reloads, since each version gets a new form.
  const [opening, setOpening] = useState(0);
  return (
    <>
      <RecordHeader
        back={<BackButton label="Back to Invoice" onPress={onDone} />}
        title={invoice.data ? `Edit Invoice ${invoice.data.invoiceNumber}` : 'Edit Invoice'}
      />
      <Loaded
        query={invoice}
        loading="Loading the invoice..."
        failed="The invoice could not be loaded."
        missing={
          <EmptyState heading="h2" title="No such invoice" text="It may be in the bin, or the link was mistyped.">
            <ScreenLink to="/invoices" look="button-ghost mt-2" label="Show All Invoices" />
          </EmptyState>
        }
      >
        {(latest) => {
          if (latest.voidedAt !== null)
            return (
              <EmptyState
                heading="h2"
                title="This invoice is voided"
                text="Restore it before you change it."
                action="Open the Invoice"
                onAction={onDone}
              />
            );
          if (latest.status === 'paid' || latest.status === 'credited')
            return (
              <EmptyState
                heading="h2"
                title={`This invoice is ${latest.status}`}
                text="It can no longer be changed."
                action="Open the Invoice"
                onAction={onDone}
              />
            );
          return (
            <EditForm
              key={opening}
              latest={latest}
              onConflict={() => void invoice.refetch()}
              onReopen={() => setOpening(opening + 1)}
              onDone={onDone}
            />
          );
        }}
      </Loaded>
    </>
  );
}

type EditFormProps = { latest: InvoiceDetails; onConflict: () => void; onReopen: () => void; onDone: () => void };

function EditForm({ latest, onConflict, onReopen, onDone }: EditFormProps) {
  // The version when the form opened; other people may change the invoice meanwhile.
  const [invoice] = useState(latest);
  const state = useInvoiceForm(`invoice-${invoice.id}`, toValues(invoice), invoice.updatedAt);
  const { basis } = state.draft;
  const update = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to save invoice. Please try again.' },
    onSuccess: ({ invoiceNumber, totalAmount }) => {
      state.draft.drop();
      showToast({ title: 'Invoice Saved', description: `${invoiceNumber} comes to ${formatPrice(totalAmount)}.` });
      onDone();
    },
    onError: (error) => {
      state.onError(error);
      if (error.data?.httpStatus === 409) onConflict();
    },
  });
  // Sends amounts only if they changed, since new sums of a draft are taxed by today's rates.
  const save = ({ items, subtotal, ...values }: InvoiceValues) =>
    !update.isPending &&
    update.mutate({
      id: invoice.id,
      // A draft that an older page stored has no version; the server then rejects the change as outdated.
      updatedAtWas: basis ?? '',
      ...values,
      ...(hasOtherAmounts({ items, subtotal, ...values }, invoice) && { items, subtotal }),
    });
  const reopen = () => {
    state.draft.drop();
    onReopen();
  };
  return (
    <>
      {basis !== latest.updatedAt && !update.isPending && !update.isSuccess && <ChangedMeanwhile onReopen={reopen} />}
      <InvoiceFields
        state={state}
        invoice={invoice}
        onSubmit={save}
        summary={Number(invoice.amountPaid) > 0 && <p className="text-muted">{formatPrice(invoice.amountPaid)} of it is paid already.</p>}
        buttons={<SubmitButton label="Save Changes" isPending={update.isPending} />}
      />
    </>
  );
}

const ChangedMeanwhile = ({ onReopen }: { onReopen: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-sage-100 px-4 py-3">
    <p>This invoice was changed meanwhile. What you typed here cannot be saved over the newer version.</p>
    <Button look="button-ghost lg:min-h-9" label="Load Newer Version" onPress={onReopen} />
  </div>
);
