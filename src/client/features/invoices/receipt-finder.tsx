import type { Receipt } from '../../../shared/invoices-schemas';
import { subtractAmounts } from '../../../shared/money';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { FoundList, FoundRows } from '../../ui/found-list';
import { formatShortDate } from '../../ui/times';

const SHOWN = 5;
type ReceiptFinderProps = { chosen: number | null; error: string | undefined; onChoose: (receipt: Receipt | null) => void };

export function ReceiptFinder({ chosen, error, onChoose }: ReceiptFinderProps) {
  return (
    <div className="grid gap-2">
      {chosen === null ? (
        <FoundList
          label="Refunded Receipt"
          placeholder="Number, customer or description"
          hint="Optional. A refund cannot exceed its receipt."
          error={error}
        >
          {(words) => <FoundReceipts words={words} onChoose={onChoose} />}
        </FoundList>
      ) : (
        <ChosenReceipt id={chosen} onRemove={() => onChoose(null)} />
      )}
      {error && chosen !== null && <p className="font-medium text-red-600 text-sm">{error}</p>}
    </div>
  );
}

function FoundReceipts({ words, onChoose }: { words: string; onChoose: (receipt: Receipt) => void }) {
  const found = trpc.invoices.listReceipts.useQuery(
    { view: 'payments', search: words, limit: SHOWN },
    { placeholderData: (before) => before },
  );
  return (
    <FoundRows
      found={found}
      nothing="No payment has these words."
      show={({ receiptNumber, customerName, amountPaid, paymentDate }) => ({
        name: `${receiptNumber}, ${customerName}`,
        text: `${formatPrice(amountPaid)} on ${formatShortDate(paymentDate)}`,
      })}
      onChoose={onChoose}
    />
  );
}

export const getLeft = ({ amountPaid, refunded }: Receipt): string => subtractAmounts(amountPaid, refunded);

function ChosenReceipt({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data, isError } = trpc.invoices.getReceipt.useQuery({ id });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-small border border-line bg-sage-50 px-3.5 py-2.5">
      <p className="mr-auto [overflow-wrap:anywhere]">
        <span className="text-muted text-sm">Refunded Receipt</span>
        <br />
        <span className="font-semibold">
          {data ? `${data.receiptNumber}, ${data.customerName}` : isError ? 'The receipt could not be loaded.' : 'Loading the receipt...'}
        </span>
        {data && <span className="block text-muted text-sm">Up to {formatPrice(getLeft(data))} can go back.</span>}
      </p>
      <Button look="button-ghost lg:min-h-9" label="Choose Another" onPress={onRemove} />
    </div>
  );
}
