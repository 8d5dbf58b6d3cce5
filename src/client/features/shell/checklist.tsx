import { type LinkProps, linkOptions } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ChecklistStep } from '../../../shared/overview';
import { useChecklistChange } from '../../checklist-change';
import { ActionButton } from '../../ui/action-button';
import { ScreenLink } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { pressOnce } from '../../ui/press-once';
import { showToast } from '../../ui/toast/toast-store';
import { Tooltip } from '../../ui/tooltip';
import { planJob } from './palette-store';
import { useChecklist } from './use-overview';

const link = linkOptions;
const settings = (section: 'company' | 'taxes' | 'prices' | 'outbox') => link({ to: '/settings', search: { section } });
const STEPS: Record<ChecklistStep, { title: string; text: string; action: string; to?: LinkProps; run?: () => void }> = {
  company: { title: 'Company and logo', text: 'Name, address, hours and logo', action: 'Open settings', to: settings('company') },
  taxes: { title: 'Taxes', text: 'The rates on every new document', action: 'Choose rates', to: settings('taxes') },
  prices: { title: 'Prices', text: 'What your services cost', action: 'Review prices', to: settings('prices') },
  testMail: { title: 'Test mail', text: 'Does mail reach you?', action: 'Send one', to: settings('outbox') },
  member: {
    title: 'First team member',
    text: 'Who cleans',
    action: 'Add a member',
    to: link({ to: '/team-management', search: { new: 1 } }),
  },
  client: { title: 'First client', text: 'Who you clean for', action: 'Add a client', to: link({ to: '/clients', search: { new: 1 } }) },
  job: { title: 'First job', text: 'Plan it from its client', action: 'Plan a job', run: planJob },
  share: { title: 'Share your site', text: 'Send people the address', action: 'Copy link' },
};

/** Returns the changes that this list offers. `done` is the toast after them. */
function useListChange(done?: { title: string; description: string }) {
  const { saved, isPending, change } = useChecklistChange(done);
  const undoHiding = { label: 'Undo', run: () => void change({ isHidden: false }) };
  return {
    isPending,
    mark: (step: ChecklistStep) => change({ done: [...new Set([...(saved?.done ?? []), step])] }),
    unmark: (step: ChecklistStep) => change({ done: saved?.done.filter((other) => other !== step) ?? [] }),
    hide: () => {
      change({ isHidden: true });
      showToast({ title: 'Checklist hidden', description: 'You can show it again in the settings of the company.', action: undoHiding });
    },
  };
}

/** Shows the steps of a new company until all are done or the owner hides them. */
export function Checklist() {
  const { data } = useChecklist();
  const { isPending, mark, unmark, hide } = useListChange();
  if (!data || data.isHidden || data.steps.every(({ isDone }) => isDone)) return null;
  const done = data.steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="checklist-title" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="checklist-title" className="font-bold text-xl">
          Set up your company
        </h2>
        <p className="mr-auto text-muted tabular-nums">
          {done} of {data.steps.length} done
        </p>
        <ActionButton look="button-ghost text-sm lg:min-h-9" label="Hide checklist" isPending={isPending} onPress={hide} />
      </div>
      <ol className="overflow-clip rounded-card border border-line bg-paper">
        {data.steps.map(({ step, isDone, isMarked }) => (
          <li key={step} className="flex min-h-12 items-center gap-x-1.5 border-line border-t pr-3 pl-1 first:border-t-0">
            <Tick {...{ step, isDone, isMarked, isPending }} onChange={isMarked ? unmark : mark} />
            <span className="min-w-0 grow text-sm leading-5">
              <b className={clsx('font-semibold', isDone && 'text-muted')}>{STEPS[step].title}</b>{' '}
              {isDone ? <span className="sr-only">is done</span> : <span className="text-muted max-sm:hidden">{STEPS[step].text}</span>}
            </span>
            {!isDone && <StepAction step={step} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type TickProps = {
  step: ChecklistStep;
  isDone: boolean;
  isMarked: boolean;
  isPending: boolean;
  onChange: (step: ChecklistStep) => void;
};

/** Shows whether a step is done; a step that no data proves can be marked as done, and back. */
function Tick({ step, isDone, isMarked, isPending, onChange }: TickProps) {
  const circle = (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-5 place-items-center rounded-full border',
        isDone ? 'border-pine-600 bg-pine-600 text-white' : 'border-control text-transparent group-hover:text-pine-600',
      )}
    >
      <Check className="size-3.5" />
    </span>
  );
  if (isDone && !isMarked) return <span className="grid size-11 shrink-0 place-items-center">{circle}</span>;
  const label = isMarked ? 'Not done yet' : 'Mark as done';
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={`${label}, ${STEPS[step].title}`}
        aria-disabled={isPending}
        className="group grid size-11 shrink-0 place-items-center rounded-full hover:bg-sage-100"
        {...pressOnce(() => !isPending && onChange(step))}
      >
        {circle}
      </button>
    </Tooltip>
  );
}

function StepAction({ step }: { step: ChecklistStep }) {
  const { title, action, to, run } = STEPS[step];
  const button = { look: 'button-ghost w-36 shrink-0 px-2 text-sm lg:min-h-9', label: action, about: title };
  if (to) return <ScreenLink {...to} {...button} />;
  return run ? <ActionButton {...button} onPress={run} /> : <CopySiteLink {...button} step={step} />;
}

/** Copies the address of the public website, then marks the step as done. */
function CopySiteLink({ step, ...button }: { step: ChecklistStep; look: string; label: string; about: string }) {
  const address = `${window.location.origin}/`;
  // The toast follows the change, whose success would hide an earlier one.
  const { mark } = useListChange({ title: 'Link copied', description: address });
  return <CopyButton {...button} text={address} done={() => mark(step)} />;
}
