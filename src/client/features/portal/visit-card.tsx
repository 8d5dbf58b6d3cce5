import type { PortalVisit } from '../../../shared/portal-schemas';
import { formatTime } from '../../../shared/staff-times';
import { formatDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { showToast } from '../../ui/toast/toast-store';
import { Actions } from './parts';
import { StarsShown } from './rate-visit';
import { useSkip } from './use-skip';

const names = new Intl.ListFormat('en-CA', { type: 'conjunction' });

function getChip({ state, confirmedAt }: PortalVisit): readonly [tone: Tone, word: string] | undefined {
  if (state === 'cancelled') return ['bad', 'Cancelled'];
  if (state === 'underway') return ['active', 'Under way'];
  if (state === 'done') return ['good', 'Done'];
  if (state === 'unrecorded') return ['quiet', 'Not recorded yet'];
  return confirmedAt === null ? undefined : ['good', 'Confirmed'];
}

type VisitCardProps = { visit: PortalVisit; heading?: 'h2' | 'h3' };

/** Shows a visit with its time, place and crew, and what the client can do about it. */
export function VisitCard({ visit, heading: Heading = 'h3' }: VisitCardProps) {
  const { date, startsAt, endsAt, serviceName, address, crew, photos, rating } = visit;
  const chip = getChip(visit);
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-start gap-2">
        {chip && <Chip tone={chip[0]}>{chip[1]}</Chip>}
        <Heading className="font-bold text-2xl">
          {formatDay(date)}
          <span className="mt-1 block text-lg text-pine-700 tabular-nums">
            {formatTime(startsAt)} to {formatTime(endsAt)}
          </span>
        </Heading>
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="Service">{serviceName}</Fact>
        <Fact name="Where">{address}</Fact>
        {crew.length > 0 && <Fact name="Your crew">{names.format(crew)}</Fact>}
      </dl>
      {photos.length > 0 && <Photos visit={visit} />}
      {rating && <StarsShown rating={rating} />}
      {visit.state === 'upcoming' && <VisitActions visit={visit} />}
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

const Photos = ({ visit: { photos, date } }: { visit: PortalVisit }) => (
  <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
    {photos.map(({ id, kind, url }) => (
      <li key={id}>
        <a href={url} target="_blank" rel="noopener noreferrer" className="block">
          <img
            src={url}
            width={320}
            height={240}
            loading="lazy"
            decoding="async"
            alt={`${kind === 'before' ? 'Before' : 'After'} the visit of ${formatDay(date)}`}
            className="aspect-4/3 w-full rounded-small bg-sage-100 object-cover"
          />
        </a>
        <span className="text-muted text-sm">{kind === 'before' ? 'Before' : 'After'}</span>
      </li>
    ))}
  </ul>
);

function VisitActions({ visit }: { visit: PortalVisit }) {
  const { workOrderId, date, startsAt, canConfirm, confirmedAt, manageUrl, planId, planDate, canSkip } = visit;
  const utils = trpc.useUtils();
  const confirm = trpc.portal.confirmVisit.useMutation({
    meta: { failure: 'Your answer could not be sent. Please try again.' },
    onSuccess: () => showToast({ title: 'Thank you', description: 'See you then!' }),
    // A refused confirmation often means that the visit was changed meanwhile.
    onError: () => void utils.invalidate(),
  });
  const skip = useSkip();
  return (
    <Actions>
      {canConfirm && confirmedAt === null && (
        <button
          type="button"
          className="button-primary"
          aria-disabled={confirm.isPending}
          onClick={() => !confirm.isPending && confirm.mutate({ workOrderId, startsAt })}
        >
          See you then
        </button>
      )}
      {manageUrl !== null && (
        <a className="button-ghost" href={manageUrl}>
          Move or cancel
        </a>
      )}
      {canSkip && planId !== null && planDate !== null && (
        <button type="button" className="button-ghost" aria-disabled={skip.isPending} onClick={() => skip.press(planId, planDate, date)}>
          Skip this visit
        </button>
      )}
    </Actions>
  );
}
