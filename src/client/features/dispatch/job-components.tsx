import type { JobComponent } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

type JobComponentsProps = { components: readonly JobComponent[]; isLocked: boolean };

export function JobComponents({ components, isLocked }: JobComponentsProps) {
  if (components.length === 0) return <p className="text-muted">This work order has no job components.</p>;
  return (
    <ul className="grid divide-y divide-line">
      {components.map((component) => (
        <Row key={component.id} component={component} isLocked={isLocked} />
      ))}
    </ul>
  );
}

function Row({
  component: { id, component, description, estimatedTime, isCompleted },
  isLocked,
}: {
  component: JobComponent;
  isLocked: boolean;
}) {
  const change = trpc.dispatch.setJobComponent.useMutation({
    meta: { failure: 'Failed to update component. Please try again.' },
    onSuccess: () => showToast({ title: 'Component Updated', description: 'Job component has been updated successfully.' }),
  });
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold [overflow-wrap:anywhere]">{component}</span>
          {estimatedTime !== null && <span className="text-muted text-sm tabular-nums">{estimatedTime} min</span>}
          {isCompleted && <Chip tone="good">Completed</Chip>}
        </p>
        {description && <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{description}</p>}
      </div>
      {!isLocked && (
        <MutationButton
          look="button-ghost sm:min-w-36"
          label={isCompleted ? 'Mark Pending' : 'Mark Complete'}
          about={component}
          call={change}
          input={{ id, isCompleted: !isCompleted }}
        />
      )}
    </li>
  );
}
