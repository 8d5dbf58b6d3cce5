import { Link } from '@tanstack/react-router';
import type { StockMovement } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { BOTTOM_BAR } from '../../ui/bottom-bar';
import { LoadMore } from '../../ui/load-more';
import { PageTitle } from '../../ui/page-title';
import { getRows, PAGED } from '../../ui/paged-list';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { MOVEMENT_COLUMNS, MovementRow } from './movement-row';
import { ChangeStock } from './stock-dialogs';

const PAGE = 50;

/** The stock ledger: every change of stock, newest first, of one product or of all. */
export function StockScreen({ productId }: { productId: number | undefined }) {
  const list = trpc.inventory.movements.useInfiniteQuery({ limit: PAGE, ...(productId && { productId }) }, PAGED);
  const movements = getRows(list);
  const newest = productId ? movements[0] : undefined;
  const product = newest && { id: newest.productId, name: newest.productName };
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-sm:contents">
        <div className="mr-auto">
          <PageTitle>Stock Ledger</PageTitle>
          <p className="mt-1 text-muted">Every stock change, with the quantity and value left. Entries cannot be edited.</p>
        </div>
        <div data-bottom-bar className={`flex flex-wrap gap-2 *:max-sm:grow ${BOTTOM_BAR}`}>
          <ChangeStock way="receive" look="button-primary" product={product} />
          <ChangeStock way="adjust" look="button-ghost" product={product} />
        </div>
      </header>
      {productId && <OneProduct newest={newest} />}
      {list.isPending && <ListSkeleton label="Loading the stock ledger..." />}
      {list.isError && <ErrorState text="The stock ledger could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && movements.length === 0 && (
        <EmptyState
          heading="h2"
          title="No movements yet"
          text={
            productId
              ? 'The stock of this product has not changed since it was added.'
              : 'Sales, deliveries and corrections of stock appear here by themselves.'
          }
        />
      )}
      {movements.length > 0 && (
        <section aria-labelledby="movements-title" className="grid gap-2">
          <h2 id="movements-title" className="sr-only">
            Movements
          </h2>
          <div aria-hidden="true" className={`hidden px-5 text-muted text-sm lg:grid ${MOVEMENT_COLUMNS}`}>
            <span>Product</span>
            <span>Kind</span>
            <span className="text-right">Change</span>
            <span className="text-right">In stock</span>
            <span className="text-right">Cost</span>
            <span>Order and note</span>
            <span>When and who</span>
          </div>
          <ul className="grid divide-y divide-line rounded-card border border-line bg-paper">
            {movements.map((movement) => (
              <MovementRow key={movement.id} movement={movement} isOfOne={productId !== undefined} />
            ))}
          </ul>
        </section>
      )}
      <LoadMore list={list} />
    </>
  );
}

/** Shows the product of the ledger and its stock, and links back to all products. */
function OneProduct({ newest }: { newest: StockMovement | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-5 py-3">
      <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
        {newest ? (
          <>
            <b className="font-semibold">{newest.productName}</b>
            <span className="text-muted tabular-nums"> · {newest.stockAfter} in stock</span>
          </>
        ) : (
          <span className="text-muted">One product</span>
        )}
      </p>
      <Link to="/stock" search={{}} className="button-ghost">
        Show All Products
      </Link>
    </div>
  );
}
