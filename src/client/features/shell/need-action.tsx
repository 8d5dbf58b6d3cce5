import { type LinkProps, linkOptions, useNavigate } from '@tanstack/react-router';
import { UNDO_SECONDS } from '../../../shared/dispatch';
import type { Need, NeedKind } from '../../../shared/overview';
import { useQuoteStep } from '../../quote-steps';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ScreenLink } from '../../ui/button';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

const LOOK = 'button-ghost shrink-0 px-3.5 text-sm lg:min-h-9';
const link = linkOptions;

type Step = readonly [label: string, to: LinkProps];
/** The next step of the kinds whose records are worked on at their own screens. */
const STEPS: Partial<Record<NeedKind, (need: Need) => Step>> = {
  unread: ({ id }) => ['Answer', link({ to: '/messages', search: { view: 'conversations', client: id } })],
  quoteChanges: ({ id }) => ['Review', link({ to: '/admin', search: { view: 'priced', priced: id } })],
  plans: ({ id }) => ['Review', link({ to: '/plans', search: { plan: id } })],
  unassigned: ({ id }) => ['Assign', link({ to: '/dispatch', search: { assign: id } })],
  orders: ({ id, status }) => [status === 'pending' ? 'Pack' : 'Ship', link({ to: '/orders', search: { order: id } })],
  drafts: () => ['Review', link({ to: '/messages', search: { view: 'drafts' } })],
  missed: () => ['Reschedule', link({ to: '/social-media', search: { tab: 'schedule', view: 'missed' } })],
  lowStock: () => ['Reorder', link({ to: '/inventory-accounting', search: { tab: 'products', view: 'reorder' } })],
};

/** Shows the one button of a record that waits. */
export function NeedAction({ kind, need }: { kind: NeedKind; need: Need }) {
  if (kind === 'quotes') return <Confirm need={need} />;
  if (kind === 'bookings') return <CreateJob need={need} />;
  if (kind === 'toInvoice') return <CreateInvoice need={need} />;
  if (kind === 'overdue') return <Remind need={need} />;
  if (kind === 'failed') return <SendAgain need={need} />;
  const [label, to] = STEPS[kind]?.(need) ?? [];
  return label && <ScreenLink {...to} look={LOOK} label={label} about={need.title} />;
}

const Confirm = ({ need: { id, title } }: { need: Need }) => {
  const step = useQuoteStep();
  return (
    <ActionButton
      look={LOOK}
      label="Confirm"
      about={title}
      isPending={step.isPending}
      onPress={() => step.mutate({ id, status: 'confirmed' })}
    />
  );
};

function CreateJob({ need: { id, title } }: { need: Need }) {
  const navigate = useNavigate();
  const create = trpc.booking.createWorkOrder.useMutation({
    meta: { failure: 'Failed to create work order. Please try again.' },
    onSuccess: ({ workOrderId, clientName }) =>
      showToast({
        title: 'Job created.',
        description: clientName,
        ...(workOrderId !== null && { onOpen: () => void navigate({ to: '/team', search: { order: workOrderId } }) }),
      }),
  });
  return <ActionButton look={LOOK} label="Create job" about={title} isPending={create.isPending} onPress={() => create.mutate({ id })} />;
}

function CreateInvoice({ need: { id, title } }: { need: Need }) {
  const navigate = useNavigate();
  const undo = trpc.invoices.delete.useMutation({
    meta: { failure: 'Failed to delete invoice. Please try again.' },
    onSuccess: () => showToast({ title: 'Undone', description: 'The job is to be invoiced again.' }),
  });
  const create = trpc.invoices.createFromWorkOrder.useMutation({
    meta: { failure: 'Failed to create invoice. Please try again.' },
    onSuccess: ({ id: invoice, invoiceNumber, customerName }) =>
      showToast({
        title: `Invoice ${invoiceNumber} created.`,
        description: customerName,
        durationMs: UNDO_SECONDS * 1000,
        onOpen: () => void navigate({ to: '/invoices', search: { invoice } }),
        action: { label: 'Undo', run: () => undo.mutate({ id: invoice }) },
      }),
    onError: ({ data }) => {
      // Without a price the form asks for it before anything is stored.
      if (!data?.issues?.some(({ path }) => path === 'subtotal')) return;
      showToast({ title: 'This job has no price yet.', description: 'Enter the subtotal, then create the invoice.' });
      void navigate({ to: '/invoices', search: { new: 1, order: id } });
    },
  });
  return (
    <ActionButton look={LOOK} label="Create invoice" about={title} isPending={create.isPending} onPress={() => create.mutate({ id })} />
  );
}

function Remind({ need: { id, title, detail, status } }: { need: Need }) {
  if (status === 'reminded') return <span className="shrink-0 px-3.5 text-muted text-sm">Reminded</span>;
  // An invoice that was not delivered or has no e-mail address needs a person.
  if (status !== 'due') return <ScreenLink to="/invoices" search={{ invoice: id }} look={LOOK} label="Open" about={title} />;
  return (
    <MutationButton
      look={LOOK}
      label="Remind"
      about={title}
      procedure={trpc.invoices.remind}
      input={{ id }}
      failure="Failed to send the reminder. Please try again."
      done={({ isStored }) => ({
        title: `Reminder of ${detail}`,
        description: isStored ? 'Kept in the outbox: no mail server configured' : `On its way to ${title}.`,
      })}
    />
  );
}

function SendAgain({ need: { id, title, status } }: { need: Need }) {
  const retry = trpc.drafts.retry.useMutation({
    meta: { failure: 'Failed to send the message again. Please try again.' },
    onSuccess: () => showToast({ title: 'The message is sent again.' }),
  });
  // The mail server may have sent an unconfirmed message, so a person decides at its own screen.
  if (status === 'unknown') return <ScreenLink to="/messages" search={{ view: 'failed' }} look={LOOK} label="Check" about={title} />;
  return <ActionButton look={LOOK} label="Send again" about={title} isPending={retry.isPending} onPress={() => retry.mutate({ id })} />;
}
