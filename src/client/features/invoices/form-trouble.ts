import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { isRequiredMessage } from '../../../shared/text';
import { getStatus } from '../../call-error';
import { showToast } from '../../ui/toast/toast-store';

const messagesOf = (errors: object): string[] =>
  Object.entries(errors).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'message') return typeof value === 'string' ? [value] : [];
    return name !== 'ref' && typeof value === 'object' && value !== null ? messagesOf(value) : [];
  });

export function tellTrouble(errors: object): void {
  const messages = messagesOf(errors);
  const isMissing = messages.some(isRequiredMessage);
  showToast({
    title: isMissing ? MISSING_TITLE : 'Please check the form',
    description: isMissing ? MISSING_TEXT : (messages[0] ?? ''),
    kind: 'destructive',
  });
}

/** Says that an earlier try was saved although its answer got lost, which a used key means, and takes another key. */
export function tellSavedAlready(error: unknown, { renewKey }: { renewKey: () => void }): void {
  if (getStatus(error) !== 422) return;
  renewKey();
  showToast({
    title: 'Please look at the list',
    description: 'An earlier try of this form was saved already. Send it again only if you want one more.',
    kind: 'destructive',
  });
}
