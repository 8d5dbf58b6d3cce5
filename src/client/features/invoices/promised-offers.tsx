import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { MAX_ITEMS } from '../../../shared/invoices';
import { isSameOffer, type PromisedOffer, pricePromises } from '../../../shared/offers';
import { isPhone } from '../../../shared/phone';
import { formatMoney } from '../../../shared/store-sums';
import { requiredEmail } from '../../../shared/text';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { ReasonDialog } from '../../ui/reason-dialog';
import { getDeducted, getTaxable, type InvoiceValues, type JobDeposit } from './invoice-values';

type Form = UseFormReturn<InvoiceValues, unknown, InvoiceValues>;
export type JobLinks = { workOrderId: number | null; bookingId: number | null };
/** `cents` is undefined while the offer is removed or the amount is too low for it; `removedReason` is set once the owner removed it. */
type Promised = PromisedOffer & { cents: number | undefined; removedReason: string | undefined };
export type Promises = { rows: Promised[]; isError: boolean; setReason: (promise: PromisedOffer, reason: string | undefined) => void };

export function usePromises({ control, setValue }: Form, job: JobLinks | undefined, deposit: JobDeposit | undefined): Promises {
  const [customerEmail, customerPhone, items, subtotal, removed = []] = useWatch({
    control,
    name: ['customerEmail', 'customerPhone', 'items', 'subtotal', 'withoutOffers'],
  });
  const email = requiredEmail.safeParse(customerEmail).data ?? null;
  const isKnown = job !== undefined || email !== null || isPhone(customerPhone ?? '');
  const question = { ...job, customerEmail: email, customerPhone };
  const found = trpc.offers.listPromised.useQuery(question, { enabled: isKnown, placeholderData: (before) => before });
  const known = isKnown ? (found.data?.rows ?? []) : [];
  const findReason = (promise: PromisedOffer) => removed.find((one) => isSameOffer(one)(promise))?.reason;
  const { servicesCents, goodsCents } = getTaxable({ items, subtotal });
  const room = MAX_ITEMS - Math.max(1, items.length);
  const kept = known.filter((promise) => findReason(promise) === undefined);
  // An offer takes its share of the whole charge, before the deposit.
  const takenOff = deposit === undefined ? 0 : deposit.cents - getDeducted({ items }, deposit);
  const applied = pricePromises(kept, servicesCents + goodsCents + takenOff).slice(0, room);
  return {
    rows: known.map((promise) => ({ ...promise, cents: applied.find(isSameOffer(promise))?.cents, removedReason: findReason(promise) })),
    isError: isKnown && found.isError,
    setReason: (promise, reason) => {
      const others = removed.filter((one) => !isSameOffer(one)(promise));
      const { offer, referralId } = promise;
      const all = reason === undefined ? others : [...others, { offer, referralId, reason }];
      setValue('withoutOffers', all.length > 0 ? all : undefined);
    },
  };
}

export function PromisedOffers({ promises: { rows, isError, setReason } }: { promises: Promises }) {
  if (isError) return <p className="text-muted">The promised offers could not be loaded. They are added when the invoice is saved.</p>;
  if (rows.length === 0) return null;
  return (
    <ul className="grid gap-4" aria-label="Promised offers">
      {rows.map((promise) => (
        <Offer key={`${promise.offer} ${promise.referralId}`} promise={promise} onReason={(reason) => setReason(promise, reason)} />
      ))}
    </ul>
  );
}

type OfferProps = { promise: Promised; onReason: (reason: string | undefined) => void };

function Offer({ promise: { description, reason, cents, removedReason }, onReason }: OfferProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isRemoved = removedReason !== undefined;
  return (
    <li className="grid gap-2 rounded-small border border-line bg-sage-50 p-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 font-semibold">
        <span className={`min-w-0 [overflow-wrap:anywhere] ${isRemoved ? 'line-through' : ''}`}>{description}</span>
        <span className="ml-auto tabular-nums">{cents === undefined ? '' : formatMoney(-cents)}</span>
      </p>
      <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{reason}</p>
      {isRemoved && <p className="text-sm [overflow-wrap:anywhere]">Removed: {removedReason}</p>}
      {!isRemoved && cents === undefined && <p className="text-sm">It is subtracted once the amount is high enough.</p>}
      <Button
        look="button-ghost justify-self-start lg:min-h-9"
        label={isRemoved ? 'Add again' : 'Remove'}
        about={description}
        onPress={() => (isRemoved ? onReason(undefined) : setIsOpen(true))}
      />
      <ReasonDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Remove this offer?"
        text={`“${description}” was promised to the client. The reason is saved with the invoice.`}
        submit="Remove Offer"
        cancel="Keep It"
        isPending={false}
        error={undefined}
        onSubmit={(typed) => {
          onReason(typed);
          setIsOpen(false);
        }}
      />
    </li>
  );
}
