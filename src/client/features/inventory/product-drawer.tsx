import type { Product } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { ProductImage } from '../../ui/public/product-image';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { DeleteProduct, EditProduct, SellAgain } from './product-actions';
import { LevelChip, ProductRating, StockChips } from './product-chips';
import { ChangeStock } from './stock-dialogs';
import { formatChange, formatKind } from './stock-words';

const PRIMARY_ACTION = 'button-primary min-h-9 px-4 pointer-coarse:min-h-11';

type ProductDrawerProps = { id: number; screen: '/inventory' | '/inventory-accounting'; onClose: () => void };

export function ProductDrawer({ id, screen, onClose }: ProductDrawerProps) {
  const product = trpc.inventory.get.useQuery({ id });
  const Chips = screen === '/inventory' ? StockChips : LevelChip;
  return (
    <RecordDrawer
      id={id}
      query={product}
      title={(data) => data?.name ?? 'Product'}
      chips={(data) => <Chips product={data} />}
      action={(data) =>
        data.isActive ? <EditProduct product={data} look={PRIMARY_ACTION} /> : <SellAgain product={data} look={PRIMARY_ACTION} />
      }
      footer={(data) =>
        data.isActive && (
          <>
            <ChangeStock way="receive" look="button-ghost" product={data} />
            <ChangeStock way="adjust" look="button-ghost" product={data} />
            <DeleteProduct product={data} onDeleted={onClose} />
          </>
        )
      }
      onClose={onClose}
      loading="Loading the product..."
      failed="The product could not be loaded."
      missing={
        <EmptyState
          title="No such product"
          text="It was deleted, or the link was mistyped."
          action="Show All Products"
          onAction={onClose}
        />
      }
    >
      {(data) => <Details product={data} />}
    </RecordDrawer>
  );
}

const listTaxes = ({ isHstTaxable, isPstTaxable }: Product): string =>
  [isHstTaxable && 'HST', isPstTaxable && 'PST'].filter((tax) => tax !== false).join(' and ') || 'Not taxed';

const Details = ({ product }: { product: Product }) => (
  <>
    {product.imageUrl && (
      <ProductImage url={product.imageUrl} name={product.name} className="h-40 w-full rounded-card bg-sage-100 object-contain" />
    )}
    <Panel title="Details">
      <Facts
        facts={[
          ['Price', formatPrice(product.price)],
          ['Cost', product.costPrice === null ? 'none' : formatPrice(product.costPrice)],
          ['Margin', product.profitMargin === null ? 'n/a' : `${product.profitMargin}%`],
          ['Profit rating', <ProductRating key="rating" product={product} />],
          ['In stock', product.stockQuantity],
          ['Reorder level', product.reorderLevel],
          ['Category', product.category],
          ['Taxes', listTaxes(product)],
          ['Supplier', product.supplierName],
          ['Supplier SKU', product.supplierSku],
          ['Last purchase', product.lastPurchaseDate && formatShortDate(product.lastPurchaseDate)],
          ['Description', product.description],
        ]}
      />
    </Panel>
    <Panel title="Stock history">
      <History id={product.id} />
    </Panel>
  </>
);

const SHOWN = 5;

/** Shows the last changes of a product's stock. */
function History({ id }: { id: number }) {
  const movements = trpc.inventory.movements.useQuery({ productId: id, limit: SHOWN });
  return (
    <Loaded query={movements} loading="Loading the stock history..." failed="The stock history could not be loaded.">
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="text-muted">The stock has not changed since the product was added.</p>
        ) : (
          <>
            <ul className="grid divide-y divide-line border-line border-y">
              {rows.map(({ id: movement, kind, quantity, stockAfter, at }) => (
                <li key={movement} className="flex flex-wrap items-baseline gap-x-3 py-2">
                  <span className="font-semibold tabular-nums">{formatChange(quantity)}</span>
                  <span>{formatKind(kind)}</span>
                  <span className="text-muted tabular-nums">{stockAfter} left</span>
                  <time dateTime={at} className="ml-auto text-muted text-sm">
                    {formatTimestamp(at)}
                  </time>
                </li>
              ))}
            </ul>
            <ScreenLink to="/stock" search={{ product: id }} look={`${TEXT_LINK} justify-self-start`} label="Show All Changes" />
          </>
        )
      }
    </Loaded>
  );
}
