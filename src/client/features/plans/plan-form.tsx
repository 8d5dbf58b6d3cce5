import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { addDays } from '../../../shared/calendar-day';
import type { planInput } from '../../../shared/plans-schemas';
import { getToday } from '../../clock';
import { formatCreated } from '../../plan-steps';
import { trpc } from '../../trpc';
import { BottomBar } from '../../ui/bottom-bar';
import { SubmitButton } from '../../ui/dialog-buttons';
import { showIssues } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { showToast } from '../../ui/toast/toast-store';
import { ChecklistFields, ClientFields, CrewFields, NotesFields, type PlanForm, PriceFields, TimeFields } from './plan-fields';
import { PlanPreview } from './plan-preview';
import { blankPlan, checkPlan, type PlanValues, toInput } from './plan-values';

type NewPlanProps = { client: number | undefined; onCreated: (id: number) => void; onDone: () => void };

/** Shows the form of a new plan, for a client if one is chosen already. */
export function NewPlan({ client = 0, onCreated, onDone }: NewPlanProps) {
  const [blank] = useState(() => blankPlan(client, addDays(getToday(), 1)));
  const form = usePlanForm(blank);
  const create = trpc.plans.create.useMutation({
    meta: { failure: 'Failed to create the plan. Please try again.' },
    onSuccess: (plan) => {
      showToast({ title: 'Plan Created', description: formatCreated(plan) });
      onCreated(plan.id);
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <>
      <RecordHeader back={<BackButton label="Back to Plans" onPress={onDone} />} title="New Plan" />
      <PlanFields
        form={form}
        onSubmit={(input) => !create.isPending && create.mutate(input)}
        buttons={<SubmitButton label="Create Plan" busy="Creating..." isPending={create.isPending} />}
      />
    </>
  );
}

export const usePlanForm = (values: PlanValues, visitDay?: string): PlanForm =>
  useForm({ resolver: checkPlan(visitDay), defaultValues: values });

type PlanFieldsProps = {
  form: PlanForm;
  /** A visit of an existing plan, from which its usual repeats are counted. */
  visitDay?: string;
  /** The fields that stand before the others, for an existing plan. */
  scope?: ReactNode;
  /** The day from which the plan goes on, if that is not its first day. */
  from?: string | undefined;
  buttons: ReactNode;
  onSubmit: (input: z.input<typeof planInput>) => void;
};

/** Shows all fields of a plan beside its next dates. */
export function PlanFields({ form, visitDay, scope, from, buttons, onSubmit }: PlanFieldsProps) {
  const values = useWatch({ control: form.control }) as PlanValues;
  return (
    <form
      noValidate
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
      <div className="grid gap-5">
        {scope}
        <ClientFields form={form} isNew={visitDay === undefined} />
        <TimeFields form={form} isStartShown={from === undefined} />
        <PriceFields form={form} />
        <CrewFields form={form} />
        <ChecklistFields form={form} />
        <NotesFields form={form} />
      </div>
      <div className="grid gap-5 max-xl:contents xl:sticky xl:top-6">
        <Panel title="Next dates">
          <PlanPreview input={{ ...toInput(values, visitDay), ...(from && { startDate: from }) }} />
        </Panel>
        <BottomBar layout="flex-wrap gap-2.5 sm:*:grow">{buttons}</BottomBar>
      </div>
    </form>
  );
}
