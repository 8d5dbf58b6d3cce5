import { formatService } from '../../../shared/dispatch';
import type { CompetitorPrice } from '../../../shared/market';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate } from '../../../shared/time';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { LoadMore } from '../../ui/load-more';
import { ConfirmButton } from '../../ui/mutation-button';
import { getRows, PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { showToast } from '../../ui/toast/toast-store';
import { CompetitorComparison, showUnit } from './competitor-comparison';
import { CompetitorPriceForm } from './competitor-price-form';

const PAGE = 20;
const DIALOG_TEXT = 'Enter a price as you saw it. Prices are never looked up for you.';

export function CompetitorPrices() {
  const list = trpc.market.listPrices.useInfiniteQuery({ limit: PAGE }, PAGED);
  const prices = getRows(list);
  return (
    <Panel title="Competitor prices">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">Prices that you entered, compared with your own finished jobs.</p>
        <DialogButton label="Add Price" title="Add a competitor's price" text={DIALOG_TEXT}>
          {(close) => <CompetitorPriceForm onDone={close} />}
        </DialogButton>
      </div>
      {list.isPending && <ListSkeleton label="Loading the competitor prices..." />}
      {list.isError && <ErrorState text="The competitor prices could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && prices.length === 0 && (
        <EmptyState
          title="No competitor prices entered"
          text="Enter prices from a flyer or a website, and the competitor analysis compares them with your own."
        />
      )}
      {prices.length > 0 && (
        <>
          <CompetitorComparison />
          <ul aria-label="Entered prices" className="grid divide-y divide-line">
            {prices.map((price) => (
              <PriceRow key={price.id} price={price} />
            ))}
          </ul>
        </>
      )}
      <LoadMore list={list} />
    </Panel>
  );
}

function PriceRow({ price }: { price: CompetitorPrice }) {
  const { id, competitor, service, unit, source, observedOn } = price;
  const remove = trpc.market.removePrice.useMutation({
    meta: { failure: 'Failed to remove the price. Please try again.' },
    onSuccess: () => showToast({ title: 'Price Removed', description: `A price of ${competitor} was removed from the list.` }),
  });
  const amount = `${formatPrice(price.price)} ${showUnit(unit)}`;
  const about = `${competitor}, ${formatService(service)}, ${amount}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{competitor}</p>
        <p className="tabular-nums [overflow-wrap:anywhere]">
          {formatService(service)}, {amount}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          Seen on <time dateTime={observedOn}>{formatDate(observedOn)}</time>
          {source && `, ${source}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DialogButton label="Edit" about={about} title="Edit the price" text={DIALOG_TEXT}>
          {(close) => <CompetitorPriceForm price={price} onDone={close} />}
        </DialogButton>
        <ConfirmButton
          label="Remove"
          about={about}
          busy="Removing..."
          call={remove}
          input={{ id }}
          title={`Remove ${amount} of ${competitor}?`}
          text="The next competitor analysis will not count it."
          action="Remove Price"
        />
      </div>
    </li>
  );
}
