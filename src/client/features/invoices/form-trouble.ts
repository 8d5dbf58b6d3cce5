import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quote-words';
import type { CallError } from '../../call-link';
import { showToast } from '../../ui/toast/toast-store';

/** All that is wrong with a form's fields, however deep they are. */
const messagesOf = (errors: object): string[] =>
  Object.entries(errors).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'message') return typeof value === 'string' ? [value] : [];
    return name !== 'ref' && typeof value === 'object' && value !== null ? messagesOf(value) : [];
  });

/** Says that a form cannot be sent as it is; the fields say what each lacks (back-office.md §5). */
export function tellTrouble(errors: object): void {
  const messages = messagesOf(errors);
  const isMissing = messages.some((message) => message.startsWith(MISSING_TITLE));
  showToast({
    title: isMissing ? MISSING_TITLE : 'Please check the form',
    description: isMissing ? MISSING_TEXT : (messages[0] ?? ''),
    kind: 'destructive',
  });
}

/** A key that was used already means that an earlier try did arrive, though its answer did not: says so, and takes another key. */
export function tellSavedAlready(error: unknown, { renewKey }: { renewKey: () => void }): void {
  if ((error as CallError).data?.httpStatus !== 422) return;
  renewKey();
  showToast({
    title: 'Please look at the list',
    description: 'An earlier try of this form was saved already. Send it again only if you want one more.',
    kind: 'destructive',
  });
}
