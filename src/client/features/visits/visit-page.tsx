import { useRef, useState } from 'react';
import { formatTime } from '../../../shared/staff-times';
import { formatDay } from '../../../shared/time';
import type { Visit } from '../../../shared/visits';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';

const names = new Intl.ListFormat('en-CA', { type: 'conjunction' });

function explain({ state, confirmedAt }: Visit): { chip: readonly [tone: Tone, word: string] | null; text: string } {
  if (state === 'cancelled') return { chip: ['bad', 'Cancelled'], text: 'This visit is cancelled, and nobody will come.' };
  if (state === 'past') return { chip: ['active', 'Past'], text: 'This visit has begun already or is over.' };
  return confirmedAt === null
    ? { chip: null, text: 'Please confirm that this time works for you.' }
    : { chip: ['good', 'Confirmed'], text: 'Thank you. See you then!' };
}

type VisitPageProps = { token: string; initial: Visit };

/** Shows the visit behind the link of a reminder, without personal details of the client. */
export function VisitPage({ token, initial }: VisitPageProps) {
  const [visit, setVisit] = useState(initial);
  const status = useRef<HTMLParagraphElement>(null);
  const { chip, text } = explain(visit);
  return (
    <main id="main" className="bg-sage-50">
      <div className="wrap pt-8 pb-14 sm:py-14">
        <div className="mx-auto grid max-w-xl gap-5 rounded-card border border-line bg-paper p-5 shadow-card sm:p-8">
          <h1 tabIndex={-1} className="font-semibold text-lg text-muted outline-none">
            Your Visit
          </h1>
          {chip && (
            <div>
              <Chip tone={chip[0]}>{chip[1]}</Chip>
            </div>
          )}
          <p className="font-bold text-xl sm:text-3xl">
            {formatDay(visit.date)}
            <span className="mt-1 block text-pine-700 tabular-nums">
              {formatTime(visit.startsAt)} to {formatTime(visit.endsAt)}
            </span>
          </p>
          <dl className="grid gap-3 border-line border-t pt-4">
            <div>
              <dt className="text-muted">Where</dt>
              <dd className="font-semibold">{visit.street}</dd>
            </div>
            {visit.crew.length > 0 && (
              <div>
                <dt className="text-muted">Your crew</dt>
                <dd className="font-semibold">{names.format(visit.crew)}</dd>
              </div>
            )}
          </dl>
          <p role="status" ref={status} tabIndex={-1} className="outline-none">
            {text}
          </p>
          <VisitActions token={token} visit={visit} onChanged={setVisit} onConfirmed={() => status.current?.focus()} />
        </div>
      </div>
    </main>
  );
}

type VisitActionsProps = { token: string; visit: Visit; onChanged: (visit: Visit) => void; onConfirmed: () => void };
function VisitActions({ token, visit, onChanged, onConfirmed }: VisitActionsProps) {
  const { phone } = useCompany();
  const { client } = trpc.useUtils();
  const confirm = trpc.visits.confirm.useMutation({
    meta: { failure: 'Your answer could not be sent. Please try again, or call us.' },
    onSuccess: ({ confirmedAt }) => {
      onChanged({ ...visit, confirmedAt });
      // The button that had the focus goes.
      onConfirmed();
    },
    // A refused confirmation often means that the visit was changed meanwhile.
    onError: () => void client.visits.get.query({ token }).then(onChanged, () => undefined),
  });
  const { startsAt } = visit;
  const isAhead = visit.state === 'upcoming';
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:w-full">
      {isAhead && visit.confirmedAt === null && (
        <button
          type="button"
          className="button-primary"
          aria-disabled={confirm.isPending}
          onClick={() => !confirm.isPending && confirm.mutate({ token, startsAt })}
        >
          See you then
        </button>
      )}
      {isAhead && visit.manageUrl !== null ? (
        <a className="button-ghost" href={visit.manageUrl}>
          Reschedule
        </a>
      ) : (
        <a className="button-ghost" href={phone.href}>
          Call us
        </a>
      )}
      <a className="button-ghost" href="/#contact">
        Contact us
      </a>
    </div>
  );
}
