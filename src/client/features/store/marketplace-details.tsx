import type { StoreProduct } from '../../../shared/cart';
import { formatPrice } from '../../../shared/store-sums';
import { Dialog } from '../../ui/dialog';
import { ProductImage } from '../../ui/public/product-image';
import { MarketplaceRating, SAMPLE_NOTE } from './marketplace-rating';

type ProductDetailsProps = {
  product: StoreProduct;
  showSampleRatings: boolean;
  cart: readonly StoreProduct[];
  onAdd: (product: StoreProduct) => void;
  onClose: () => void;
};

export function ProductDetails({ product, showSampleRatings, cart, onAdd, onClose }: ProductDetailsProps) {
  const { id, name, description, price, category, imageUrl, stockQuantity, rating } = product;
  const inCart = cart.filter((item) => item.id === id).length;
  const facts = [
    ['Price', `${formatPrice(price)} plus tax`],
    ['Stock', `${stockQuantity} in stock`],
    ['Category', category],
    ['Product number', String(id)],
  ] as const;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={name} text={description ?? 'No description yet.'}>
      <ProductImage url={imageUrl} name={name} isLazy={false} className="h-40 w-full rounded-card bg-sage-100 object-contain sm:h-64" />
      <MarketplaceRating product={product} showSample={showSampleRatings} />
      {rating === null && showSampleRatings && (
        <p aria-hidden="true" className="-mt-3 text-muted text-sm">
          {SAMPLE_NOTE}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-t pt-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="sticky -bottom-6 -mx-6 -mb-6 grid grid-cols-[1.6fr_1fr] gap-3 bg-paper px-6 pt-2 pb-6">
        <button type="button" className="button-primary min-h-12" disabled={stockQuantity < 1} onClick={() => onAdd(product)}>
          Add to Cart
          {inCart > 0 && (
            <>
              <span className="sr-only">{`, ${inCart} in your cart`}</span>
              <span aria-hidden="true" className="rounded-full bg-pine-950/10 px-2 py-0.5 text-[13px] tabular-nums">
                {inCart}
              </span>
            </>
          )}
        </button>
        <button type="button" className="button-ghost min-h-12" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
