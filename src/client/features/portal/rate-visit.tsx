import { useEffect, useRef, useState } from 'react';
import type { PortalVisit } from '../../../shared/portal-schemas';
import { formatDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Field } from '../../ui/public/field';
import { Icon } from '../../ui/public/icons';
import { CallForm } from './call-form';

const STARS = [1, 2, 3, 4, 5] as const;
const toWords = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);
const FULL = 'size-9 fill-citrus-400 text-pine-700';
const EMPTY = 'size-9 text-muted';

/** Shows a rating that was given. */
export const StarsShown = ({ rating: { stars, text } }: { rating: { stars: number; text: string | null } }) => (
  <div className="grid gap-1">
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-muted text-sm">Your rating</span>
      <span className="flex" aria-hidden="true">
        {STARS.map((star) => (
          <Icon key={star} name="star" className={star <= stars ? 'size-5 fill-citrus-400 text-pine-700' : 'size-5 text-muted'} />
        ))}
      </span>
      <span className="font-semibold">{toWords(stars)}</span>
    </p>
    {text && <p className="whitespace-pre-line text-muted">{text}</p>}
  </div>
);

/** Asks for a rating of a finished visit; then thanks, and shows where to review, whatever the stars. */
export function RateVisit({ visit }: { visit: PortalVisit }) {
  const [stars, setStars] = useState(0);
  const rate = trpc.portal.rate.useMutation();
  const { workOrderId, serviceName, date } = visit;
  if (rate.data) return <Thanks reviewLink={rate.data.reviewLink} />;
  return (
    <CallForm
      call={rate}
      toInput={({ text = '' }) => ({ workOrderId, stars, text: text.trim() || null })}
      failure="Your rating could not be sent. Please try again."
      submit="Send rating"
    >
      {(getMessage) => (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-muted">
              {serviceName}, {formatDay(date)}
            </legend>
            <StarChoice stars={stars} onChoose={setStars} />
            {getMessage('stars', '') && <p className="font-medium text-red-600 text-sm">{getMessage('stars', '')}</p>}
          </fieldset>
          <Field label="What should we know?" hint="Optional. Only we read it." error={getMessage('text', '')}>
            {(control) => <textarea {...control} name="text" rows={3} maxLength={4000} />}
          </Field>
        </>
      )}
    </CallForm>
  );
}

const StarChoice = ({ stars, onChoose }: { stars: number; onChoose: (stars: number) => void }) => (
  <div role="radiogroup" aria-label="Stars" className="flex gap-1">
    {STARS.map((star) => (
      <label
        key={star}
        className="relative grid size-11 place-items-center rounded-small has-focus-visible:outline-3 has-focus-visible:outline-pine-600"
      >
        <input
          type="radio"
          name="stars"
          value={star}
          checked={star === stars}
          onChange={() => onChoose(star)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <Icon name="star" className={star <= stars ? FULL : EMPTY} />
        <span className="sr-only">{toWords(star)}</span>
      </label>
    ))}
  </div>
);

function Thanks({ reviewLink }: { reviewLink: string | null }) {
  const text = useRef<HTMLParagraphElement>(null);
  // Moves the browser's focus from the form, which is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} role="status" tabIndex={-1} className="text-lg outline-none">
        Thank you for your rating!
      </p>
      {reviewLink && (
        <p className="grid justify-items-start gap-3">
          Would you tell others about us?
          <a className="button-ghost" href={reviewLink} target="_blank" rel="noopener noreferrer">
            Write a review
          </a>
        </p>
      )}
    </>
  );
}
