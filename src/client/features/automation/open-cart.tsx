import { useState } from 'react';
import { formatPrice } from '../../../shared/store-sums';
import { formatDateTime } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { ErrorState, ListSkeleton } from '../../ui/states';

type OpenCartProps = { id: string; title: string; look: string };

export function OpenCart({ id, title, look }: OpenCartProps) {
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
