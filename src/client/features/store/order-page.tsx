import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Order } from '../../../shared/store';
import { isAwaitingTransfer, METHOD_NAMES } from '../../../shared/store-options';
import { formatPrice, listOrderTaxes } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { OrderLines } from './order-summary';
import { StoreIcon } from './store-icons';
import { Totals } from './totals';

const CHIPS: Record<Order['status'], { tone: Tone; word: string }> = {
  pending: { tone: 'waiting', word: 'Pending' },
  processing: { tone: 'active', word: 'Processing' },
  shipped: { tone: 'active', word: 'Shipped' },
  delivered: { tone: 'good', word: 'Delivered' },
  cancelled: { tone: 'bad', word: 'Cancelled' },
};

const HELD = { tone: 'waiting', word: 'Awaiting payment' } as const;

export function OrderPage({ order, placedAt }: { order: Order; placedAt: string }) {
  const { city } = useCompany();
  const isCancelled = order.status === 'cancelled';
  const isOpen = !isCancelled && order.status !== 'delivered';
  const isHeld = isAwaitingTransfer(order) && (order.status === 'pending' || order.status === 'processing');
  const { tone, word } = isHeld ? HELD : CHIPS[order.status];
  return (
    <main id="main" className="bg-sage-50">
      <div className="on-pine bg-pine-900 text-white">
        <div className="wrap grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-4 pt-7 pb-9 sm:pt-12 sm:pb-14">
          <Pane isWiped={!isCancelled} />
          <div>
            <h1 className="font-bold text-[clamp(30px,4.4vw,54px)]">
              {isCancelled ? 'Your order was cancelled' : 'Thank you for your order!'}
            </h1>
            <p className="mt-2 text-[17px] text-white/85">
              Order <b className="whitespace-nowrap text-white">{order.orderNumber}</b>, placed {placedAt}
            </p>
            {isCancelled && order.cancelReason && (
              <p className="mt-1 text-[17px] text-white/85 [overflow-wrap:anywhere]">Reason: {order.cancelReason}</p>
            )}
          </div>
        </div>
      </div>
      <div className="wrap grid gap-4 pt-6 sm:gap-6 sm:pt-10 lg:grid-cols-[1fr_400px] lg:gap-8 lg:pb-10">
        <section aria-labelledby="items-title" className="self-start rounded-card border border-line bg-paper p-5 sm:p-7">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <h2 id="items-title" className="font-bold text-xl sm:text-2xl">
              Your order
            </h2>
            <Chip tone={tone}>{word}</Chip>
          </div>
          <OrderLines lines={order.items.map(({ productId, ...item }) => ({ id: productId, ...item }))} />
          <Totals
            className="mt-4"
            rows={[
              { label: 'Subtotal', amount: formatPrice(order.subtotal) },
              ...listOrderTaxes(order).map(({ label, amount }) => ({ label, amount: formatPrice(amount) })),
            ]}
            total={formatPrice(order.total)}
          />
        </section>
        <div className="max-lg:contents lg:grid lg:content-start lg:gap-6">
          <Payment order={order} isOpen={isOpen} />
          <Fact icon={<StoreIcon name="truck" />} title="Delivery">
            <span className="block font-medium text-ink">{order.customerName}</span>
            <span className="block">{order.shippingAddress}</span>
            {isOpen && <span className="mt-2 block">Typically 1 to 3 business days in the {city} area.</span>}
          </Fact>
          <Questions />
          <p className="text-muted text-sm lg:order-last print:hidden">Keep this link private. Anyone who has it can see your order.</p>
          <div
            data-bottom-bar
            className="flex gap-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-[clamp(18px,3vw,32px)] max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] lg:grid"
          >
            <button type="button" className="button-ghost noscript:hidden lg:order-last" onClick={() => window.print()}>
              <StoreIcon name="print" className="size-4.5" /> Print
            </button>
            <a href="/store" className="button-primary min-h-13 grow text-[17px]">
              Continue Shopping
            </a>
          </div>
        </div>
      </div>
    </main>
  );
}

function Payment({ order, isOpen }: { order: Order; isOpen: boolean }) {
  const { phone } = useCompany();
  if (order.paidDate !== null)
    return (
      <Fact icon={<StoreIcon name="purse" />} title={`Paid on ${formatDay(order.paidDate)}`}>
        {order.status === 'cancelled' && (
          <>
            Questions about your refund? Please call us:{' '}
            <a className="whitespace-nowrap font-semibold text-pine-700 underline" href={phone.href}>
              {phone.display}
            </a>
          </>
        )}
      </Fact>
    );
  if (!isOpen) return null;
  return (
    <Fact icon={<StoreIcon name="purse" />} title={`How to pay: ${METHOD_NAMES[order.paymentMethod]}`}>
      {order.paymentInstructions}
    </Fact>
  );
}

function Questions() {
  const { phone, email } = useCompany();
  const link = 'inline-flex min-h-11 items-center font-semibold text-pine-700 underline underline-offset-4 [overflow-wrap:anywhere]';
  return (
    <Fact className="print:hidden" icon={<Icon name="phone" />} title="Questions about your order?">
      <a className={`${link} mr-5`} href={phone.href}>
        {phone.display}
      </a>
      <a className={link} href={`mailto:${email}`}>
        {email}
      </a>
    </Fact>
  );
}

const Fact = ({ icon, title, className, children }: { icon: ReactNode; title: string; className?: string; children: ReactNode }) => (
  <section className={clsx(className, 'grid grid-cols-[auto_1fr] gap-x-4 rounded-card border border-line bg-paper p-5 sm:p-6')}>
    <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-pine-700">{icon}</span>
    <div className="self-center">
      <h2 className="pt-0.5 font-bold text-[18px] leading-tight">{title}</h2>
      <p className="mt-1.5 text-muted empty:hidden">{children}</p>
    </div>
  </section>
);

const Pane = ({ isWiped }: { isWiped: boolean }) => (
  <span
    className={clsx(
      'grid size-14 place-items-center rounded-[18px] sm:size-20 sm:rounded-[24px]',
      isWiped ? 'bg-citrus-400 text-pine-950' : 'bg-white/10',
    )}
  >
    <Icon name={isWiped ? 'check' : 'close'} className="size-8 sm:size-11" />
  </span>
);

export const OrderNotFound = () => (
  <main id="main" className="wrap grid min-h-[64vh] content-center justify-items-center gap-3 py-16 text-center">
    <svg viewBox="0 0 120 96" className="w-36" aria-hidden="true">
      <path d="M24 8h60l16 16v64H24z" fill="var(--color-sage-100)" stroke="var(--color-pine-700)" strokeWidth="5" strokeLinejoin="round" />
      <path d="M84 8v16h16" fill="none" stroke="var(--color-pine-700)" strokeWidth="5" strokeLinejoin="round" />
      <path d="M40 40h40M40 54h28M40 68h18" stroke="var(--color-sage-300)" strokeWidth="5" strokeLinecap="round" />
      <path d="M74 64l18 18M92 64L74 82" stroke="var(--color-citrus-500)" strokeWidth="6" strokeLinecap="round" />
    </svg>
    <h1 className="mt-2 font-bold text-3xl sm:text-5xl">Order Not Found</h1>
    <p className="max-w-[30em] text-lg text-muted">We couldn't find this order. Please check your order number.</p>
    <a href="/store" className="button-primary mt-3">
      Continue Shopping
    </a>
  </main>
);
