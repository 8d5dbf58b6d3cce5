import { type FormEvent, useState } from 'react';
import type { QuoteStatus } from '../../../shared/quotes';
import { ADDRESS_NEEDED, type Inquiry } from '../../../shared/quotes-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { ContactLinks } from '../../ui/contact-links';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { CallButton } from '../../ui/mutation-button';
import { pressOnce } from '../../ui/press-once';
import { Field } from '../../ui/public/field';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const TONES: Record<QuoteStatus, Tone> = { pending: 'waiting', confirmed: 'active', completed: 'good' };
const STEPS: Record<QuoteStatus, { to: QuoteStatus; label: string; look: string }> = {
  pending: { to: 'confirmed', label: 'Confirm Quote', look: 'button-dark' },
  confirmed: { to: 'completed', label: 'Mark Completed', look: 'button-ghost' },
  completed: { to: 'pending', label: 'Reset to Pending', look: 'button-ghost' },
};

export function QuoteCard({ inquiry }: { inquiry: Inquiry }) {
  const { id, name, email, phone, address, serviceType, message, status, createdAt, workOrderId } = inquiry;
  return (
    <li className="grid gap-4 rounded-card border border-line bg-paper p-5 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1.4fr)_auto] lg:items-start">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-bold text-lg [overflow-wrap:anywhere]">{name}</h3>
          <Chip tone={TONES[status]}>{status}</Chip>
        </div>
        <p className="mt-1 text-muted text-sm">
          <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
        </p>
        <div className="mt-2">
          <ContactLinks email={email} phone={phone} />
        </div>
      </div>
      <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[15px]">
        <dt className="text-muted">Service</dt>
        <dd className="capitalize">{serviceType}</dd>
        <dt className="text-muted">Address</dt>
        <dd className="[overflow-wrap:anywhere]">{address ?? <span className="text-muted">no address given</span>}</dd>
        {message && (
          <>
            <dt className="text-muted">Message</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</dd>
          </>
        )}
        {status === 'pending' && <SuggestedPrice inquiryId={id} />}
      </dl>
      <div className="flex flex-wrap gap-2 lg:max-w-56 lg:flex-col lg:items-stretch">
        <StatusButton id={id} name={name} status={status} />
        {status === 'confirmed' && <CreateWorkOrder inquiry={inquiry} />}
        {workOrderId !== null && (
          <ScreenLink
            to="/team"
            search={{ order: workOrderId }}
            look="inline-flex min-h-11 items-center justify-center px-2 font-semibold text-[15px] text-pine-700 underline underline-offset-4"
            label="Open work order"
          />
        )}
      </div>
    </li>
  );
}

function StatusButton({ id, name, status }: { id: number; name: string; status: QuoteStatus }) {
  const { to, label, look } = STEPS[status];
  const change = trpc.quotes.setStatus.useMutation({ meta: { failure: 'Failed to update status. Please try again.' } });
  return <CallButton look={look} label={label} about={name} call={change} input={{ id, status: to }} />;
}

function SuggestedPrice({ inquiryId }: { inquiryId: number }) {
  const { data } = trpc.market.priceSuggestion.useQuery({ inquiryId });
  if (!data) return null;
  const { suggested, p25, p75, explanation, createdAt } = data;
  return (
    <>
      <dt className="text-muted">Suggested price</dt>
      <dd className="min-w-0">
        {suggested === null || p25 === null || p75 === null ? (
          <p>No suggestion: {explanation}.</p>
        ) : (
          <>
            <p>
              <b className="font-semibold tabular-nums">{formatPrice(suggested)}</b>{' '}
              <span className="text-muted">
                suggestion only, usually {p25 === p75 ? formatPrice(p25) : `${formatPrice(p25)} to ${formatPrice(p75)}`}
              </span>
            </p>
            <details>
              <summary className="inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4 lg:min-h-8">
                How it was calculated
              </summary>
              <p className="[overflow-wrap:anywhere]">{explanation}</p>
              <p className="text-muted text-sm">
                As of <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>
              </p>
            </details>
          </>
        )}
      </dd>
    </>
  );
}

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
