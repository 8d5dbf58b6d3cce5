import { useEffect, useRef, useState } from 'react';
import { newBookingReference } from '../../../shared/booking';
import { formatHours } from '../../../shared/staff-times';
import { formatPrice } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';
import { explainRefusal, getStatus, toCallError } from '../../call-error';
import { getMilliseconds } from '../../milliseconds';
import { trpc } from '../../trpc';
import { Notice } from './parts';

const FAILURE = 'The visit could not be booked. Please try again.';
const newReference = () => newBookingReference(getMilliseconds(), crypto.getRandomValues(new Uint8Array(5)));

/** Books a visit like the last one with two presses: the button, then a free window. */
export function BookAgain() {
  const [isOpen, setIsOpen] = useState(false);
  const [booked, setBooked] = useState<{ bookingReference: string; date: string; timeSlot: string }>();
  if (booked) return <Booked {...booked} />;
  if (isOpen) return <Windows onBooked={setBooked} />;
  return (
    <>
      <p className="text-muted">The same service at the same address, in a free window of your choice.</p>
      <button type="button" className="button-primary justify-self-start max-sm:w-full" onClick={() => setIsOpen(true)}>
        Book again
      </button>
    </>
  );
}

type WindowsProps = { onBooked: (booked: { bookingReference: string; date: string; timeSlot: string }) => void };

function Windows({ onBooked }: WindowsProps) {
  const title = useRef<HTMLParagraphElement>(null);
  /** References by slot: a press that is repeated after a lost answer books nothing twice. */
  const references = useRef(new Map<number, string>());
  const options = trpc.portal.bookAgainOptions.useQuery({}, { staleTime: 0 });
  const book = trpc.portal.bookAgain.useMutation({
    onSuccess: onBooked,
    onError: (error) => void (getStatus(error) === 409 && options.refetch()),
  });
  // Moves the browser's focus from the button, which is gone.
  useEffect(() => title.current?.focus(), []);
  const press = (workOrderId: number, slotId: number) => {
    if (book.isPending) return;
    const bookingReference = references.current.get(slotId) ?? newReference();
    references.current.set(slotId, bookingReference);
    book.mutate({ workOrderId, slotId, bookingReference });
  };
  const { data } = options;
  return (
    <>
      <p ref={title} tabIndex={-1} className="outline-none">
        {data ? (
          <>
            <b>{data.serviceName}</b>, {data.address}
            {data.price !== null && `, ${formatPrice(data.price)}`}. Which window suits you?
          </>
        ) : (
          'Choose a window.'
        )}
      </p>
      {options.isPending && <p role="status">Loading free windows...</p>}
      {options.isError && (
        <div role="alert" className="grid gap-3">
          <Notice>{getStatus(options.error) === 409 ? toCallError(options.error).message : 'The free windows could not be loaded.'}</Notice>
          <button
            type="button"
            className="button-ghost justify-self-start"
            onClick={() => {
              void options.refetch();
              // The button disappears.
              title.current?.focus();
            }}
          >
            Try again
          </button>
        </div>
      )}
      {data && (
        <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {data.slots.map(({ slotId, label }) => (
            <li key={slotId} className="grid">
              <button
                type="button"
                className="button-ghost tabular-nums"
                aria-disabled={book.isPending}
                onClick={() => press(data.workOrderId, slotId)}
              >
                {book.isPending && book.variables.slotId === slotId ? 'Booking...' : label}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data?.slots.length === 0 && <p>No window is free in the next weeks. Please send us a message.</p>}
      <div aria-live="polite" className="empty:hidden">
        {book.error && <Notice>{explainRefusal(book.error, FAILURE)}</Notice>}
      </div>
    </>
  );
}

function Booked({ bookingReference, date, timeSlot }: { bookingReference: string; date: string; timeSlot: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  // Moves the browser's focus from the button, which is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} role="status" tabIndex={-1} className="outline-none">
      You are booked for{' '}
      <b>
        {formatDay(date)}, {formatHours(timeSlot)}
      </b>{' '}
      Your reference is <span className="whitespace-nowrap tabular-nums">{bookingReference}</span>.
    </p>
  );
}
