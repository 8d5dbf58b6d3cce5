import { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import { type Plan, planEnd, planPause } from '../../../shared/plans-schemas';
import { getToday } from '../../clock';
import { AcceptPlan, formatPlanned } from '../../plan-steps';
import { trpc } from '../../trpc';
import { IN_PLACE_OF_LIST } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { DialogButton } from '../../ui/dialog-button';
import { orBlank, SaveForm, TextField, useTextForm } from '../../ui/form';
import { MutationButton, useAction } from '../../ui/mutation-button';
import { formatLongDay } from '../../ui/times';

type PlanProps = { plan: Plan; about?: string | undefined; look?: string | undefined };

const failure = 'Failed to save the plan. Please try again.';

export const EditPlanLink = ({ plan: { id, status }, look }: PlanProps) =>
  status !== 'ended' && (
    <ScreenLink
      from="/plans"
      to="/plans"
      search={(list) => ({ ...list, plan: id, edit: 1 as const })}
      {...IN_PLACE_OF_LIST}
      look={look ?? 'button-ghost'}
      label="Edit"
    />
  );

/** Shows what comes next for a plan that does not serve its client. */
export function NextPlanStep(props: PlanProps) {
  if (props.plan.status === 'proposed') return <AcceptPlan {...props} />;
  return props.plan.status === 'paused' && <ResumePlan {...props} />;
}

/** The steps of a plan; `isNextLeftOut` is true if its next step stands elsewhere. */
export const PlanSteps = ({ plan, isNextLeftOut = false }: { plan: Plan; isNextLeftOut?: boolean }) => (
  <>
    {!isNextLeftOut && <NextPlanStep plan={plan} />}
    {plan.status === 'active' && <PausePlan plan={plan} />}
    {plan.status !== 'ended' && <EndPlan plan={plan} />}
  </>
);

const ResumePlan = ({ plan: { id, clientName }, about, look }: PlanProps) => (
  <MutationButton
    look={look}
    label="Resume"
    about={about}
    procedure={trpc.plans.resume}
    input={{ id }}
    failure={failure}
    done={(plan) => ({ title: 'Plan Resumed', description: `${clientName}: ${formatPlanned(plan)}` })}
  />
);

const PausePlan = ({ plan }: PlanProps) => (
  <DialogButton
    label="Pause"
    title="Pause this plan?"
    text="Its upcoming visits are removed from the schedule. Visits that have begun, were invoiced or were edited by hand stay."
  >
    {(close) => <PauseForm plan={plan} onDone={close} />}
  </DialogButton>
);

type FormProps = { plan: Plan; onDone: () => void };
const pauseFields = z.object({ until: orBlank(planPause.shape.until) });

function PauseForm({ plan: { id, clientName }, onDone }: FormProps) {
  const form = useTextForm(pauseFields, { until: '' });
  const pause = useAction({
    procedure: trpc.plans.pause,
    failure,
    done: ({ pausedUntil }) => ({
      title: 'Plan Paused',
      description:
        pausedUntil === null ? `${clientName} gets no visits until you resume it.` : `Visits begin again on ${formatLongDay(pausedUntil)}.`,
    }),
    onDone,
  });
  return (
    <SaveForm form={form} call={pause} input={({ until }) => ({ id, ...(until && { until }) })} onCancel={onDone} submit="Pause Plan">
      <TextField
        form={form}
        name="until"
        label="First day with visits again"
        hint="Leave it empty to pause until you resume the plan."
        type="date"
        min={addDays(getToday(), 1)}
      />
    </SaveForm>
  );
}

const EndPlan = ({ plan }: PlanProps) =>
  plan.status === 'proposed' ? (
    <DeclinePlan plan={plan} />
  ) : (
    <DialogButton label="End" title="End this plan?" text="Visits after the last day are removed. A plan that has ended cannot be resumed.">
      {(close) => <EndForm plan={plan} onDone={close} />}
    </DialogButton>
  );

const DeclinePlan = ({ plan: { id, clientName } }: PlanProps) => (
  <MutationButton
    label="Decline"
    procedure={trpc.plans.end}
    input={{ id, on: getToday() }}
    failure={failure}
    question={{
      title: `Decline the plan of ${clientName}?`,
      text: 'The booking itself stays. No further visits are made, and the client gets no message about it.',
      action: 'Decline Plan',
    }}
    done={{ title: 'Plan Declined', description: `The booking of ${clientName} stays as it is.` }}
  />
);

const endFields = planEnd.pick({ on: true });

function EndForm({ plan: { id, clientName }, onDone }: FormProps) {
  const form = useTextForm<z.input<typeof endFields>>(endFields, { on: getToday() });
  const end = useAction({
    procedure: trpc.plans.end,
    failure,
    done: ({ until }) => ({
      title: 'Plan Ended',
      description: until === getToday() ? `${clientName} gets no more visits.` : `The last day is ${formatLongDay(until ?? '')}.`,
    }),
    onDone,
  });
  return (
    <SaveForm form={form} call={end} input={({ on }) => ({ id, on })} onCancel={onDone} submit="End Plan" isDangerous>
      <TextField form={form} name="on" label="Last day with a visit" missing="Please choose the last day." type="date" min={getToday()} />
    </SaveForm>
  );
}
