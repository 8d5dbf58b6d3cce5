import { useId, useState } from 'react';
import type { CartItem } from '../../../shared/cart';
import { parseCents } from '../../../shared/money';
import { MAX_QUANTITY } from '../../../shared/store-options';
import { formatMoney, formatPrice } from '../../../shared/store-sums';
import { ProductImage } from '../../ui/public/product-image';
import { putIntoCart } from './cart-store';
import { StoreIcon } from './store-icons';

type CartLineProps = { item: CartItem; onRemoved: () => void };

export function CartLine({ item, onRemoved }: CartLineProps) {
  const change = (quantity: number) => {
    if (putIntoCart(item, quantity) === 0) onRemoved();
  };
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-4 gap-y-3 border-line border-b py-4 last:border-b-0">
      <ProductImage url={item.imageUrl} name="" isLazy={false} className="aspect-square w-18 rounded-small bg-sage-100 object-cover" />
      <div className="grid grid-cols-[1fr_auto] content-start gap-x-3">
        <p className="font-semibold leading-snug">{item.name}</p>
        <p className="font-semibold tabular-nums">{formatMoney((parseCents(item.price) ?? 0) * item.quantity)}</p>
        <p className="text-muted text-sm tabular-nums">{formatPrice(item.price)} each</p>
      </div>
      <div className="col-span-2 flex items-center justify-between gap-3">
        <QuantityStepper item={item} onChange={change} />
        <button
          type="button"
          className="min-h-11 rounded-small px-2 font-medium text-[15px] text-muted underline hover:text-ink"
          onClick={() => change(0)}
        >
          Remove <span className="sr-only">{item.name}</span>
        </button>
      </div>
    </li>
  );
}

const STEP = 'grid size-11 place-items-center rounded-full hover:bg-sage-100 disabled:text-control disabled:hover:bg-transparent';

/** Edits a quantity with two buttons and a field. Whole numbers apply at once, up to the stock; other input is dropped on blur. */
function QuantityStepper({ item, onChange }: { item: CartItem; onChange: (quantity: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const hintId = useId();
  const most = Math.min(item.stockQuantity, MAX_QUANTITY);
  const isAtMost = item.quantity >= most;

  const type = (text: string) => {
    const isQuantity = /^\d{1,6}$/.test(text);
    setTyped(isQuantity ? undefined : text);
    if (isQuantity) onChange(Number(text));
  };
  const step = (by: number) => {
    setTyped(undefined);
    onChange(item.quantity + by);
  };
  return (
    <div className="flex items-center gap-3">
      <div className="flex items-center rounded-full border border-control p-px">
        <button type="button" className={STEP} aria-label={`Decrease quantity of ${item.name}`} onClick={() => step(-1)}>
          <StoreIcon name="minus" className="size-4" />
        </button>
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={most}
          className="h-11 w-12 rounded-small text-center font-semibold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
          aria-label={`Quantity of ${item.name}`}
          aria-describedby={isAtMost ? hintId : undefined}
          value={typed ?? String(item.quantity)}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
        <button type="button" className={STEP} aria-label={`Increase quantity of ${item.name}`} disabled={isAtMost} onClick={() => step(1)}>
          <StoreIcon name="plus" className="size-4" />
        </button>
      </div>
      {isAtMost && (
        <p id={hintId} role="status" className="text-amber-700 text-sm">
          All {most} in stock
        </p>
      )}
    </div>
  );
}
