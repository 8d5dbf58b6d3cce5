import type { InvoiceDetails } from '../../../shared/invoices-schemas';
import type { InvoiceOffer } from '../../../shared/offers';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { MutationButton } from '../../ui/mutation-button';
import { Panel } from '../../ui/panel';
import { ErrorState } from '../../ui/states';

export function InvoiceOffers({ invoice: { id, status } }: { invoice: InvoiceDetails }) {
  const offers = trpc.offers.listFor.useQuery({ invoiceId: id }, { enabled: status !== 'paid' });
  if (offers.isError)
    return (
      <Panel title="Offers for this invoice">
        <ErrorState text="The offers could not be loaded." onRetry={() => void offers.refetch()} />
      </Panel>
    );
  if (!offers.data || offers.data.rows.length === 0) return null;
  const { rows, refusal } = offers.data;
  return (
    <Panel title="Offers for this invoice">
      <ul className="grid divide-y divide-line">
        {rows.map((offer) => (
          <Offer key={`${offer.offer} ${offer.referralId}`} offer={offer} invoiceId={id} canChange={refusal === null} />
        ))}
      </ul>
      {refusal && rows.some(({ isGranted }) => !isGranted) && <p className="text-muted text-sm">{refusal}</p>}
    </Panel>
  );
}

type OfferProps = { offer: InvoiceOffer; invoiceId: number; canChange: boolean };

function Offer({ offer: shown, invoiceId, canChange }: OfferProps) {
  const { offer, referralId, description, reason, amount, isGranted, removedReason } = shown;
  const isNothing = Number(amount) === 0;
  return (
    <li className="grid justify-items-start gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 font-semibold">
        <span className="min-w-0 [overflow-wrap:anywhere]">{description}</span>
        <span className="ml-auto tabular-nums">{isNothing ? '' : `−${formatPrice(amount)}`}</span>
      </p>
      <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{reason}</p>
      {isGranted && <Chip tone="good">On this invoice</Chip>}
      {isGranted && canChange && <RemoveOffer offer={shown} invoiceId={invoiceId} />}
      {removedReason !== null && <p className="text-sm [overflow-wrap:anywhere]">Removed: {removedReason}</p>}
      {!isGranted && canChange && isNothing && <p className="text-muted text-sm">No amount is left for this offer.</p>}
      {!isGranted && canChange && !isNothing && (
        <MutationButton
          look="button-ghost justify-self-start lg:min-h-9"
          label="Add to invoice"
          about={description}
          busy="Adding..."
          procedure={trpc.offers.grant}
          input={{ invoiceId, offer, referralId }}
          failure="Failed to add the offer. Please try again."
          done={({ invoiceNumber, totalAmount }) => ({
            title: 'Offer Added',
            description: `${invoiceNumber} comes to ${formatPrice(totalAmount)} now.`,
          })}
        />
      )}
    </li>
  );
}

function RemoveOffer({ offer: { offer, referralId, description }, invoiceId }: Pick<OfferProps, 'offer' | 'invoiceId'>) {
  return (
    <MutationButton
      look="button-ghost justify-self-start lg:min-h-9"
      label="Remove"
      about={description}
      procedure={trpc.offers.remove}
      failure="Failed to remove the offer. Please try again."
      reason={{
        title: 'Remove this offer?',
        text: `“${description}” was promised to the client. The reason is saved, and the offer is not added again by itself.`,
        submit: 'Remove Offer',
        input: (reason) => ({ invoiceId, offer, referralId, reason }),
      }}
      done={({ invoiceNumber, totalAmount }) => ({
        title: 'Offer Removed',
        description: `${invoiceNumber} comes to ${formatPrice(totalAmount)} now.`,
      })}
    />
  );
}
