import { type CartItem, countItems, type StoreProduct, toPricedLines } from '../../../shared/cart';
import { parseCents } from '../../../shared/money';
import { calculateTotals, formatMoney } from '../../../shared/store-sums';
import { Dialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast/toast-store';
import { putIntoCart, readCart } from './cart-store';

function toLines(cart: readonly StoreProduct[]): CartItem[] {
  const lines = new Map<number, CartItem>();
  for (const product of cart) lines.set(product.id, { ...product, quantity: (lines.get(product.id)?.quantity ?? 0) + 1 });
  return [...lines.values()];
}

/** Adds each line to the saved Supply Store cart, up to what is in stock, and returns how many items did not fit. */
function moveToStore(lines: readonly CartItem[]): number {
  const before = readCart() ?? [];
  return lines.reduce((left, { quantity, ...product }) => {
    const held = before.find(({ id }) => id === product.id)?.quantity ?? 0;
    return left + quantity - Math.max(0, putIntoCart(product, held + quantity) - held);
  }, 0);
}

/** Shows the marketplace's cart. It lasts as long as the page; orders are placed in the Supply Store, so it can be moved there. */
export function CartDialog({ cart, onClose, onMoved }: { cart: readonly StoreProduct[]; onClose: () => void; onMoved: () => void }) {
  const lines = toLines(cart);
  const count = countItems(lines);
  const move = () => {
    const left = moveToStore(lines);
    const moved = count - left;
    showToast({
      title: 'Moved to the Supply Store cart',
      description: `${moved} ${moved === 1 ? 'item' : 'items'}${left > 0 ? `; not enough in stock for ${left} more` : ''}.`,
      action: { label: 'Open the store', run: () => window.location.assign('/store') },
    });
    onMoved();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Your cart"
      text={count === 0 ? 'Your cart is empty.' : `${count} ${count === 1 ? 'item' : 'items'}, kept while this page is open.`}
    >
      {count > 0 && (
        <ul className="grid border-line border-y py-1 tabular-nums">
          {lines.map(({ id, name, price, quantity }) => (
            <li key={id} className="flex items-baseline gap-3 py-2">
              <span className="min-w-8 font-semibold">{quantity} ×</span>
              <span className="grow">{name}</span>
              <span className="font-medium">{formatMoney((parseCents(price) ?? 0) * quantity)}</span>
            </li>
          ))}
          <li className="flex justify-between gap-3 border-line border-t py-2 font-semibold">
            <span>Before tax</span>
            <span>{formatMoney(calculateTotals(toPricedLines(lines)).subtotalCents)}</span>
          </li>
        </ul>
      )}
      <p className="rounded-small bg-sage-100 p-4 text-[15px]">
        Nothing is ordered or reserved yet. You place orders in the Supply Store, which has its own cart.
      </p>
      {count > 0 && (
        <button type="button" className="button-primary min-h-12" onClick={move}>
          Move these to the Supply Store cart
        </button>
      )}
      <div className="grid gap-2.5 sm:grid-cols-[1.6fr_1fr]">
        <a href="/store" className={count > 0 ? 'button-ghost min-h-12' : 'button-primary min-h-12'}>
          Go to the Supply Store
        </a>
        <button type="button" className="button-ghost min-h-12" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
