import { useState } from 'react';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { CallButton } from '../../ui/mutation-button';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { Tooltip } from '../../ui/tooltip';
import { QuoteCard } from './quote-card';
import { type QuotesSearch, readQuotesSearch } from './quotes-search';

const FILTERS: readonly { value: QuotesSearch; label: string }[] = [
  { value: {}, label: 'All' },
  { value: { status: 'pending' }, label: 'Pending' },
  { value: { status: 'pending', waiting: '24h' }, label: 'Waiting over 24 h' },
  { value: { status: 'confirmed' }, label: 'Confirmed' },
  { value: { status: 'completed' }, label: 'Completed' },
];
const PAGE = 25;

type AddressedQuotesProps = { address: Record<string, unknown>; onSearch: (search: QuotesSearch) => void };

/** Shows the quote requests that the search parameters of the address ask for. */
export const AddressedQuotes = ({ address, onSearch }: AddressedQuotesProps) => (
  <QuotesPanel search={readQuotesSearch(address)} onSearch={onSearch} />
);

export function QuotesPanel({ search, onSearch }: { search: QuotesSearch; onSearch: (search: QuotesSearch) => void }) {
  const { status, waiting, quote } = search;
  const list = trpc.quotes.list.useInfiniteQuery(
    { limit: PAGE, ...(status && { status }), ...(waiting && { waiting: true as const }), ...(quote && { id: quote }) },
    { ...PAGED, select: (data) => ({ ...data, pages: data.pages.map(({ inquiries: rows, ...page }) => ({ ...page, rows })) }) },
  );
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <section id="quotes" aria-labelledby="quotes-title" className="grid scroll-mt-24 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="quotes-title" className="font-bold text-xl">
          Quote requests
        </h2>
        <p aria-live="polite" className="mr-auto text-muted tabular-nums">
          {list.data && (quote ? '1 selected' : `Total: ${total}`)}
        </p>
        <FilterPills
          legend="Show"
          filters={FILTERS}
          value={quote ? undefined : FILTERS.find(({ value }) => status === value.status && waiting === value.waiting)?.value}
          onFilter={(value) => onSearch(value ?? {})}
        />
        {getRows(list).length > 0 && status === undefined && !quote && <DeleteAllQuotes total={total} />}
      </div>
      <PagedList
        list={list}
        loading="Loading quote requests..."
        failed="Error loading inquiries. Please try refreshing the page."
        empty={<NoQuotes search={search} />}
      >
        {(inquiry) => <QuoteCard key={inquiry.id} inquiry={inquiry} />}
      </PagedList>
      <QuoteBin />
    </section>
  );
}

function NoQuotes({ search: { status, waiting, quote } }: { search: QuotesSearch }) {
  if (quote)
    return <EmptyState title="This request is not on the list" text="It may have been deleted. Choose All above to see the others." />;
  if (waiting) return <EmptyState title="No request is waiting over 24 h" text="All pending requests came in within the last 24 hours." />;
  return (
    <EmptyState
      title={status ? `No ${status} requests` : 'No quote requests yet'}
      text="They appear here as soon as a visitor sends the form on the landing page."
    />
  );
}

const formatCount = (count: number) => `${count} quote request${count === 1 ? '' : 's'}`;

const useRestore = () =>
  trpc.quotes.restore.useMutation({
    meta: { failure: 'Failed to restore quote requests' },
    onSuccess: ({ restoredCount }) => showToast({ title: 'Restored', description: `${formatCount(restoredCount)} brought back.` }),
  });

function DeleteAllQuotes({ total }: { total: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const restore = useRestore();
  const remove = trpc.quotes.deleteAll.useMutation({
    meta: { failure: 'Failed to delete quote requests' },
    onSuccess: ({ deletedCount }) =>
      showToast({
        title: 'Quotes Deleted',
        description: `${formatCount(deletedCount)} moved to the bin.`,
        action: { label: 'Undo', run: () => restore.mutate() },
      }),
  });
  return (
    <>
      <Tooltip text="Moves every request to the bin. You can restore them for 30 days.">
        <button
          type="button"
          className="button-base border-red-600 text-red-600 hover:bg-red-100"
          disabled={remove.isPending}
          onClick={() => setIsOpen(true)}
        >
          Delete All Quotes
        </button>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Delete all quote requests?"
        text={`${formatCount(total)} will be moved to the bin and can be restored for 30 days. Clients and work orders stay.`}
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
      {formatCount(bin.data.count)} in the bin, kept for 30 days; last deleted {formatTimestamp(bin.data.deletedAt)}
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
