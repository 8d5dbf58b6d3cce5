import type { CallError } from '../../call-link';
import { showToast } from '../../ui/toast/toast-store';

/** As `onError` of a call: tells what the server said, or the documented words where nothing came of it (back-office.md §8, variant 2). */
const tellServerWords = (documented: string) => (error: unknown) => {
  const { message, data } = error as CallError;
  // A lost session is told once for all calls, wrong fields at the fields.
  if (data?.httpStatus === 401 || data?.issues) return;
  showToast({ title: 'Error', description: data ? message : documented, kind: 'destructive' });
};

/** How a failed call is told: the first screen does it with the documented words, the second with the server's. */
export type Failures = 'documented' | 'server';
/** What a call is made with to have its failures told so. */
export const failureOptions = (failures: Failures, documented: string) =>
  failures === 'documented' ? { meta: { failure: documented } } : { onError: tellServerWords(documented) };
