import { type CartItem, countItems, linesOf, type StoreProduct } from '../../../shared/cart';
import { parseCents } from '../../../shared/money';
import { showCents, totalsOf } from '../../../shared/store-sums';
import { Dialog } from '../../ui/dialog';

/** What was appended, one line a product. */
function toLines(cart: readonly StoreProduct[]): CartItem[] {
  const lines = new Map<number, CartItem>();
  for (const product of cart) lines.set(product.id, { ...product, quantity: (lines.get(product.id)?.quantity ?? 0) + 1 });
  return [...lines.values()];
}

/** What is in the marketplace's cart. It can be looked at, and that is all: orders are placed in the Supply Store. */
export function CartDialog({ cart, onClose }: { cart: readonly StoreProduct[]; onClose: () => void }) {
  const lines = toLines(cart);
  const count = countItems(lines);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Your cart"
      text={count === 0 ? 'There is nothing in it yet.' : `${count} ${count === 1 ? 'item' : 'items'}, kept while this page is open.`}
    >
      {count > 0 && (
        <ul className="grid border-line border-y py-1 tabular-nums">
          {lines.map(({ id, name, price, quantity }) => (
            <li key={id} className="flex items-baseline gap-3 py-2">
              <span className="min-w-8 font-semibold">{quantity} ×</span>
              <span className="grow">{name}</span>
              <span className="font-medium">{showCents((parseCents(price) ?? 0) * quantity)}</span>
            </li>
          ))}
          <li className="flex justify-between gap-3 border-line border-t py-2 font-semibold">
            <span>Before tax</span>
            <span>{showCents(totalsOf(linesOf(lines)).subtotalCents)}</span>
          </li>
        </ul>
      )}
      <p className="rounded-small bg-sage-100 p-4 text-[15px]">
        This is a list to look at: nothing is ordered or put aside. Orders are placed in the Supply Store, which has a cart of its own.
      </p>
      <div className="grid gap-2.5 sm:grid-cols-[1.6fr_1fr]">
        <a href="/store" className="button-primary min-h-12">
          Go to the Supply Store
        </a>
        <button type="button" className="button-ghost min-h-12" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
