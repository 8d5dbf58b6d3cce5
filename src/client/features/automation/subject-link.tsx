import { type ReactNode, useState } from 'react';
import type { Opportunity } from '../../../shared/automation-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorState, ListSkeleton } from '../../ui/states';

type RowLinkProps = { type: string; id: number; look: string; children: ReactNode };

function RowLink({ type, id, look, children }: RowLinkProps) {
  switch (type) {
    case 'client':
      return <ScreenLink to="/clients" search={{ client: id }} look={look} label={children} />;
    case 'booking':
      return <ScreenLink to="/bookings" search={{ booking: id }} look={look} label={children} />;
    case 'quote':
      return <ScreenLink to="/admin" search={{ quote: id }} hash="quotes" look={look} label={children} />;
    case 'order':
      return <ScreenLink to="/orders" search={{ order: id }} look={look} label={children} />;
    case 'work-order':
      return <ScreenLink to="/team" search={{ order: id }} look={look} label={children} />;
    case 'invoice':
      return <ScreenLink to="/invoices" search={{ invoice: id }} look={look} label={children} />;
    case 'product':
      return <ScreenLink to="/inventory-accounting" search={{ tab: 'products', product: id }} look={look} label={children} />;
    default:
      return children;
  }
}

const LABELS: Partial<Record<Opportunity['subjectType'], string>> = {
  client: 'Open client',
  booking: 'Open booking',
  quote: 'Open quote',
  order: 'Open order',
  'work-order': 'Open work order',
};

type SubjectLinkProps = { opportunity: Pick<Opportunity, 'kind' | 'subjectType' | 'subjectId' | 'title'>; look: string };

export function SubjectLink({ opportunity: { kind, subjectType, subjectId, title }, look }: SubjectLinkProps) {
  const withTitle = (words: string) => (
    <>
      {words}
      <span className="sr-only"> of {title}</span>
    </>
  );
  const label = LABELS[subjectType];
  if (label)
    return (
      <RowLink type={subjectType} id={Number(subjectId)} look={look}>
        {withTitle(label)}
      </RowLink>
    );
  if (subjectType === 'cart') return <OpenCart id={subjectId} title={title} look={look} />;
  if (subjectType === 'supplier')
    return (
      <ScreenLink
        to="/inventory-accounting"
        search={{ tab: 'products', search: subjectId }}
        look={look}
        label={withTitle('Open products')}
      />
    );
  // The charts show demand by service and area; a town links to the clients who live there.
  if (kind === 'insight' || subjectType === 'service' || subjectType === 'area')
    return <ScreenLink to="/ai-dashboard" hash="demand" look={look} label={withTitle('Open demand')} />;
  return <ScreenLink to="/clients" search={{ q: subjectId }} look={look} label={withTitle('Open clients')} />;
}

export function EvidenceLink({ type, id, text }: Opportunity['evidence'][number]) {
  const look = 'inline-flex items-center underline underline-offset-4 hover:text-ink max-lg:min-h-11 lg:min-h-6';
  if (type === 'demand') return <ScreenLink to="/ai-dashboard" hash="demand" look={look} label={text} />;
  const row = Number(id);
  if (!Number.isSafeInteger(row) || row < 1) return text;
  return (
    <RowLink type={type} id={row} look={look}>
      {text}
    </RowLink>
  );
}

type OpenCartProps = { id: string; title: string; look: string };

function OpenCart({ id, title, look }: OpenCartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={look} onClick={() => setIsOpen(true)}>
        Open cart<span className="sr-only"> of {title}</span>
      </button>
      {isOpen && (
        <Dialog isOpen onOpenChange={setIsOpen} title="Cart left behind" text={title}>
          <Cart id={id} />
        </Dialog>
      )}
    </>
  );
}

function Cart({ id }: { id: string }) {
  const cart = trpc.store.getCart.useQuery({ id });
  if (cart.isPending) return <ListSkeleton label="Loading the cart..." />;
  if (cart.isError) {
    const isGone = cart.error.data?.httpStatus === 404;
    return isGone ? <p>{cart.error.message}</p> : <ErrorState text="The cart could not be loaded." onRetry={() => void cart.refetch()} />;
  }
  const { email, consent, items, subtotal, updatedAt, orderNumber } = cart.data;
  return (
    <div className="grid gap-4">
      <ul className="grid divide-y divide-line rounded-card border border-line">
        {items.map(({ name, quantity, price }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
            <span className="[overflow-wrap:anywhere]">
              {quantity} × {name}
            </span>
            <span className="tabular-nums">
              {formatPrice(price)}
              {quantity > 1 && ' each'}
            </span>
          </li>
        ))}
        <li className="flex justify-between gap-4 px-4 py-2.5 font-semibold">
          <span>Subtotal before tax</span>
          <span className="tabular-nums">{formatPrice(subtotal)}</span>
        </li>
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[15px]">
        <dt className="text-muted">Email</dt>
        <dd className="[overflow-wrap:anywhere]">{email ?? 'not given'}</dd>
        <dt className="text-muted">Reminders</dt>
        <dd>{consent ? 'agreed to at the checkout' : 'not agreed to at the checkout'}</dd>
        <dt className="text-muted">Last changed</dt>
        <dd>
          <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>
        </dd>
        <dt className="text-muted">Ordered</dt>
        <dd>{orderNumber === null ? 'no' : `as order ${orderNumber}`}</dd>
      </dl>
    </div>
  );
}
