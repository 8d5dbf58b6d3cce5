import { useState } from 'react';
import { addDays } from '../../../shared/calendar-day';
import type { PortalPlan } from '../../../shared/portal-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatDay } from '../../../shared/time';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { CallForm } from './call-form';
import { Actions, Card } from './parts';
import { useSkip } from './use-skip';

const CHIPS: Record<PortalPlan['status'], readonly [tone: Tone, word: string]> = {
  proposed: ['waiting', 'Proposed'],
  active: ['good', 'Active'],
  paused: ['waiting', 'Paused'],
  ended: ['quiet', 'Ended'],
};
/** Visits that are listed at once. */
const SHOWN_VISITS = 4;

/** Shows a plan of recurring visits, with its next ones and what the client can change. */
export function PlanCard({ plan }: { plan: PortalPlan }) {
  const [open, setOpen] = useState<'pause' | 'change'>();
  const { words, serviceName, price, discountPercent, status, pausedUntil, visits } = plan;
  const [tone, word] = CHIPS[status];
  const close = () => setOpen(undefined);
  return (
    <Card title="Your plan">
      <div className="grid justify-items-start gap-2">
        <Chip tone={tone}>{word}</Chip>
        <p>
          <b>{words}</b>
          <span className="block text-muted">
            {serviceName}
            {price !== null && `, ${formatPrice(price)} a visit`}
            {discountPercent > 0 && `, ${discountPercent}% off`}
          </span>
        </p>
        {status === 'paused' && <p>{pausedUntil === null ? 'Paused until you resume it.' : `Paused until ${formatDay(pausedUntil)}.`}</p>}
      </div>
      <ul className="grid">
        {visits.slice(0, SHOWN_VISITS).map((visit) => (
          <PlanVisit key={visit.date} planId={plan.id} visit={visit} />
        ))}
      </ul>
      {open === undefined && <PlanActions plan={plan} onOpen={setOpen} />}
      {open === 'pause' && <PauseForm plan={plan} onClose={close} />}
      {open === 'change' && <ChangeForm plan={plan} onClose={close} />}
    </Card>
  );
}

type PlanVisitProps = { planId: number; visit: PortalPlan['visits'][number] };
function PlanVisit({ planId, visit: { date, on, status, canSkip } }: PlanVisitProps) {
  const skip = useSkip();
  const isSkipped = status === 'skipped';
  const look = 'button-ghost shrink-0';
  const shown = on ?? date;
  const about = <span className="sr-only">, {formatDay(shown)}</span>;
  return (
    <li className="flex min-h-13 items-center justify-between gap-3 border-line border-t py-1.5">
      <p className={isSkipped ? 'text-muted line-through' : undefined}>{formatDay(shown)}</p>
      {isSkipped ? (
        <button type="button" className={look} aria-disabled={skip.isPending} onClick={() => skip.bringBack(planId, date)}>
          Bring back{about}
        </button>
      ) : canSkip ? (
        <button type="button" className={look} aria-disabled={skip.isPending} onClick={() => skip.press(planId, date, shown)}>
          Skip{about}
        </button>
      ) : (
        status === 'closed' && <span className="text-muted text-sm">We are closed</span>
      )}
    </li>
  );
}

function PlanActions({ plan: { id, status }, onOpen }: { plan: PortalPlan; onOpen: (form: 'pause' | 'change') => void }) {
  const resume = trpc.portal.resumePlan.useMutation({
    meta: { failure: 'The plan could not be resumed. Please try again.' },
    onSuccess: () => showToast({ title: 'Plan resumed', description: 'Your visits go on.' }),
  });
  return (
    <Actions>
      {status === 'active' && (
        <button type="button" className="button-ghost" onClick={() => onOpen('pause')}>
          Pause
        </button>
      )}
      {status === 'paused' && (
        <button
          type="button"
          className="button-primary"
          aria-disabled={resume.isPending}
          onClick={() => !resume.isPending && resume.mutate({ planId: id })}
        >
          Resume
        </button>
      )}
      <button type="button" className="button-ghost" onClick={() => onOpen('change')}>
        Ask for a change
      </button>
    </Actions>
  );
}

type FormProps = { plan: PortalPlan; onClose: () => void };
const Back = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="button-ghost" onClick={onClose}>
    Back
  </button>
);

function PauseForm({ plan, onClose }: FormProps) {
  const pause = trpc.portal.pausePlan.useMutation({ onSuccess: () => showToast({ title: 'Plan paused' }) });
  return (
    <CallForm
      call={pause}
      toInput={({ until }) => ({ planId: plan.id, until: until || null })}
      failure="The plan could not be paused. Please try again."
      submit="Pause plan"
      onDone={onClose}
      aside={<Back onClose={onClose} />}
    >
      {(getMessage) => (
        <Field
          label="Until"
          hint="The day from which we come again. Leave it empty to resume the plan yourself."
          error={getMessage('until', '')}
        >
          {(control) => <input {...control} name="until" type="date" min={addDays(getToday(), 1)} />}
        </Field>
      )}
    </CallForm>
  );
}

function ChangeForm({ plan, onClose }: FormProps) {
  const ask = trpc.portal.requestPlanChange.useMutation({
    onSuccess: () => showToast({ title: 'Message sent', description: 'We will answer you under Messages.' }),
  });
  return (
    <CallForm
      call={ask}
      toInput={({ text = '' }) => ({ planId: plan.id, text })}
      failure="Your message could not be sent. Please try again."
      submit="Send"
      onDone={onClose}
      aside={<Back onClose={onClose} />}
    >
      {(getMessage) => (
        <Field label="What should we change?" isRequired error={getMessage('text', 'Please write what we should change.')}>
          {(control) => <textarea {...control} name="text" rows={4} maxLength={4000} />}
        </Field>
      )}
    </CallForm>
  );
}
