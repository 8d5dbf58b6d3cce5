import { useCallback, useEffect, useRef, useState } from 'react';
import { SERVICE_NAMES, type WaitlistStatus } from '../../../../shared/booking';
import type { WaitlistEntry } from '../../../../shared/booking-schemas';
import { formatDateTime, formatDay, formatWindow } from '../../../../shared/time';
import { explainRefusal } from '../../../call-error';
import { trpc } from '../../../trpc';
import { Chip, type Tone } from '../../../ui/chip';
import { BookingAside, PageBand } from '../booking-facts';
import { useMinutesLeft } from './use-minutes-left';

const CHIPS: Record<WaitlistStatus, readonly [tone: Tone, word: string]> = {
  waiting: ['waiting', 'Waiting'],
  offered: ['good', 'A place opened'],
  booked: ['good', 'Booked'],
  expired: ['quiet', 'Ended'],
  left: ['quiet', 'Left'],
};
const FAILURE = 'That did not work. Please try again or contact us directly.';

type WaitlistPageProps = { token: string; initial: WaitlistEntry; initialUntil: string };

function useEntry(token: string, initial: WaitlistEntry) {
  const [entry, setEntry] = useState(initial);
  const title = useRef<HTMLHeadingElement>(null);
  const { client } = trpc.useUtils();
  const readAgain = useCallback(
    () => void client.booking.getWaitlistEntry.query({ token }).then(setEntry, () => undefined),
    [client, token],
  );
  const options = {
    // Never sends by itself once the connection is back.
    networkMode: 'always' as const,
    onSuccess: (changed: WaitlistEntry) => {
      accept.reset();
      leave.reset();
      setEntry(changed);
      title.current?.focus();
    },
    onError: readAgain,
  };
  const accept = trpc.booking.acceptOffer.useMutation(options);
  const leave = trpc.booking.leaveWaitlist.useMutation(options);
  const error = accept.error ?? leave.error;
  return {
    entry,
    title,
    readAgain,
    accept,
    leave,
    isPending: accept.isPending || leave.isPending,
    refusal: error && explainRefusal(error, FAILURE),
  };
}

export function WaitlistPage({ token, initial, initialUntil }: WaitlistPageProps) {
  const { entry, title, readAgain, accept, leave, isPending, refusal } = useEntry(token, initial);
  const [tone, word] = CHIPS[entry.status];
  const timeSlot = entry.offeredTimeSlot ?? entry.timeSlot;
  const until = entry === initial ? initialUntil : entry.offeredUntil === null ? '' : formatDateTime(entry.offeredUntil);
  return (
    <main id="main" className="bg-sage-50">
      <PageBand>
        <h1 tabIndex={-1} className="font-bold text-[28px] outline-none sm:text-[46px]">
          Waitlist
        </h1>
      </PageBand>
      <div className="wrap relative -mt-16 grid items-start gap-4 pb-16 sm:-mt-20 lg:grid-cols-[1fr_340px] lg:gap-6">
        <section aria-labelledby="waitlist-title" className="grid gap-5 rounded-card border border-line bg-paper p-4 shadow-card sm:p-7">
          <div className="grid justify-items-start gap-3">
            <Chip tone={tone}>{word}</Chip>
            <h2 id="waitlist-title" ref={title} tabIndex={-1} className="font-bold text-2xl outline-none sm:text-3xl">
              {formatDay(entry.date)}
              <span className="mt-1 block text-pine-700 tabular-nums">{timeSlot ?? 'Any time'}</span>
            </h2>
            <p className="text-muted">
              {SERVICE_NAMES[entry.serviceType]}
              {timeSlot !== null && `, ${formatWindow(timeSlot)} Pacific time`}
            </p>
          </div>
          <p className="max-w-[40em]">
            {entry.status === 'offered' ? (
              <Held until={until} offeredUntil={entry.offeredUntil ?? ''} onEnd={readAgain} />
            ) : (
              getSentence(entry.status, entry.bookingReference)
            )}
          </p>
          <div aria-live="polite" className="empty:hidden">
            {refusal && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{refusal}</p>}
          </div>
          <div className="flex flex-wrap gap-3 max-sm:*:w-full">
            {entry.status === 'offered' && (
              <button
                type="button"
                className="button-primary"
                aria-disabled={isPending}
                onClick={() => !isPending && accept.mutate({ token })}
              >
                {accept.isPending ? 'Booking...' : 'Accept'}
              </button>
            )}
            {(entry.status === 'offered' || entry.status === 'waiting') && (
              <button
                type="button"
                className="button-ghost"
                aria-disabled={isPending}
                onClick={() => !isPending && leave.mutate({ token })}
              >
                {entry.status === 'offered' ? 'No thanks' : 'Leave the list'}
              </button>
            )}
            {entry.manageUrl && (
              <a className="button-primary" href={entry.manageUrl}>
                Manage booking
              </a>
            )}
            {(entry.status === 'expired' || entry.status === 'left') && (
              <a className="button-primary" href="/appointments">
                Book an Appointment
              </a>
            )}
          </div>
        </section>
        <BookingAside />
      </div>
    </main>
  );
}

function getSentence(status: Exclude<WaitlistStatus, 'offered'>, reference: string | null): string {
  if (status === 'waiting') return 'You are on the list. If a place opens, we hold it for you and email you right away.';
  if (status === 'booked') return `You are booked. Your reference is ${reference}. We have sent you a confirmation by email.`;
  if (status === 'left') return 'You are no longer on the list. You are welcome to book another time.';
  return 'This entry has ended: the offer ran out, or the day has passed. You are welcome to book another time.';
}

type HeldProps = { until: string; offeredUntil: string; onEnd: () => void };

/** Shows until when a place is held, and counts the minutes down. */
function Held({ until, offeredUntil, onEnd }: HeldProps) {
  const minutes = useMinutesLeft(offeredUntil);
  const hasEnded = minutes === 0;
  // Reads the entry from the server again once the time is over.
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  return (
    <>
      A place opened, and we are holding it for you until {until}, Pacific time
      {minutes !== null && minutes > 0 && (
        <>
          {' '}
          (<b className="tabular-nums">{minutes === 1 ? '1 minute' : `${minutes} minutes`}</b> left)
        </>
      )}
      .
    </>
  );
}
