import { type FormEvent, useState } from 'react';
import type { QuoteStatus } from '../../../shared/quotes';
import { ADDRESS_NEEDED, type Inquiry } from '../../../shared/quotes-schemas';
import { useQuoteStep } from '../../quote-steps';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { CallButton } from '../../ui/mutation-button';
import { pressOnce } from '../../ui/press-once';
import { Field } from '../../ui/public/field';
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
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const create = trpc.quotes.createWorkOrder.useMutation({
    meta: { failure: 'Failed to create work order. Please try again.' },
    onSuccess: () => {
      setIsOpen(false);
      showToast({ title: 'Work Order Created', description: `It is on the Team Dashboard, for ${inquiry.name}.` });
    },
  });
  const hasOne = inquiry.workOrderId !== null;
  const needsAddress = inquiry.address === null;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const isWithout = needsAddress && address.trim() === '';
    setIsMissing(isWithout);
    if (!isWithout) create.mutate({ id: inquiry.id, another: hasOne, ...(needsAddress && { address }) });
  };

  return (
    <>
      <button
        type="button"
        className="button-ghost"
        disabled={create.isPending}
        {...pressOnce(() => (hasOne || needsAddress ? setIsOpen(true) : submit()))}
      >
        Create Work Order<span className="sr-only"> for {inquiry.name}</span>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={hasOne ? 'Create another work order?' : 'Where is the job?'}
        text={
          hasOne
            ? 'This request already has a work order. This adds a second one.'
            : 'The request came without an address. A work order needs one.'
        }
      >
        <form noValidate className="grid gap-4" onSubmit={submit}>
          {needsAddress && (
            <Field label="Address" isRequired error={isMissing ? ADDRESS_NEEDED : create.error?.data?.issues?.[0]?.message}>
              {(control) => (
                <input
                  {...control}
                  value={address}
                  placeholder="100 Victoria Street, Kamloops, BC"
                  onChange={(event) => setAddress(event.target.value)}
                />
              )}
            </Field>
          )}
          <DialogButtons onCancel={() => setIsOpen(false)} submit="Create Work Order" busy="Creating..." isPending={create.isPending} />
        </form>
      </Dialog>
    </>
  );
}
