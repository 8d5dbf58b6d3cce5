import { useState } from 'react';
import { type Plan, planEdit } from '../../../shared/plans-schemas';
import { toCallError } from '../../call-error';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { SubmitButton } from '../../ui/dialog-buttons';
import { showIssues } from '../../ui/form-issues';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { BackButton, RecordHeader } from '../../ui/record-screen';
import { isUsualDay } from '../../ui/search-params';
import { EmptyState } from '../../ui/states';
import { hideToast, showToast } from '../../ui/toast/toast-store';
import { PlanFields, usePlanForm } from './plan-form';
import { listChanges, toInput, toValues } from './plan-values';
import { formatEffect } from './plan-words';

type EditPlanProps = { id: number; onSaved: (id: number) => void; onDone: () => void };

export function EditPlan({ id, onSaved, onDone }: EditPlanProps) {
  const plan = trpc.plans.get.useQuery({ id });
  return (
    <>
      <RecordHeader
        back={<BackButton label="Back to Plan" onPress={onDone} />}
        title={plan.data ? `Edit Plan of ${plan.data.clientName}` : 'Edit Plan'}
      >
        {plan.data && <p className="text-muted">{plan.data.words}</p>}
      </RecordHeader>
      <Loaded
        query={plan}
        loading="Loading the plan..."
        failed="The plan could not be loaded."
        missing={
          <EmptyState heading="h2" title="No such plan" text="The link may have been mistyped.">
            <ScreenLink to="/plans" look="button-ghost mt-2" label="Show All Plans" />
          </EmptyState>
        }
      >
        {(data) =>
          data.status === 'ended' ? (
            <EmptyState
              heading="h2"
              title="This plan has ended"
              text="It can no longer be changed. Create a new plan instead."
              action="Open the Plan"
              onAction={onDone}
            />
          ) : (
            <EditForm latest={data} onSaved={onSaved} />
          )
        }
      </Loaded>
    </>
  );
}

/** Returns what the server says about the first day that changes, which is no value of the form. */
const findDayIssue = (error: unknown): string | undefined => toCallError(error).data?.issues?.find(({ path }) => path === 'from')?.message;

const LONG_MS = 15_000;

function EditForm({ latest, onSaved }: { latest: Plan; onSaved: (id: number) => void }) {
  // The plan when the form opened; other people may change it meanwhile.
  const [plan] = useState(latest);
  const [next] = useState(() => plan.visits?.find(({ date }) => date >= getToday())?.date);
  const visitDay = next ?? plan.startDate;
  const [before] = useState(() => toValues(plan, visitDay));
  const form = usePlanForm(before, visitDay);
  // Only a plan that serves its client can be split.
  const canSplit = plan.status !== 'proposed';
  const [scope, setScope] = useState<'all' | 'following'>(canSplit && next !== undefined ? 'following' : 'all');
  const [from, setFrom] = useState(visitDay);
  const isSplit = scope === 'following';
  const edit = trpc.plans.edit.useMutation({
    meta: { failure: 'Failed to save the plan. Please try again.' },
    onSuccess: ({ plan: saved, ...effect }) => {
      const isLong = effect.kept.length > 0;
      showToast({ title: 'Plan Saved', description: `${saved.words} ${formatEffect(effect)}`, ...(isLong && { durationMs: LONG_MS }) });
      onSaved(saved.id);
    },
    onError: (error) => (findDayIssue(error) ? hideToast() : showIssues(form, error)),
  });
  const fromError = isSplit && !planEdit.shape.from.safeParse(from).success ? 'Please choose the first day that changes.' : undefined;
  const fromIssue = edit.variables?.from === from ? findDayIssue(edit.error) : undefined;
  return (
    <PlanFields
      form={form}
      visitDay={visitDay}
      from={isSplit && isUsualDay(from) ? from : undefined}
      onSubmit={(input) => {
        if (edit.isPending || fromError !== undefined) return;
        const { startDate, ...others } = listChanges(toInput(before, visitDay), input);
        const change = isSplit || startDate === undefined ? others : { ...others, startDate };
        edit.mutate({ id: plan.id, scope, ...(isSplit && { from }), change });
      }}
      buttons={<SubmitButton label="Save Changes" isPending={edit.isPending} />}
      scope={
        <Panel title="What to change">
          <fieldset className="grid gap-1">
            <legend className="sr-only">Visits to change</legend>
            {canSplit && <ScopeChoice label="This and following visits" isChosen={isSplit} onChoose={() => setScope('following')} />}
            <ScopeChoice label="All visits" isChosen={!isSplit} onChoose={() => setScope('all')} />
          </fieldset>
          {isSplit && (
            <Field label="From" isRequired error={fromError ?? fromIssue} hint="Earlier visits stay with the present plan.">
              {(control) => <input {...control} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />}
            </Field>
          )}
          <p className="text-muted text-sm">
            Visits that are finished, begun, invoiced, cancelled or edited by hand stay as they are. To change a single visit, edit its job.
          </p>
        </Panel>
      }
    />
  );
}

type ScopeChoiceProps = { label: string; isChosen: boolean; onChoose: () => void };

const ScopeChoice = ({ label, isChosen, onChoose }: ScopeChoiceProps) => (
  <label className="flex min-h-11 items-center gap-2.5">
    <input type="radio" name="scope" className="size-5 shrink-0 accent-pine-700" checked={isChosen} onChange={onChoose} />
    {label}
  </label>
);
