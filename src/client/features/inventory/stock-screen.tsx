import { clsx } from 'clsx';
import type { RouterOutputs } from '../../../server/router';
import { formatOrderNumber, formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { Chip, type Tone } from '../../ui/chip';
import { type Column, DataTable } from '../../ui/data-table';
import { getRows, PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { ChangeStock } from './stock-dialogs';
import { formatChange, formatKind } from './stock-words';

const PAGE = 25;

export function StockScreen({ productId }: { productId: number | undefined }) {
  const list = trpc.inventory.movements.useInfiniteQuery({ limit: PAGE, ...(productId && { productId }) }, PAGED);
  const newest = productId ? getRows(list)[0] : undefined;
  const product = newest && { id: newest.productId, name: newest.productName };
  return (
    <>
      <ScreenHeader title="Stock History" text="Every stock change, with the quantity and value left. Entries cannot be edited." hasBar>
        <ChangeStock way="receive" look="button-primary" product={product} />
        <ChangeStock way="adjust" look="button-ghost" product={product} />
      </ScreenHeader>
      {productId && <OneProduct newest={newest} />}
      <DataTable
        name="stock"
        title="Stock changes"
        list={list}
        columns={COLUMNS}
        about={({ productName, at }) => `${productName}, ${formatTimestamp(at)}`}
        open={(movement) => (productId ? undefined : { to: '/stock', search: { product: movement.productId } })}
        select={{ table: 'stock_movements' }}
        phone={(movement) => [
          [movement.productName, formatChange(movement.quantity)],
          [
            <span key="text">
              <When at={movement.at} /> · {movement.stockAfter} left
            </span>,
            <KindChip key="kind" kind={movement.kind} />,
          ],
        ]}
        loading="Loading the stock history..."
        failed="The stock history could not be loaded."
        empty={
          <EmptyState
            heading="h2"
            title="No movements yet"
            text={
              productId
                ? 'The stock of this product has not changed since it was added.'
                : 'Sales, deliveries and stock corrections are listed here.'
            }
          >
            {productId ? (
              <ScreenLink to="/stock" look="button-ghost mt-2" label="Show All Changes" />
            ) : (
              <ScreenLink to="/inventory" look="button-ghost mt-2" label="Open Inventory" />
            )}
          </EmptyState>
        }
      />
    </>
  );
}

const OneProduct = ({ newest }: { newest: StockMovement | undefined }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-5 py-3">
    <p className="mr-auto min-w-0 [overflow-wrap:anywhere] max-sm:min-h-[2lh] max-sm:w-full">
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

const KindChip = ({ kind }: Pick<StockMovement, 'kind'>) => <Chip tone={TONES[kind]}>{formatKind(kind)}</Chip>;
const When = ({ at }: Pick<StockMovement, 'at'>) => <time dateTime={at}>{formatTimestamp(at)}</time>;

const COLUMNS: readonly Column<StockMovement>[] = [
  { key: 'product', head: 'Product', cell: ({ productName }) => productName },
  { key: 'kind', head: 'Kind', width: 'w-28', cell: ({ kind }) => <KindChip kind={kind} /> },
  {
    key: 'change',
    head: 'Change',
    align: 'end',
    width: 'w-22',
    cell: ({ quantity }) => <span className={clsx('font-semibold', quantity > 0 && 'text-pine-700')}>{formatChange(quantity)}</span>,
  },
  { key: 'left', head: 'In stock', align: 'end', width: 'w-22', cell: ({ stockAfter }) => stockAfter },
  {
    key: 'cost',
    head: 'Cost',
    from: 'xl',
    isOptional: true,
    align: 'end',
    width: 'w-32',
    cell: ({ unitCost, valueAfter }) => (
      <>
        {unitCost !== null && <span className="block">{formatPrice(unitCost)} each</span>}
        {valueAfter !== null && <span className="block text-muted">{formatPrice(valueAfter)} in all</span>}
      </>
    ),
  },
  {
    key: 'note',
    head: 'Order and note',
    from: 'lg',
    isOptional: true,
    cell: ({ orderNumber, note }) => (
      <>
        {orderNumber !== null && (
          <ScreenLink
            to="/orders"
            search={{ order: orderNumber }}
            look="mr-2 text-pine-700 underline underline-offset-4 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            label={formatOrderNumber(orderNumber)}
          />
        )}
        {note}
      </>
    ),
  },
  {
    key: 'when',
    head: 'When and who',
    from: 'md',
    width: 'w-44',
    cell: ({ at, actor }) => (
      <>
        <span className="block">
          <When at={at} />
        </span>
        <span className="block truncate text-muted">{actor}</span>
      </>
    ),
  },
];
