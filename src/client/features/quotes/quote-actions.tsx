import type { z } from 'zod';
import { ADDRESS_NEEDED, quoteWorkOrder } from '../../../shared/quote-work-order';
import type { QuoteStatus } from '../../../shared/quotes';
import type { Inquiry } from '../../../shared/quotes-schemas';
import { requiredAddress } from '../../../shared/text';
import { useQuoteStep } from '../../quote-steps';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useTextForm } from '../../ui/form';
import { JobFields } from '../../ui/job-fields';
import { CallButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

const STEPS: Record<QuoteStatus, { to: QuoteStatus; label: string; look: string }> = {
  pending: { to: 'confirmed', label: 'Confirm Quote', look: 'button-dark' },
  confirmed: { to: 'completed', label: 'Mark Completed', look: 'button-ghost' },
  completed: { to: 'pending', label: 'Reset to Pending', look: 'button-ghost' },
};

/** Changes a request to the status that follows its own. */
export function StatusButton({ inquiry: { id, name, status } }: { inquiry: Inquiry }) {
  const { to, label, look } = STEPS[status];
  return (
    <CallButton
      look={`${look} min-h-9 px-3.5 text-sm pointer-coarse:min-h-11`}
      label={label}
      about={name}
      call={useQuoteStep()}
      input={{ id, status: to }}
    />
  );
}

/** Opens the newest job of a request, or creates one. */
export const JobActions = ({ inquiry }: { inquiry: Inquiry }) => (
  <>
    {inquiry.workOrderId !== null && (
      <ScreenLink to="/team" search={{ order: inquiry.workOrderId }} label="Open work order" about={inquiry.name} />
    )}
    {inquiry.status === 'confirmed' && <CreateWorkOrder inquiry={inquiry} />}
  </>
);

function CreateWorkOrder({ inquiry }: { inquiry: Inquiry }) {
  const needsAddress = inquiry.address === null;
  const text = [
    inquiry.workOrderId !== null && 'This request already has a work order. This adds a second one.',
    needsAddress && 'The request came without an address. A work order needs one.',
    'You can change the date and the rest afterwards.',
  ];
  return (
    <DialogButton
      label="Create Work Order"
      about={inquiry.name}
      title={inquiry.workOrderId === null ? 'Create a work order' : 'Create another work order?'}
      text={text.filter(Boolean).join(' ')}
    >
      {(close) => <WorkOrderForm inquiry={inquiry} onDone={close} />}
    </DialogButton>
  );
}

const jobForm = quoteWorkOrder.pick({ address: true, totalAmount: true, estimatedDuration: true, crewSize: true });
const jobFormWithAddress = jobForm.extend({ address: requiredAddress(240) });

function WorkOrderForm({ inquiry: { id, name, address, workOrderId }, onDone }: { inquiry: Inquiry; onDone: () => void }) {
  const needsAddress = address === null;
  const form = useTextForm<z.input<typeof jobForm>>(needsAddress ? jobFormWithAddress : jobForm, {
    address: '',
    totalAmount: '',
    estimatedDuration: '',
    crewSize: '1',
  });
  const create = trpc.quotes.createWorkOrder.useMutation({
    meta: { failure: 'Failed to create work order. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Work Order Created', description: `It is on the Team Dashboard, for ${name}.` });
    },
  });
  return (
    <SaveForm
      form={form}
      call={create}
      input={(values) => ({ ...values, id, another: workOrderId !== null })}
      onCancel={onDone}
      submit="Create Work Order"
      busy="Creating..."
    >
      {needsAddress && (
        <TextField form={form} name="address" label="Address" missing={ADDRESS_NEEDED} placeholder="100 Victoria Street, Kamloops, BC" />
      )}
      <JobFields form={form} />
    </SaveForm>
  );
}
