import type { PricedQuoteStatus } from '../../../../shared/quoting';
import { trpc } from '../../../trpc';
import { useClose } from '../../../ui/beside-list';
import { FilterPills } from '../../../ui/filter-pills';
import { PAGED } from '../../../ui/paged-list';
import { PricedQuoteDrawer } from './priced-quote-drawer';
import { PricedQuotesTable } from './priced-quotes-table';
import { QuotesReport } from './quotes-report';
import { type QuotingSearch, readQuotingSearch } from './quoting-search';

const FILTERS: readonly { value: PricedQuoteStatus | undefined; label: string }[] = [
  { value: undefined, label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'sent', label: 'Sent' },
  { value: 'viewed', label: 'Viewed' },
  { value: 'changes_requested', label: 'Change requested' },
  { value: 'approved', label: 'Approved' },
  { value: 'declined', label: 'Declined' },
  { value: 'expired', label: 'Expired' },
];
/** Few, since the list stands below the rest of the start page. */
const PAGE = 5;

type PricedQuotesProps = { address: Record<string, unknown>; onSearch: (search: QuotingSearch) => void };

/** Shows the priced quotes that the search parameters of the address ask for. */
export function PricedQuotes({ address, onSearch }: PricedQuotesProps) {
  const search = readQuotingSearch(address);
  const { priced, state } = search;
  const list = trpc.quoting.list.useInfiniteQuery({ limit: PAGE, ...(state && { status: state }) }, PAGED);
  const close = useClose('priced', 'send');
  return (
    <section aria-labelledby="priced-quotes-title" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id="priced-quotes-title" className="mr-auto font-bold text-xl">
          Priced quotes
        </h2>
        <FilterPills
          legend="Show"
          filters={FILTERS}
          value={state}
          onFilter={(next) => onSearch({ ...search, view: 'priced', state: next })}
        />
      </div>
      <QuotesReport search={search} onSearch={onSearch} />
      <PricedQuotesTable list={list} state={state} />
      {priced !== undefined && <PricedQuoteDrawer key={priced} id={priced} isSending={search.send === 1} onClose={close} />}
    </section>
  );
}
