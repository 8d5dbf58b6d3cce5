import { useState } from 'react';
import type { TaxRule } from '../../../shared/store-sums';
import type { CallError } from '../../call-link';
import { showToast } from '../../ui/toast/toast-store';
import type { CartChange } from './cart-changes';
import { type Attempt, renewAttempt } from './checkout-attempt';

/** The documented words for a failure that has none of its own (public-site.md §8). */
const FAILURE = 'Unable to process order. Please try again.';
const NO_ANSWER = `${FAILURE} We got no answer: your cart and what you typed are kept, and pressing again still makes one order only.`;
const PLACED_BEFORE = 'An earlier try from this page did reach us as an order, with other contents.';
const LOOK_FIRST = 'Please look at that order first; pressing Place Order again makes a second one.';
const NOT_FOUND_AGAIN = 'The earlier order could not be shown. Please call us before you order again.';

type Sending = typeof import('./checkout-sending');

/**
 * What becomes of an order that was refused: another price or stock is shown instead of losing the cart, an order that went
 * through unseen can be looked at, and the page says which it was. `taxRule` is the one that holds after that.
 */
export function useOrderProblems(renderedRule: TaxRule, load: () => Promise<Sending>, onFound: (order: { id: string }) => void) {
  const [taxRule, setTaxRule] = useState(renderedRule);
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  const [earlier, setEarlier] = useState<Attempt>();

  const updateCart = async () => {
    const { refreshCart } = await load();
    const now = await refreshCart();
    setTaxRule(now.taxRule);
    setChanges(now.changes);
  };
  const onProblem = ({ data, message }: CallError): string => {
    const status = data?.httpStatus;
    const text = status === 422 ? PLACED_BEFORE : status ? message : FAILURE;
    showToast({ title: status === 409 ? 'Checkout Failed' : 'Order Failed', description: text, kind: 'destructive' });
    setChanges([]);
    // 404: a product that was deleted. Where this fails too, the server's own sentence has to do.
    if (status === 409 || status === 404) void updateCart().catch(() => undefined);
    if (status !== 422) return status ? text : NO_ANSWER;
    setEarlier(renewAttempt());
    return `${PLACED_BEFORE} ${LOOK_FIRST}`;
  };
  const findEarlier = async () => {
    const fail = () => showToast({ title: 'Order Failed', description: NOT_FOUND_AGAIN, kind: 'destructive' });
    if (!earlier) return;
    const order = await load()
      .then(({ findPlacedOrder }) => findPlacedOrder(earlier))
      .catch(() => undefined);
    if (order) onFound(order);
    else fail();
  };
  return { taxRule, changes, earlier, onProblem, findEarlier };
}
