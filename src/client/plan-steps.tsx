import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { formatCount } from '../shared/counts';
import { type Plan, type PlanVisit, planAcceptance } from '../shared/plans-schemas';
import { getToday } from './clock';
import { trpc } from './trpc';
import { DialogButton } from './ui/dialog-button';
import { orBlank, SaveForm, TextField, useTextForm } from './ui/form';
import { useAction } from './ui/mutation-button';
import { showToast } from './ui/toast/toast-store';

export const isToCome = ({ date, on }: PlanVisit): boolean => (on ?? date) >= getToday();
const isPlanned = ({ workOrderId, status }: PlanVisit) => workOrderId !== null && (status === 'planned' || status === 'moved');

/** Says how many visits of a plan are on the schedule, such as "6 visits are planned for the next six weeks." */
export function formatPlanned({ visits = [] }: Pick<Plan, 'visits'>): string {
  const planned = visits.filter((visit) => isToCome(visit) && isPlanned(visit)).length;
  if (planned === 0) return 'No visit falls into the next six weeks.';
  return `${formatCount(planned, 'visit is', 'visits are')} planned for the next six weeks.`;
}

const endSentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);
export const formatCreated = (plan: Pick<Plan, 'words' | 'visits'>): string => `${endSentence(plan.words)} ${formatPlanned(plan)}`;

/** Returns a function that reports a new plan in a toast, which opens it. */
export function usePlanToast() {
  const navigate = useNavigate();
  return (plan: Plan) =>
    showToast({
      title: 'Plan Created',
      description: formatCreated(plan),
      onOpen: () => void navigate({ to: '/plans', search: { plan: plan.id } }),
    });
}

type AcceptProps = { plan: Plan; about?: string | undefined; look?: string | undefined };

/** Accepts a proposed plan with the price and the crew that the office sets. */
export const AcceptPlan = ({ plan, about, look }: AcceptProps) => (
  <DialogButton
    {...(look !== undefined && { look })}
    {...(about !== undefined && { about })}
    label="Accept"
    title="Accept this plan?"
    text={`${endSentence(plan.words)} The booked visit is the first one, and the others of the next six weeks are put on the schedule.`}
  >
    {(close) => <AcceptForm plan={plan} onDone={close} />}
  </DialogButton>
);

const fields = z.object({ price: orBlank(planAcceptance.shape.price), crewSize: planAcceptance.shape.crewSize });

function AcceptForm({ plan: { id, price, crewSize, discountPercent, clientName }, onDone }: { plan: Plan; onDone: () => void }) {
  const form = useTextForm(fields, { price: price ?? '', crewSize: String(crewSize) });
  const accept = useAction({
    procedure: trpc.plans.accept,
    failure: 'Failed to accept the plan. Please try again.',
    done: (plan) => ({ title: 'Plan Accepted', description: `${clientName}: ${formatPlanned(plan)}` }),
    onDone,
  });
  return (
    <SaveForm
      form={form}
      call={accept}
      input={(values) => ({ id, price: values.price || null, crewSize: values.crewSize })}
      onCancel={onDone}
      submit="Accept Plan"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="price"
          label="Price of a visit"
          hint={discountPercent > 0 ? `Before taxes and the discount of ${discountPercent}%.` : 'Before taxes.'}
          inputMode="decimal"
          placeholder="0.00"
        />
        <TextField form={form} name="crewSize" label="Crew size" isRequired hint="Members each visit needs." inputMode="numeric" />
      </div>
    </SaveForm>
  );
}
