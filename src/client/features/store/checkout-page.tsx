import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { getTaxReading, type TaxRule } from '../../../shared/store-sums';
import { useCompany } from '../../ui/public/company';
import { DraftNote } from '../../ui/public/draft-note';
import { dropDraft } from '../../ui/public/draft-storage';
import { useIsHydrated } from '../../ui/public/hydrated';
import { findFieldMessage, usePublicForm } from '../../ui/public/public-form';
import { showToast } from '../../ui/toast/toast-store';
import { useCartSaving } from './cart-saving';
import { clearCart, readCart, useCart } from './cart-store';
import { endAttempt, openAttempt } from './checkout-attempt';
import { CheckoutPart, CustomerFields, MarketingChoice, OrderNotes, PaymentChoice } from './checkout-fields';
import { useOrderProblems } from './checkout-problems';
import { OrderSummary } from './order-summary';
import { listTotalRows } from './totals';

// The schema and the API client are large, so they load when the visitor starts typing.
const loadSending = () => import('./checkout-sending');

const DRAFT = 'checkout';
const METHOD_ASKED = { title: 'Payment Method Required', description: 'Please choose how you would like to pay.' };

function showOrder({ id }: { id: string }): void {
  endAttempt();
  clearCart();
  dropDraft(DRAFT);
  window.location.replace(`/order-confirmation/${encodeURIComponent(id)}`);
}

/** Returns the chosen payment method, which a draft or the browser may have filled in. */
function useMethod() {
  const [method, setMethod] = useState('');
  const readMethod = useCallback((form: HTMLFormElement | null) => {
    if (form) setMethod(String(new FormData(form).get('paymentMethod') ?? ''));
  }, []);
  return { method, setMethod, readMethod };
}

function useOpenIssues(found: Issue[]) {
  const [edited, setEdited] = useState<readonly string[]>([]);
  const markEdited = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (!edited.includes(name)) setEdited([...edited, name]);
  };
  return { issues: found.filter(({ path }) => !edited.includes(path)), markEdited, clearEdited: () => setEdited([]) };
}

