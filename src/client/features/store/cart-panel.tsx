import { useEffect, useId, useRef, useState } from 'react';
import { type CartItem, countItems } from '../../../shared/cart';
import { parseCents } from '../../../shared/money';
import { MAX_QUANTITY } from '../../../shared/store-options';
import { formatMoney, formatPrice, getTaxReading, type TaxRule } from '../../../shared/store-sums';
import { Icon } from '../../ui/public/icons';
import { ProductImage } from '../../ui/public/product-image';
import { putIntoCart, useCart } from './cart-store';
import { StoreIcon } from './store-icons';
import { listTotalRows, Totals } from './totals';

/** From this width the panel is beside the products and not modal; below it covers them. */
const WIDE = '(min-width: 1024px)';

/** Opens the dialog element while `isOpen`, focuses its title, and calls `onClose` when the browser closes it. */
function useDialog(isOpen: boolean, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // Opens and closes the dialog, and returns the focus to its opener.
  useEffect(() => {
    const panel = dialog.current;
    if (!panel || !isOpen) return;
    const opener = document.activeElement;
    if (window.matchMedia(WIDE).matches) panel.show();
    else panel.showModal();
    title.current?.focus();
    return () => {
      const isInside = panel.contains(document.activeElement) || document.activeElement === document.body;
      panel.close();
      if (isInside && opener instanceof HTMLElement) opener.focus();
    };
  }, [isOpen]);
  // Listens to the keyboard and to the backdrop while the panel is open.
  useEffect(() => {
    const panel = dialog.current;
    if (!panel || !isOpen) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    const onClick = (event: MouseEvent) => event.target === panel && onClose();
    const onClosed = () => !panel.open && onClose();
    window.addEventListener('keydown', onKey);
    panel.addEventListener('click', onClick);
    panel.addEventListener('close', onClosed);
    return () => {
      window.removeEventListener('keydown', onKey);
      panel.removeEventListener('click', onClick);
      panel.removeEventListener('close', onClosed);
    };
  }, [isOpen, onClose]);
  return { dialog, title };
}

type CartPanelProps = { isOpen: boolean; onClose: () => void; taxRule: TaxRule; onCheckout: () => void };

export function CartPanel({ isOpen, onClose, taxRule, onCheckout }: CartPanelProps) {
  const cart = useCart() ?? [];
  const { dialog, title } = useDialog(isOpen, onClose);
  const [removals, setRemovals] = useState(0);
  const onRemoved = () => {
    setRemovals((count) => count + 1);
    // The focused button is gone.
    title.current?.focus();
  };
  return (
    <dialog
      ref={dialog}
      data-side-panel
      aria-labelledby="cart-title"
      className="fixed inset-x-0 top-10 bottom-0 z-20 m-0 h-auto max-h-none w-auto max-w-none overflow-hidden rounded-t-[18px] bg-paper text-ink shadow-card backdrop:bg-pine-950/55 open:flex open:flex-col lg:top-[76px] lg:left-auto lg:w-[430px] lg:rounded-none lg:border-line lg:border-l motion-safe:transition-transform motion-safe:duration-200 motion-safe:max-lg:starting:open:translate-y-full motion-safe:lg:starting:open:translate-x-full"
    >
      {isOpen && (
        <>
          <div className="flex items-center gap-3 border-line border-b py-3 pr-3 pl-5">
            <h2 ref={title} id="cart-title" tabIndex={-1} className="mr-auto font-bold text-2xl outline-none">
              Your Cart{' '}
              <span className="ml-2.5 font-medium font-text text-base text-muted tracking-normal">{formatItemCount(countItems(cart))}</span>
            </h2>
            <button
              type="button"
              aria-label="Close cart"
              className="grid size-11 place-items-center rounded-full hover:bg-sage-100"
              onClick={onClose}
            >
              <Icon name="close" className="size-4.5" />
            </button>
          </div>
          <p role="status" className="sr-only">
            {/* The key makes a new element of each removal: an unchanged text is announced once only. */}
            {removals > 0 && <span key={removals}>Removed from your cart.</span>}
          </p>
          {cart.length === 0 ? (
            <EmptyCart onClose={onClose} />
          ) : (
            <>
              <ul aria-label="Products in your cart" className="grow overflow-y-auto overscroll-contain px-5">
                {cart.map((item) => (
                  <CartLine key={item.id} item={item} onRemoved={onRemoved} />
                ))}
              </ul>
              <CartFoot taxRule={taxRule} onCheckout={onCheckout} />
            </>
          )}
        </>
      )}
    </dialog>
  );
}

export const formatItemCount = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

function CartFoot({ taxRule, onCheckout }: { taxRule: TaxRule; onCheckout: () => void }) {
  const cart = useCart() ?? [];
  const { rows, total } = listTotalRows(cart, getTaxReading(taxRule, 'cart'));
  return (
    <div className="border-line border-t bg-sage-50 px-5 pt-4 pb-5">
      <Totals rows={rows} total={total} />
      {taxRule === 'documented' && <p className="mt-2 text-muted text-sm">You pay the total shown at checkout, with HST only.</p>}
      <button type="button" className="button-primary mt-4 min-h-13 w-full text-[17px]" onClick={onCheckout}>
        Checkout
      </button>
    </div>
  );
}

const EmptyCart = ({ onClose }: { onClose: () => void }) => (
  <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
    <svg viewBox="0 0 96 80" className="w-24" aria-hidden="true">
      <path
        d="M14 34h68l-7 38a6 6 0 0 1-6 5H27a6 6 0 0 1-6-5z"
        fill="var(--color-sage-100)"
        stroke="var(--color-pine-700)"
        strokeWidth="4"
      />
      <path d="M32 34c0-18 6-28 16-28s16 10 16 28" fill="none" stroke="var(--color-pine-700)" strokeWidth="4" />
      <path d="M36 54l10-10M50 62l14-14" stroke="var(--color-citrus-500)" strokeWidth="4" strokeLinecap="round" />
    </svg>
    <h3 className="mt-2 font-bold text-xl">Your cart is empty</h3>
    <p className="max-w-[22em] text-muted">Add what you need. Your cart is still here when you come back.</p>
    <button type="button" className="button-dark mt-2" onClick={onClose}>
      Browse products
    </button>
  </div>
);

function CartLine({ item, onRemoved }: { item: CartItem; onRemoved: () => void }) {
  const change = (quantity: number) => {
    if (putIntoCart(item, quantity) === 0) onRemoved();
  };
  return (
    <li className="grid grid-cols-[72px_1fr] gap-x-4 gap-y-3 border-line border-b py-4 last:border-b-0">
      <ProductImage url={item.imageUrl} name="" isLazy={false} className="aspect-square w-18 rounded-small bg-sage-100 object-contain" />
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
