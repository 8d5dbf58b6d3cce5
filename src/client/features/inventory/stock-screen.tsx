import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { getRows, PAGED, PagedList } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import { MOVEMENT_COLUMNS, MovementRow, type StockMovement } from './movement-row';
import { ChangeStock } from './stock-dialogs';

const PAGE = 50;

export function StockScreen({ productId }: { productId: number | undefined }) {
  const list = trpc.inventory.movements.useInfiniteQuery({ limit: PAGE, ...(productId && { productId }) }, PAGED);
  const movements = getRows(list);
  const newest = productId ? movements[0] : undefined;
  const product = newest && { id: newest.productId, name: newest.productName };
  return (
    <>
      <ScreenHeader title="Stock Ledger" text="Every stock change, with the quantity and value left. Entries cannot be edited." hasBar>
        <ChangeStock way="receive" look="button-primary" product={product} />
        <ChangeStock way="adjust" look="button-ghost" product={product} />
      </ScreenHeader>
      {productId && <OneProduct newest={newest} />}
      <PagedList
        list={list}
        loading="Loading the stock ledger..."
        failed="The stock ledger could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title="No movements yet"
            text={
              productId
                ? 'The stock of this product has not changed since it was added.'
                : 'Sales, deliveries and stock corrections are listed here.'
            }
          />
        }
        title="Movements"
        layout="grid divide-y divide-line rounded-card border border-line bg-paper"
        head={
          <div aria-hidden="true" className={`hidden px-5 text-muted text-sm lg:grid ${MOVEMENT_COLUMNS}`}>
            <span>Product</span>
            <span>Kind</span>
            <span className="text-right">Change</span>
            <span className="text-right">In stock</span>
            <span className="text-right">Cost</span>
            <span>Order and note</span>
            <span>When and who</span>
          </div>
        }
      >
        {(movement) => <MovementRow key={movement.id} movement={movement} isOfOne={productId !== undefined} />}
      </PagedList>
    </>
  );
}

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
      <ScreenLink to="/stock" search={{}} label="Show All Products" />
    </div>
  );
}
