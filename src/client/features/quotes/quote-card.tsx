import type { QuoteStatus } from '../../../shared/quotes';
import type { Inquiry } from '../../../shared/quotes-schemas';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { ContactLinks } from '../../ui/contact-links';
import { MutationButton } from '../../ui/mutation-button';
import { CreateWorkOrder } from './create-work-order';
import { SuggestedPrice } from './suggested-price';

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
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
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
  return <MutationButton look={look} label={label} about={name} call={change} input={{ id, status: to }} />;
}
