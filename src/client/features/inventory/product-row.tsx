import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { LOW_STOCK, type Product } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { CallButton, ConfirmButton } from '../../ui/mutation-button';
import { ProductImage } from '../../ui/public/product-image';
import { showToast } from '../../ui/toast/toast-store';
import { type Failures, failureOptions } from './product-save';
import { ChangeStock } from './stock-dialogs';

export const PRODUCT_COLUMNS = 'xl:grid-cols-[48px_minmax(0,1fr)_92px_64px_128px_264px] xl:gap-x-4';
export const PRODUCT_COLUMN_NAMES = ['Picture', 'Product', 'Price', 'Stock', 'State', 'Actions'] as const;
const ROW_BUTTON =
  'inline-flex min-h-11 items-center rounded-full px-3 font-semibold text-[15px] text-pine-700 hover:bg-sage-100 aria-disabled:opacity-65 lg:min-h-9';

function StockBadges({ product: { stockQuantity, isActive } }: { product: Product }) {
  if (!isActive) return <Chip tone="quiet">Retired</Chip>;
  return (
    <>
      {stockQuantity < LOW_STOCK ? <Chip tone="waiting">Low Stock</Chip> : <Chip tone="good">In Stock</Chip>}
      {stockQuantity === 0 && <Chip tone="bad">Out of Stock</Chip>}
    </>
  );
}

export function ProductRow({ product, onEdit }: { product: Product; onEdit: (id: number) => void }) {
  const { name, category, price, stockQuantity, imageUrl } = product;
  return (
    <li
      className={`grid content-start gap-x-4 gap-y-2 rounded-card border border-line bg-paper p-4 max-xl:grid-cols-[64px_minmax(0,1fr)] xl:items-center xl:px-5 xl:py-2 ${PRODUCT_COLUMNS}`}
    >
      {/* The name stands beside the picture. */}
      <ProductImage url={imageUrl} name="" className="size-16 rounded-small bg-sage-100 object-cover xl:size-12" />
      <div className="min-w-0">
        <h3 className="font-bold leading-snug [overflow-wrap:anywhere] xl:line-clamp-2">{name}</h3>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{category}</p>
      </div>
      <dl className="flex flex-wrap items-baseline gap-x-5 max-xl:col-span-2 xl:contents">
        <Figure name="Price" value={formatPrice(price)} />
        <Figure name="Stock" value={String(stockQuantity)} isUrgent={stockQuantity === 0} />
      </dl>
      <div className="flex flex-wrap gap-1.5 max-xl:col-span-2">
        <StockBadges product={product} />
      </div>
      <div className="-mx-3 flex flex-wrap items-center max-xl:col-span-2 max-xl:-mb-1.5 xl:mx-0 xl:justify-self-end">
        <ProductActions product={product} failures="documented" onEdit={onEdit}>
          <ChangeStock way="receive" look={ROW_BUTTON} product={product} isInRow />
          <ChangeStock way="adjust" look={ROW_BUTTON} product={product} isInRow />
        </ProductActions>
      </div>
    </li>
  );
}

export const Figure = ({ name, value, isUrgent = false }: { name: string; value: string; isUrgent?: boolean }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-muted text-sm xl:sr-only">{name}</dt>
    <dd className={clsx('font-semibold tabular-nums', isUrgent && 'text-red-600')}>{value}</dd>
  </div>
);

type ProductActionProps = { product: Product; failures: Failures };

/** Shows the actions of a product: a retired one can only be sold again. */
export const ProductActions = ({
  onEdit,
  children,
  ...props
}: ProductActionProps & { onEdit: (id: number) => void; children?: ReactNode }) =>
  props.product.isActive ? (
    <>
      <Button look={ROW_BUTTON} label="Edit" about={props.product.name} onPress={() => onEdit(props.product.id)} />
      {children}
      <DeleteProduct {...props} />
    </>
  ) : (
    <SellAgain {...props} />
  );

/** Deletes a product after a question. A product that was ever ordered is kept as retired. */
function DeleteProduct({ product: { id, name }, failures }: ProductActionProps) {
  const remove = trpc.inventory.deleteProduct.useMutation({
    ...failureOptions(failures, 'Failed to delete product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Deleted', description: `${name} is no longer sold.` }),
  });
  return (
    <ConfirmButton
      look={`${ROW_BUTTON} text-red-600`}
      label="Delete"
      busy="Deleting..."
      about={name}
      call={remove}
      input={{ id }}
      title={`Delete ${name}?`}
      text="Are you sure you want to delete this product?"
      action="Delete"
    />
  );
}

function SellAgain({ product: { id, name }, failures }: ProductActionProps) {
  const bringBack = trpc.inventory.updateProduct.useMutation({
    ...failureOptions(failures, 'Failed to update product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Updated', description: `${name} is sold again.` }),
  });
  return <CallButton look={ROW_BUTTON} label="Sell Again" about={name} call={bringBack} input={{ id, isActive: true }} />;
}
