import { toCallError } from '../../call-error';
import { showToast } from '../../ui/toast/toast-store';

/** Returns an `onError` that shows the server's message, or a fixed sentence if no answer came. */
const tellServerWords = (documented: string) => (error: unknown) => {
  const { message, data } = toCallError(error);
  // An ended session is reported once for all calls, and wrong values at their fields.
  if (data?.httpStatus === 401 || data?.issues) return;
  showToast({ title: 'Error', description: data ? message : documented, kind: 'destructive' });
};

/** The messages for failed calls: the inventory screen uses fixed sentences, the accounting screen the server's. */
export type Failures = 'documented' | 'server';
export const failureOptions = (failures: Failures, documented: string) =>
  failures === 'documented' ? { meta: { failure: documented } } : { onError: tellServerWords(documented) };
