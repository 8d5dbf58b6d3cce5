import { trpc } from '../../trpc';
import { LoadMore } from '../../ui/load-more';
import { PAGED } from '../../ui/paged-list';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { DeleteAllQuotes, QuoteBin } from './delete-all-quotes';
import { QuoteCard } from './quote-card';
import type { QuotesSearch } from './quotes-search';

const FILTERS: readonly (readonly [QuotesSearch, string])[] = [
  [{}, 'All'],
  [{ status: 'pending' }, 'Pending'],
  [{ status: 'pending', waiting: '24h' }, 'Waiting over 24 h'],
  [{ status: 'confirmed' }, 'Confirmed'],
  [{ status: 'completed' }, 'Completed'],
];
const PAGE = 25;

function getEmptyTitle({ status, waiting, quote }: QuotesSearch): string {
  if (quote) return 'This request is not on the list';
  if (waiting) return 'No request is waiting over 24 h';
  return status ? `No ${status} requests` : 'No quote requests yet';
}

type QuotesPanelProps = { search: QuotesSearch; onSearch: (search: QuotesSearch) => void };

export function QuotesPanel({ search, onSearch }: QuotesPanelProps) {
  const { status, waiting, quote } = search;
  const list = trpc.quotes.list.useInfiniteQuery(
    { limit: PAGE, ...(status && { status }), ...(waiting && { waiting: true as const }), ...(quote && { id: quote }) },
    PAGED,
  );
  const total = list.data?.pages[0]?.total ?? 0;
  const inquiries = list.data?.pages.flatMap((page) => page.inquiries) ?? [];

  return (
    <section id="quotes" aria-labelledby="quotes-title" className="grid scroll-mt-24 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="quotes-title" className="font-bold text-xl">
          Quote requests
        </h2>
        <p aria-live="polite" className="mr-auto text-muted tabular-nums">
          {list.data && (quote ? '1 selected' : `Total: ${total}`)}
        </p>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Show</legend>
          {FILTERS.map(([value, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={!quote && status === value.status && waiting === value.waiting}
              className="min-h-11 rounded-full px-3 font-semibold text-[15px] sm:px-3.5 text-muted aria-pressed:bg-pine-900 aria-pressed:text-white"
              onClick={() => onSearch(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {inquiries.length > 0 && status === undefined && !quote && <DeleteAllQuotes total={total} />}
      </div>
      {list.isPending && <ListSkeleton label="Loading quote requests..." />}
      {list.isError && <ErrorState text="Error loading inquiries. Please try refreshing the page." onRetry={() => void list.refetch()} />}
      {list.isSuccess && inquiries.length === 0 && (
        <EmptyState
          title={getEmptyTitle(search)}
          text={
            quote
              ? 'It may have been deleted. Choose All above to see the others.'
              : waiting
                ? 'All pending requests came in within the last 24 hours.'
                : 'They appear here as soon as a visitor sends the form on the landing page.'
          }
        />
      )}
      {inquiries.length > 0 && (
        <ul className="grid gap-3">
          {inquiries.map((inquiry) => (
            <QuoteCard key={inquiry.id} inquiry={inquiry} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      <QuoteBin />
    </section>
  );
}
