import { useState } from 'react';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, SERVICE_NAMES } from '../../../../shared/booking';
import type { Slot } from '../../../../shared/booking-schemas';
import { formatDay } from '../../../../shared/time';
import { explainRefusal } from '../../../call-error';
import { trpc } from '../../../trpc';
import { Dialog } from '../../../ui/dialog';
import { DraftNote } from '../../../ui/public/draft-note';
import { Field } from '../../../ui/public/field';
import { findFieldMessage, usePublicForm } from '../../../ui/public/public-form';
import { PersonFields } from '../booking-fields';
import { findWaitable } from '../slot-rules';

const FAILURE = 'Failed to put you on the list. Please try again or contact us directly.';

type WaitlistDialogProps = { slots: readonly Slot[]; day: string; service: BookingServiceType; onClose: () => void };

/** Puts a visitor on the waitlist of a full window, or of any window of a full day. */
export function WaitlistDialog({ slots, day, service, onClose }: WaitlistDialogProps) {
  const [token, setToken] = useState<string>();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={token === undefined ? 'Tell me if a place opens' : 'You are on the list'}
      text={
        token === undefined
          ? `If a place opens on ${formatDay(day)}, we hold it for you and email you right away.`
          : 'We have sent you an email. If a place opens, we hold it for you and email you right away.'
      }
    >
      {token === undefined ? (
        <WaitlistForm slots={slots} day={day} service={service} onClose={onClose} onJoined={setToken} />
      ) : (
        <div className="flex flex-wrap justify-end gap-3">
          <a className="button-ghost" href={`/waitlist/${token}`}>
            See your place
          </a>
          <button type="button" className="button-primary" onClick={onClose}>
            Close
          </button>
        </div>
      )}
    </Dialog>
  );
}

type WaitlistFormProps = WaitlistDialogProps & { onJoined: (token: string) => void };

function WaitlistForm({ slots, day, service, onClose, onJoined }: WaitlistFormProps) {
  const utils = trpc.useUtils();
  const { issues, problem, isSending, isRestored, attributes } = usePublicForm({
    load: () => import('../booking-sending').then(({ waitlistSender }) => waitlistSender(utils.client, day)),
    draft: 'booking',
    onDone: ({ token }) => onJoined(token),
    onProblem: (error) => {
      void utils.booking.listSlots.invalidate();
      return explainRefusal(error, FAILURE);
    },
  });
  return (
    <form {...attributes} className="grid gap-4">
      {isRestored && <DraftNote />}
      <WindowFields
        slots={slots}
        service={service}
        timeIssue={findFieldMessage('timeSlot', '', issues) ?? findFieldMessage('date', '', issues)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PersonFields issues={issues} />
      </div>
      <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-line border-t bg-paper px-6 py-4" aria-live="polite">
        {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600 text-sm">{problem}</p>}
        <div className="flex justify-end gap-3">
          <button type="button" className="button-ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" aria-disabled={isSending} className="button-primary max-sm:grow">
            {isSending ? 'Sending...' : 'Put me on the list'}
          </button>
        </div>
      </div>
    </form>
  );
}

type WindowFieldsProps = { slots: readonly Slot[]; service: BookingServiceType; timeIssue: string | undefined };

/** Chooses a service and one of its full windows, or any window if all are full. */
function WindowFields({ slots, service, timeIssue }: WindowFieldsProps) {
  const [chosen, setChosen] = useState(service);
  const services = BOOKING_SERVICE_TYPES.filter((type) => type === service || findWaitable(slots, type).windows.length > 0);
  const { windows, isWholeDay } = findWaitable(slots, chosen);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Service">
        {(control) => (
          <select
            {...control}
            name="serviceType"
            autoComplete="off"
            value={chosen}
            onChange={({ target }) => setChosen(target.value as BookingServiceType)}
          >
            {services.map((type) => (
              <option key={type} value={type}>
                {SERVICE_NAMES[type]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Time" error={timeIssue}>
        {(control) => (
          <select {...control} key={chosen} name="timeSlot" autoComplete="off">
            {isWholeDay && <option value="">Any time</option>}
            {windows.map((window) => (
              <option key={window} value={window}>
                {window}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
