import { useEffect, useState } from 'react';
import { formatPrice } from '../../../shared/store-sums';
import { getStatus } from '../../call-error';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ScreenLink } from '../../ui/button';
import { SubmitButton } from '../../ui/dialog-buttons';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { InvoiceFields, useInvoiceForm } from './invoice-form';
import { blankInvoice, type InvoiceValues, type JobDeposit, toDeposit, toJobValues } from './invoice-values';
import { type JobLinks, usePromises } from './promised-offers';

type NewInvoiceProps = { order?: number | undefined; booking?: number | undefined; onDone: () => void };

export function NewInvoice({ order, booking, onDone }: NewInvoiceProps) {
  return (
    <>
      <RecordHeader back={<BackButton label="Back to Invoices" onPress={onDone} />} title="Create New Invoice" />
      {order === undefined && booking === undefined ? (
        <PlainInvoice onDone={onDone} />
      ) : (
        <JobInvoiceForm job={{ workOrderId: order ?? null, bookingId: booking ?? null }} onDone={onDone} />
      )}
    </>
  );
}

/** Waits for the payment term, so that the form opens with a due date. */
function PlainInvoice({ onDone }: { onDone: () => void }) {
  const settings = trpc.settings.get.useQuery();
  const [today] = useState(() => getToday());
  if (settings.isPending) return <ListSkeleton label="Loading the form..." />;
  if (!settings.data) return <ErrorState text="The form could not be loaded." onRetry={() => void settings.refetch()} />;
  return <InvoiceForm name="invoice" blank={blankInvoice(today, settings.data.invoiceDueDays)} onDone={onDone} />;
}

function JobInvoiceForm({ job, onDone }: { job: JobLinks; onDone: () => void }) {
  const known = trpc.invoices.forJob.useQuery(job);
  if (known.isPending) return <ListSkeleton label="Loading the job..." />;
  if (getStatus(known.error) === 404)
    return (
      <EmptyState
        heading="h2"
        title="No such job"
        text="It may have been removed, or the link was mistyped."
        action="Show All Invoices"
        onAction={onDone}
      />
    );
  if (!known.data) return <ErrorState text="The job could not be loaded." onRetry={() => void known.refetch()} />;
  const { invoiceId, workOrderId, bookingId } = known.data;
  if (invoiceId !== null)
    return (
      <EmptyState heading="h2" title="This job has an invoice already" text="One job has one invoice.">
        <ScreenLink to="/invoices" search={{ invoice: invoiceId }} look="button-dark mt-2" label="Open the Invoice" />
      </EmptyState>
    );
  const name = workOrderId === null ? `invoice-booking-${bookingId}` : `invoice-order-${workOrderId}`;
  return (
    <InvoiceForm
      name={name}
      blank={toJobValues(known.data)}
      job={{ workOrderId, bookingId }}
      suggested={known.data.suggested}
      deposit={toDeposit(known.data)}
      onDone={onDone}
    />
  );
}

type InvoiceFormProps = {
  name: string;
  blank: InvoiceValues;
  job?: JobLinks;
  suggested?: string | null;
  deposit?: JobDeposit;
  onDone: () => void;
};

function InvoiceForm({ name, blank, job, suggested, deposit, onDone }: InvoiceFormProps) {
  const state = useInvoiceForm(name, blank);
  const promises = usePromises(state.form, job, deposit);
  const { setFocus } = state.form;
  const isOfJob = job !== undefined;
  // Moves the keyboard focus to the price if the job has no price.
  useEffect(() => {
    if (isOfJob) setFocus('subtotal');
  }, [isOfJob, setFocus]);
  const create = trpc.invoices.create.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: ({ invoiceNumber, customerName, totalAmount, status }) => {
      state.draft.drop();
      const what = `${invoiceNumber} for ${customerName}, ${formatPrice(totalAmount)}`;
      showToast({ title: 'Invoice Created', description: status === 'draft' ? `${what}, is saved as a draft.` : `${what}.` });
      onDone();
    },
    onError: state.onError,
  });
  const save = (status: 'draft' | 'pending') => (values: InvoiceValues) =>
    !create.isPending && create.mutate({ ...values, ...job, status, idempotencyKey: state.draft.key });
  const pending = create.isPending ? create.variables?.status : undefined;
  return (
    <InvoiceFields
      state={state}
      promises={promises}
      suggested={suggested}
      deposit={deposit}
      onSubmit={save('pending')}
      summary={<NextNumber />}
      buttons={
        <>
          <SubmitButton
            label="Create Invoice"
            busy={pending === 'pending' ? 'Creating...' : 'Create Invoice'}
            isPending={create.isPending}
          />
          <ActionButton label="Save as Draft" isPending={pending === 'draft'} onPress={() => void state.submit(save('draft'))()} />
        </>
      }
    />
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
