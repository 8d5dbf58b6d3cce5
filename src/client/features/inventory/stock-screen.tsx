import { clsx } from 'clsx';
import type { RouterOutputs } from '../../../server/router';
import { formatOrderNumber, formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { ColumnNames, getRows, PAGED, PagedList } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { ChangeStock } from './stock-dialogs';

const PAGE = 50;

export function StockScreen({ productId }: { productId: number | undefined }) {
  const list = trpc.inventory.movements.useInfiniteQuery({ limit: PAGE, ...(productId && { productId }) }, PAGED);
  const movements = getRows(list);
  const newest = productId ? movements[0] : undefined;
  const product = newest && { id: newest.productId, name: newest.productName };
  return (
    <>
      <ScreenHeader title="Stock History" text="Every stock change, with the quantity and value left. Entries cannot be edited." hasBar>
        <ChangeStock way="receive" look="button-primary" product={product} />
        <ChangeStock way="adjust" look="button-ghost" product={product} />
      </ScreenHeader>
      {productId && <OneProduct newest={newest} />}
      <PagedList
        list={list}
        loading="Loading the stock history..."
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
          <ColumnNames
            names={['Product', 'Kind', 'Change', 'In stock', 'Cost', 'Order and note', 'When and who']}
            columns={MOVEMENT_COLUMNS}
            look="nth-3:text-right nth-4:text-right nth-5:text-right"
          />
        }
      >
        {(movement) => <MovementRow key={movement.id} movement={movement} isOfOne={productId !== undefined} />}
      </PagedList>
    </>
  );
}

const OneProduct = ({ newest }: { newest: StockMovement | undefined }) => (
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

type StockMovement = RouterOutputs['inventory']['movements']['rows'][number];

const TONES: Record<StockMovement['kind'], Tone> = {
  sale: 'active',
  cancel: 'waiting',
  receive: 'good',
  adjust: 'waiting',
  initial: 'quiet',
  revaluation: 'quiet',
};

const MOVEMENT_COLUMNS = 'lg:grid-cols-[minmax(0,1.2fr)_100px_64px_72px_110px_minmax(0,1fr)_200px] lg:gap-x-4';

const LINK = 'text-pine-700 underline-offset-4 hover:underline max-lg:inline-flex max-lg:min-h-11 max-lg:items-center';
const formatChange = (quantity: number) => (quantity === 0 ? '0' : quantity > 0 ? `+${quantity}` : `−${-quantity}`);

function MovementRow({ movement, isOfOne }: { movement: StockMovement; isOfOne: boolean }) {
  const { productId, productName, kind, quantity, stockAfter, unitCost, valueAfter, orderNumber, note, actor, at } = movement;
  return (
    <li className={`grid items-center gap-x-4 gap-y-1 px-4 py-3 max-lg:grid-cols-[minmax(0,1fr)_auto] lg:px-5 lg:py-2 ${MOVEMENT_COLUMNS}`}>
      <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {isOfOne ? productName : <ScreenLink to="/stock" search={{ product: productId }} look={LINK} label={productName} />}
      </p>
      <p className="max-lg:justify-self-end">
        <Chip tone={TONES[kind]}>{kind === 'revaluation' ? 'new cost' : kind}</Chip>
      </p>
      <p className={clsx('font-semibold tabular-nums max-lg:text-lg lg:text-right', quantity > 0 && 'text-pine-700')}>
        <span className="sr-only">Change </span>
        {formatChange(quantity)}
      </p>
      <p className="tabular-nums max-lg:justify-self-end lg:text-right">
        <span className="text-muted lg:sr-only">Stock after </span>
        {stockAfter}
      </p>
      <p className="text-sm tabular-nums max-lg:col-span-2 max-lg:empty:hidden lg:text-right">
        {unitCost !== null && <span className="lg:block">{formatPrice(unitCost)} each</span>}
        {valueAfter !== null && (
          <span className="text-muted lg:block">
            <span className="lg:hidden"> · </span>
            {formatPrice(valueAfter)} in all
          </span>
        )}
      </p>
      <p className="min-w-0 text-[15px] max-lg:col-span-2 max-lg:empty:hidden [overflow-wrap:anywhere]">
        {orderNumber !== null && (
          <ScreenLink to="/orders" search={{ order: orderNumber }} look={`${LINK} mr-2 underline`} label={formatOrderNumber(orderNumber)} />
        )}
        {note}
      </p>
      <p className="min-w-0 text-muted text-sm max-lg:col-span-2 [overflow-wrap:anywhere]">
        <time dateTime={at}>{formatTimestamp(at)}</time>
        <span className="lg:block">
          <span className="lg:hidden"> · </span>
          {actor}
        </span>
      </p>
    </li>
  );
}
