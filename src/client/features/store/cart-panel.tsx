import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countItems } from '../../../shared/cart';
import { getTaxReading, type TaxRule } from '../../../shared/store-sums';
import { Icon } from '../../ui/public/icons';
import { CartLine } from './cart-line';
import { useCart } from './cart-store';
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
  const [isRemoved, setIsRemoved] = useState(false);
  const onRemoved = () => {
    setIsRemoved(true);
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
            {isRemoved && 'Removed from your cart.'}
          </p>
          {cart.length === 0 ? (
            <EmptyCart>
              <button type="button" className="button-dark mt-2" onClick={onClose}>
                Browse products
              </button>
            </EmptyCart>
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

const EmptyCart = ({ children }: { children: ReactNode }) => (
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
    {children}
  </div>
);
