import type { InfiniteData } from '@tanstack/react-query';
import type { RouterOutputs } from '../../../../server/router';
import type { OrderStatus } from '../../../../shared/store-options';
import { trpc } from '../../../trpc';
import { FilterPills } from '../../../ui/filter-pills';
import { PAGED } from '../../../ui/paged-list';
import { ScreenHeader } from '../../../ui/screen-header';
import { SearchBox } from '../../../ui/search-box';
import { hasShortWord } from '../../../ui/short-search';
import { EmptyState } from '../../../ui/states';
import type { OrderRow } from './order-status';
import type { OrdersSearch } from './orders-search';
import { OrdersTable } from './orders-table';

const STATUSES: readonly (readonly [OrderStatus | 'to-ship' | undefined, string])[] = [
  [undefined, 'All'],
  ['to-ship', 'To Ship'],
  ['pending', 'Pending'],
  ['processing', 'Processing'],
  ['shipped', 'Shipped'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
];
const PAGE = 25;
const NOTHING = {
  'to-ship': 'Every order has been shipped.',
  state: 'No orders have this status.',
  payment: 'Choose another status or payment to see other orders.',
};
const ONLY_NEWEST = 'Words of one or two letters are only searched in the newest 5,000 orders.';

type OrdersScreenProps = { search: OrdersSearch; onSearch: (search: OrdersSearch) => void };

/** Sets the id of each row to the order number. The order's own id stays secret, because it opens the customer's page without a login. */
const byNumber = ({ pages, pageParams }: InfiniteData<RouterOutputs['store']['listOrders']>) => ({
  pageParams,
  pages: pages.map((page) => ({ ...page, rows: page.rows.map((order): OrderRow => ({ ...order, id: order.orderNumber })) })),
});

export function OrdersScreen({ search, onSearch }: OrdersScreenProps) {
  const { status, view, paid, q, sort } = search;
  const list = trpc.store.listOrders.useInfiniteQuery(
    {
      limit: PAGE,
      ...(status && { status }),
      ...(view && { view }),
      ...(paid && { isPaid: paid === 'yes' }),
      ...(q && { search: q }),
      ...(sort && { sort }),
    },
    { ...PAGED, select: byNumber },
  );
  return (
    <>
      <ScreenHeader title="Orders" text="Pack and ship the orders of your store, and track their payments." />
      <Filters search={search} onSearch={onSearch} />
      <OrdersTable
        list={list}
        sort={sort}
        onSort={(next) => onSearch({ ...search, sort: next })}
        empty={<NoOrders search={search} onShowAll={() => onSearch({})} />}
      />
    </>
  );
}

function Filters({ search, onSearch }: OrdersScreenProps) {
  const counts = trpc.store.countOrders.useQuery();
  const byStatus = counts.data?.byStatus;
  const getCount = (value: OrderStatus | 'to-ship' | undefined) => {
    if (!byStatus) return undefined;
    if (value === 'to-ship') return byStatus.pending + byStatus.processing;
    return value ? byStatus[value] : Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  };
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Search orders"
        placeholder="Name, e-mail, phone or order number"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ ...search, q: q || undefined })}
        className="max-w-xl"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <FilterPills
          legend="Status"
          filters={STATUSES.map(([value, label]) => ({ value, label, count: getCount(value) }))}
          value={search.view ?? search.status}
          onFilter={(value) =>
            onSearch(value === 'to-ship' ? { ...search, status: undefined, view: value } : { ...search, status: value, view: undefined })
          }
        />
        <FilterPills
          legend="Payment"
          filters={[
            { value: undefined, label: 'Any payment' },
            { value: 'no' as const, label: 'Unpaid', count: counts.data?.unpaid },
            { value: 'yes' as const, label: 'Paid' },
          ]}
          value={search.paid}
          onFilter={(paid) => onSearch({ ...search, paid })}
        />
      </div>
    </div>
  );
}

function NoOrders({ search: { status, view, paid, q }, onShowAll }: { search: OrdersSearch; onShowAll: () => void }) {
  if (!status && !view && !paid && !q)
    return (
      <EmptyState heading="h2" title="No orders yet" text="Orders appear here as soon as a visitor checks out in the store.">
        <a href="/store" className="button-ghost mt-2">
          Open Your Store
        </a>
      </EmptyState>
    );
  const text = q
    ? `Nothing was found for “${q}”.${hasShortWord(q) ? ` ${ONLY_NEWEST}` : ''}`
    : NOTHING[paid ? 'payment' : (view ?? 'state')];
  return <EmptyState heading="h2" title="No orders match" text={text} action="Show All Orders" onAction={onShowAll} />;
}
