import { zodResolver } from '@hookform/resolvers/zod';
import { trpc } from '../../trpc';
import { BottomBar } from '../../ui/bottom-bar';
import { Button } from '../../ui/button';
import { SubmitButton } from '../../ui/dialog-buttons';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { DraftNote } from '../../ui/public/draft-note';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { EmptyState } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { showErrors, useDraftForm } from './form-draft';
import { formatSigned } from './format';
import { PaymentFields, RefundFields } from './receipt-fields';
import { blankReceipt, type ReceiptValues, receiptForm, toRefund } from './receipt-values';

export function NewReceipt({ refund, onDone }: { refund: number | undefined; onDone: () => void }) {
  const refunded = trpc.invoices.getReceipt.useQuery({ id: refund ?? 0 }, { enabled: refund !== undefined });
  return (
    <>
      <RecordHeader back={<BackButton label="Back to Receipts" onPress={onDone} />} title="Create New Receipt" />
      {refund === undefined ? (
        <FilledForm blank={blankReceipt()} draft="receipt" onDone={onDone} />
      ) : (
        <Loaded
          query={refunded}
          loading="Loading the receipt..."
          failed="The receipt could not be loaded."
          missing={
            <EmptyState
              heading="h2"
              title="No such receipt"
              text="The link may be mistyped."
              action="Show All Receipts"
              onAction={onDone}
            />
          }
        >
          {(receipt) => <FilledForm blank={toRefund(receipt)} draft={`refund-${receipt.id}`} onDone={onDone} />}
        </Loaded>
      )}
    </>
  );
}

type FilledFormProps = { blank: ReceiptValues; draft: string; onDone: () => void };

// Sends the typed text, since the schema's output is in cents.
const resolver = zodResolver(receiptForm, undefined, { raw: true });

function FilledForm({ blank, draft: name, onDone }: FilledFormProps) {
  const { form, draft, onError, onReset } = useDraftForm<ReceiptValues>({ name, blank, resolver });
  const create = trpc.invoices.createReceipt.useMutation({
    meta: { failure: 'Failed to create receipt. Please try again.' },
    onSuccess: (made) => {
      draft.drop();
      showToast({ title: 'Receipt Created', description: `${made.receiptNumber} for ${made.customerName}, ${formatSigned(made)}.` });
      onDone();
    },
    onError,
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
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => void form.handleSubmit(send, showErrors)(event)}
      onReset={onReset}
    >
      {draft.isRestored && <DraftNote />}
      <Panel title="Payment">
        <PaymentFields form={form} />
        <RefundFields form={form} />
      </Panel>
      <BottomBar layout="flex-wrap gap-3 sm:sticky sm:bottom-0 sm:z-10 sm:border-line sm:border-t sm:bg-sage-50 sm:py-3">
        <SubmitButton label="Create Receipt" busy="Creating..." isPending={create.isPending} />
        <Button label="Cancel" onPress={onDone} />
      </BottomBar>
    </form>
  );
}
