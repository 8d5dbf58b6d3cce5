import { trpc } from '../../trpc';
import { FilterPills } from '../../ui/filter-pills';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { DeleteAllQuotes, QuoteBin } from './delete-all-quotes';
import { QuoteCard } from './quote-card';
import type { QuotesSearch } from './quotes-search';

const FILTERS: readonly { value: QuotesSearch; label: string }[] = [
  { value: {}, label: 'All' },
  { value: { status: 'pending' }, label: 'Pending' },
  { value: { status: 'pending', waiting: '24h' }, label: 'Waiting over 24 h' },
  { value: { status: 'confirmed' }, label: 'Confirmed' },
  { value: { status: 'completed' }, label: 'Completed' },
];
const PAGE = 25;

type QuotesPanelProps = { search: QuotesSearch; onSearch: (search: QuotesSearch) => void };

export function QuotesPanel({ search, onSearch }: QuotesPanelProps) {
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
