import { useState } from 'react';
import { formatCount } from '../../../shared/counts';
import { QUOTE_BIN_DAYS } from '../../../shared/quotes';
import { trpc } from '../../trpc';
import { useClose } from '../../ui/beside-list';
import { ConfirmDialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { CallButton } from '../../ui/mutation-button';
import { getRows, PAGED } from '../../ui/paged-list';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { Tooltip } from '../../ui/tooltip';
import { QuoteDrawer } from './quote-drawer';
import { type QuotesSearch, readQuotesSearch } from './quotes-search';
import { QuotesTable } from './quotes-table';

const FILTERS: readonly { value: QuotesSearch; label: string }[] = [
  { value: {}, label: 'All' },
  { value: { status: 'pending' }, label: 'Pending' },
  { value: { status: 'pending', waiting: '24h' }, label: 'Waiting over 24 h' },
  { value: { status: 'confirmed' }, label: 'Confirmed' },
  { value: { status: 'completed' }, label: 'Completed' },
];
/** Few, since the list stands below the rest of the start page. */
const PAGE = 5;

type AddressedQuotesProps = { address: Record<string, unknown>; onSearch: (search: QuotesSearch) => void };

/** Shows the quote requests that the search parameters of the address ask for. */
export const AddressedQuotes = ({ address, onSearch }: AddressedQuotesProps) => (
  <QuotesPanel search={readQuotesSearch(address)} onSearch={onSearch} />
);

export function QuotesPanel({ search, onSearch }: { search: QuotesSearch; onSearch: (search: QuotesSearch) => void }) {
  const { status, waiting, quote } = search;
  const list = trpc.quotes.list.useInfiniteQuery(
    { limit: PAGE, ...(status && { status }), ...(waiting && { waiting: true as const }) },
    { ...PAGED, select: (data) => ({ ...data, pages: data.pages.map(({ inquiries: rows, ...page }) => ({ ...page, rows })) }) },
  );
  const close = useClose('quote');
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <section id="quotes" aria-labelledby="quotes-title" className="grid scroll-mt-24 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="quotes-title" className="font-bold text-xl">
          Quote requests
        </h2>
        <p aria-live="polite" className="mr-auto text-muted tabular-nums">
          {list.data && `Total: ${total}`}
        </p>
        {getRows(list).length > 0 && status === undefined && <DeleteAllQuotes total={total} />}
        <FilterPills
          legend="Show"
          filters={FILTERS}
          value={FILTERS.find(({ value }) => status === value.status && waiting === value.waiting)?.value}
          onFilter={(value) => onSearch(value ?? {})}
        />
      </div>
      <QuotesTable list={list} search={search} />
      <QuoteBin />
      {quote !== undefined && <QuoteDrawer key={quote} id={quote} onClose={close} />}
    </section>
  );
}

const formatRequests = (count: number) => formatCount(count, 'quote request');

const useRestore = () =>
  trpc.quotes.restore.useMutation({
    meta: { failure: 'Failed to restore quote requests' },
    onSuccess: ({ restoredCount }) => showToast({ title: 'Restored', description: `${formatRequests(restoredCount)} brought back.` }),
  });

function DeleteAllQuotes({ total }: { total: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const restore = useRestore();
  const remove = trpc.quotes.deleteAll.useMutation({
    meta: { failure: 'Failed to delete quote requests' },
    onSuccess: ({ deletedCount }) =>
      showToast({
        title: 'Quotes Deleted',
        description: `${formatRequests(deletedCount)} moved to the bin.`,
        action: { label: 'Undo', run: () => restore.mutate() },
      }),
  });
  return (
    <>
      <Tooltip text={`Moves every request to the bin. You can restore them for ${QUOTE_BIN_DAYS} days.`}>
        <button
          type="button"
          className="button-base border-red-600 text-red-600 sm:order-last hover:bg-red-100"
          disabled={remove.isPending}
          onClick={() => setIsOpen(true)}
        >
          <span>
            Delete All<span className="max-sm:sr-only"> Quotes</span>
          </span>
        </button>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Delete all quote requests?"
        text={`${formatRequests(total)} will be moved to the bin and can be restored for ${QUOTE_BIN_DAYS} days. Clients and work orders stay.`}
        action="Delete All"
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

function QuoteBin() {
  const bin = trpc.quotes.bin.useQuery();
  const restore = useRestore();
  if (!bin.data || bin.data.count === 0 || !bin.data.deletedAt) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      {formatRequests(bin.data.count)} in the bin, kept for {QUOTE_BIN_DAYS} days; last deleted {formatTimestamp(bin.data.deletedAt)}
      <CallButton
        look="min-h-11 font-semibold text-pine-700 underline underline-offset-4"
        label="Restore the last deletion"
        busy="Restoring..."
        call={restore}
        input={undefined}
      />
    </p>
  );
}
