import type { ManagedBooking } from '../../../shared/booking-schemas';
import { explainRefusal } from '../../call-error';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/public/field';
import { findFieldMessage, usePublicForm } from '../../ui/public/public-form';
import { showToast } from '../../ui/toast/toast-store';
import { formatAppointment } from './appointment-text';

const FAILURE = 'Failed to cancel your booking. Please try again or contact us directly.';

type CancelDialogProps = {
  token: string;
  booking: ManagedBooking;
  onClose: () => void;
  onCancelled: (booking: ManagedBooking) => void;
  onRefused: () => void;
};

export function CancelDialog({ token, booking, onClose, onCancelled, onRefused }: CancelDialogProps) {
  const { client } = trpc.useUtils();
  const { issues, problem, isSending, attributes } = usePublicForm({
    load: () => import('./booking-sending').then(({ cancelSender }) => cancelSender(client, token)),
    onDone: onCancelled,
    onProblem: (error) => {
      const message = explainRefusal(error, FAILURE);
      onRefused();
      showToast({ title: 'Error', description: message, kind: 'destructive' });
      return message;
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel this booking?"
      text={`Your appointment on ${formatAppointment(booking)} will be cancelled, and others can book its time. You cannot undo this.`}
    >
      <form {...attributes} className="grid gap-4">
        <Field label="Reason" hint="Optional." error={findFieldMessage('reason', '', issues)}>
          {(control) => <input {...control} name="reason" placeholder="Plans have changed" />}
        </Field>
        <div aria-live="polite">
          {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600 text-sm">{problem}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="button-ghost" onClick={onClose}>
            Keep Booking
          </button>
          <button type="submit" aria-disabled={isSending} className="button-base bg-red-600 text-white">
            {isSending ? 'Cancelling...' : 'Cancel Booking'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
