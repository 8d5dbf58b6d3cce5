import { ConfirmDialog } from '../dialog';
import type { Confirmation } from './confirmation-store';

/** Shows a question: "Continue" accepts it, "Cancel" and Escape decline it. */
export default function ConfirmationView({ question, answer }: Confirmation) {
  return (
    <ConfirmDialog
      isOpen
      title="Please confirm"
      text={question}
      action="Continue"
      onConfirm={() => answer(true)}
      onOpenChange={(isOpen) => !isOpen && answer(false)}
    />
  );
}