function CheckoutForm({ taxRule: renderedRule }: { taxRule: TaxRule }) {
  const cart = useCart() ?? [];
  const [isPlaced, setIsPlaced] = useState(false);
  const { method, setMethod, readMethod } = useMethod();
  const keeping = useCartSaving(loadSending);
  const finish = (order: { id: string }) => {
    setIsPlaced(true);
    keeping.end();
    showOrder(order);
  };
  const { taxRule, changes, earlier, onProblem, findEarlier } = useOrderProblems(renderedRule, loadSending, finish);
  const reading = getTaxReading(taxRule, 'checkout');
  const {
    issues: found,
    problem,
    isSending,
    isRestored,
    attributes,
  } = usePublicForm({
    load: () => loadSending().then(({ checkoutSender }) => checkoutSender(reading)),
    draft: DRAFT,
    onDone: finish,
    onProblem,
  });
  const { issues, markEdited, clearEdited } = useOpenIssues(found);
  const { ref: attach } = attributes;
  const attachForm = useCallback(
    (form: HTMLFormElement | null) => {
      const detach = attach(form);
      // Starts the attempt, whose key survives a reload.
      if (form) openAttempt();
      readMethod(form);
      return detach;
    },
    [attach, readMethod],
  );
  const askForMethod = (event: KeyboardEvent<HTMLFormElement>) => {
    // The browser ignores Enter while the submit button is disabled, so the form explains what is missing.
    if (event.key !== 'Enter' || method || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    showToast({ ...METHOD_ASKED, kind: 'destructive' });
    event.currentTarget.querySelector<HTMLInputElement>('[name=paymentMethod]')?.focus();
  };
  const isBusy = isSending || isPlaced;
  return (
    <form
      {...attributes}
      ref={attachForm}
      onSubmit={(event) => {
        clearEdited();
        keeping.flush(event.currentTarget);
        void attributes.onSubmit(event);
      }}
      onInput={(event) => {
        markEdited(event);
        if ((event.target as HTMLInputElement).name === 'marketing') keeping.note(event.currentTarget);
        attributes.onInput(event);
      }}
      onReset={() => {
        attributes.onReset();
        setMethod('');
      }}
      onBlur={(event) => keeping.note(event.currentTarget)}
      onKeyDown={askForMethod}
      aria-label="Checkout"
      className="grid gap-4 sm:gap-6 lg:grid-cols-[1fr_400px] lg:gap-8 [&_input]:scroll-mt-24 [&_input]:scroll-mb-28 [&_textarea]:scroll-mb-28"
    >
      <div className="grid content-start gap-4 sm:gap-6">
        <CheckoutPart number={1} title="Customer Information">
          <CustomerFields issues={issues} />
          <MarketingChoice />
        </CheckoutPart>
        <CheckoutPart number={2} title="Payment Method">
          <PaymentChoice error={findFieldMessage('paymentMethod', METHOD_ASKED.description, issues)} onChoose={setMethod} />
        </CheckoutPart>
        <CheckoutPart number={3} title="Anything else?">
          <OrderNotes issues={issues} />
          {isRestored && <DraftNote />}
        </CheckoutPart>
      </div>
      <div className="max-lg:contents lg:sticky lg:top-24 lg:grid lg:gap-4 lg:self-start">
        <OrderSummary cart={cart} reading={reading} changes={changes} isPlaced={isPlaced} />
        {problem && (
          <Problem text={problem}>
            {earlier && (
              <button type="button" className="button-ghost" onClick={() => void findEarlier()}>
                Show my earlier order
              </button>
            )}
          </Problem>
        )}
        <PlaceOrder total={listTotalRows(cart, reading).total} isChosen={method !== ''} isBusy={isBusy} />
      </div>
    </form>
  );
}

/** Shows why the order was not placed, and takes the focus so that it is visible on a small screen. */
function Problem({ text, children }: { text: string; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  // Moves the browser's focus, which scrolls the page.
  useEffect(() => {
    if (text) note.current?.focus();
  }, [text]);
  return (
    <div ref={note} role="alert" tabIndex={-1} className="grid scroll-mt-24 scroll-mb-28 gap-3 rounded-small">
      <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{text}</p>
      {children}
    </div>
  );
}

const PlaceOrder = ({ total, isChosen, isBusy }: { total: string; isChosen: boolean; isBusy: boolean }) => (
  <div
    data-bottom-bar
    className="max-lg:-mx-[clamp(18px,3vw,32px)] z-10 flex items-center gap-4 max-lg:sticky max-lg:bottom-0 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] lg:grid lg:gap-3"
  >
    <p className="leading-tight lg:hidden">
      <span className="block text-muted text-sm">Total</span>
      <b className="font-bold font-display text-xl tabular-nums">{total}</b>
    </p>
    <button type="submit" disabled={!isChosen} aria-disabled={isBusy} className="button-primary min-h-13 grow text-[17px]">
      {isBusy ? 'Placing Order...' : 'Place Order'}
    </button>
    <p className="hidden text-center text-muted text-sm lg:block">
      {isChosen ? 'You pay by the method you chose; nothing is charged online.' : 'Choose a payment method to place the order.'}
    </p>
  </div>
);

export function CheckoutPage({ taxRule }: { taxRule: TaxRule }) {
  const isHydrated = useIsHydrated();
  return (
    <main id="main" className="bg-sage-50">
      <div className="wrap pt-6 pb-0 sm:pt-10 lg:pb-16">
        <a href="/store" className="inline-flex min-h-11 items-center gap-1.5 font-medium text-[15px] text-pine-700 hover:underline">
          <span aria-hidden="true">←</span> Back to the store
        </a>
        <h1 className="mt-1 mb-5 font-bold text-[clamp(30px,4vw,46px)] sm:mb-8">Checkout</h1>
        {isHydrated ? <WithCart taxRule={taxRule} /> : <CheckoutSkeleton />}
      </div>
    </main>
  );
}

function WithCart({ taxRule }: { taxRule: TaxRule }) {
  // Decided once: if the cart is emptied later, the checkout stays open and says so.
  const [isCartSaved] = useState(() => readCart() !== null);
  // Navigates to the store.
  useEffect(() => {
    if (!isCartSaved) window.location.replace('/store');
  }, [isCartSaved]);
  return isCartSaved ? <CheckoutForm taxRule={taxRule} /> : <CheckoutSkeleton />;
}

const CARD = 'h-72 rounded-card border border-line bg-paper motion-safe:animate-pulse';

function CheckoutSkeleton() {
  const { phone } = useCompany();
  return (
    <div role="status" className="pb-16">
      <span className="sr-only">Loading your order...</span>
      <noscript>
        <p className="mb-6 rounded-small bg-amber-100 px-4 py-3 font-medium">
          The cart and the checkout need JavaScript. You can also order by phone: {phone.display}.
        </p>
      </noscript>
      <div aria-hidden="true" className="grid gap-6 lg:grid-cols-[1fr_400px] lg:gap-8">
        <div className="grid gap-6">
          <div className={CARD} />
          <div className={CARD} />
        </div>
        <div className={CARD} />
      </div>
    </div>
  );
}
