import { useState } from 'react';
import type { TaxRule } from '../../../shared/store-sums';
import type { CallError } from '../../call-error';
import { showToast } from '../../ui/toast/toast-store';
import { type Attempt, renewAttempt } from './checkout-attempt';
import type { CartChange } from './checkout-sending';

const FAILURE = 'Unable to process order. Please try again.';
const NO_ANSWER = `${FAILURE} We got no answer. Your cart and your details are saved, and trying again will not create a second order.`;
const PLACED_BEFORE = 'We already received an order from this page, with different contents.';
const LOOK_FIRST = 'Please look at that order first. Pressing Place Order again creates a second order.';
const NOT_FOUND_AGAIN = 'We could not show your earlier order. Please call us before you order again.';

type Sending = typeof import('./checkout-sending');

/**
 * Handles a rejected order: updates the cart if a price, tax or stock has changed, and offers an earlier order whose response was lost.
 * The returned `taxRule` is the current one.
 */
export function useOrderProblems(renderedRule: TaxRule, load: () => Promise<Sending>, onFound: (order: { id: string }) => void) {
  const [taxRule, setTaxRule] = useState(renderedRule);
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  const [earlier, setEarlier] = useState<Attempt>();

  const refresh = async () => {
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
    // 404: a product was deleted. If the refresh fails too, the server's message is enough.
    if (status === 409 || status === 404) void refresh().catch(() => undefined);
    if (status !== 422) return status ? text : NO_ANSWER;
    setEarlier(renewAttempt());
    return `${PLACED_BEFORE} ${LOOK_FIRST}`;
  };
  const findEarlier = async () => {
    if (!earlier) return;
    const order = await load()
      .then(({ findPlacedOrder }) => findPlacedOrder(earlier))
      .catch(() => undefined);
    if (order) onFound(order);
    else showToast({ title: 'Order Failed', description: NOT_FOUND_AGAIN, kind: 'destructive' });
  };
  return { taxRule, changes, earlier, onProblem, findEarlier };
}
