import { useState } from 'react';
import { creditNoteInput, type InvoiceDetails } from '../../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SaveForm, TextField, useTextForm } from '../../ui/form';
import { useIdempotencyKey } from '../../ui/idempotency-key';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON } from './documents';

const noteInput = creditNoteInput.pick({ amount: true, reason: true });
type Props = { invoice: Pick<InvoiceDetails, 'id' | 'invoiceNumber' | 'totalAmount' | 'credited'> };

const leftOf = ({ totalAmount, credited }: Props['invoice']): string =>
  formatCents((parseCents(totalAmount) ?? 0) - (parseCents(credited) ?? 0));

export function CreateCreditNote({ invoice }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const left = leftOf(invoice);
  if (Number(left) === 0) return null;
  return (
    <div>
      <Button look={ROW_BUTTON} label="Create Credit Note" about={invoice.invoiceNumber} onPress={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Create a credit note for ${invoice.invoiceNumber}`}
        text={`Up to ${formatPrice(left)} can be credited, taxes included. Sales and taxes of this period go down by it.`}
      >
        <CreditForm invoice={invoice} onDone={() => setIsOpen(false)} />
      </Dialog>
    </div>
  );
}

function CreditForm({ invoice, onDone }: Props & { onDone: () => void }) {
  const idempotencyKey = useIdempotencyKey();
  const form = useTextForm(noteInput, { amount: leftOf(invoice), reason: '' });
  const create = trpc.invoices.createCreditNote.useMutation({
    meta: { failure: 'Failed to create the credit note. Please try again.' },
    onSuccess: ({ creditNoteNumber, amount }) => {
      onDone();
      showToast({
        title: 'Credit Note Created',
        description: `${creditNoteNumber} takes ${formatPrice(amount)} off ${invoice.invoiceNumber}.`,
      });
    },
  });
  return (
    <SaveForm
      form={form}
      call={create}
      input={(note) => ({ invoiceId: invoice.id, ...note, idempotencyKey })}
      onCancel={onDone}
      submit="Create Credit Note"
    >
      <TextField form={form} name="amount" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <TextField form={form} name="reason" label="Reason" missing="Please enter the reason." />
    </SaveForm>
  );
}
