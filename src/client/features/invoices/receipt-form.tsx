import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { useTextForm } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { DraftNote } from '../../ui/public/draft-note';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { ErrorState, ListSkeleton } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { useDraft, useKeepDraft } from './form-draft';
import { tellSavedAlready, tellTrouble } from './form-trouble';
import { PaymentFields, RefundFields } from './receipt-fields';
import { blankReceipt, type ReceiptValues, receiptForm, refundOf } from './receipt-values';
import { showSigned } from './signed-amount';

/** Makes a receipt of a payment or a refund; `refund` is the receipt that is refunded. */
export function NewReceipt({ refund, onDone }: { refund: number | undefined; onDone: () => void }) {
  const refunded = trpc.invoices.getReceipt.useQuery({ id: refund ?? 0 }, { enabled: refund !== undefined });
  return (
    <>
      <RecordHeader back={<BackButton label="Back to Receipts" onPress={onDone} />} title="Create New Receipt" />
      {refund !== undefined && refunded.isPending && <ListSkeleton label="Loading the receipt..." />}
      {refunded.isError && <ErrorState text="The receipt could not be loaded." onRetry={() => void refunded.refetch()} />}
      {refund === undefined && <FilledForm blank={blankReceipt()} draft="receipt" onDone={onDone} />}
      {refunded.data && <FilledForm blank={refundOf(refunded.data)} draft={`refund-${refunded.data.id}`} onDone={onDone} />}
    </>
  );
}

type FilledFormProps = { blank: ReceiptValues; draft: string; onDone: () => void };

function useReceiptForm({ blank, draft: name, onDone }: FilledFormProps) {
  const draft = useDraft(name, blank);
  const form = useTextForm(receiptForm, draft.values);
  useKeepDraft(form, draft);
  const create = trpc.invoices.createReceipt.useMutation({
    meta: { failure: 'Failed to create receipt. Please try again.' },
    onSuccess: (made) => {
      draft.drop();
      showToast({ title: 'Receipt Created', description: `${made.receiptNumber} for ${made.customerName}, ${showSigned(made)}.` });
      onDone();
    },
    onError: (error) => {
      showIssues(form, error);
      tellSavedAlready(error, draft);
    },
  });
  const send = (values: ReceiptValues) => {
    if (create.isPending) return;
    const { customerEmail, refundOfId, ...rest } = values;
    create.mutate({
      ...rest,
      customerEmail: String(customerEmail ?? '').trim() || null,
      refundOfId: rest.isRefund ? refundOfId : null,
      idempotencyKey: draft.key,
    });
  };
  const clear = () => {
    form.reset(blank);
    draft.drop();
  };
  return { form, isRestored: draft.isRestored, clear, isPending: create.isPending, submit: form.handleSubmit(send, tellTrouble) };
}

function FilledForm(props: FilledFormProps) {
  const { form, isRestored, clear, isPending, submit } = useReceiptForm(props);
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => void submit(event)}
      onReset={(event) => {
        event.preventDefault();
        clear();
      }}
    >
      {isRestored && <DraftNote />}
      <Panel title="Payment">
        <PaymentFields form={form} />
        <RefundFields form={form} />
      </Panel>
      <div className="flex flex-wrap gap-3 *:max-sm:grow">
        <button type="submit" className="button-primary" aria-disabled={isPending} onClick={(event) => isPending && event.preventDefault()}>
          {isPending ? 'Creating...' : 'Create Receipt'}
        </button>
        <Button label="Cancel" onPress={props.onDone} />
      </div>
    </form>
  );
}
