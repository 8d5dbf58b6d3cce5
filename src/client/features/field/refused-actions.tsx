import type { FieldAction } from '../../../shared/field';
import { formatDateTime } from '../../../shared/time';
import { pressOnce } from '../../ui/press-once';
import type { QueuedAction } from './phone-store';

type RefusedActionsProps = {
  actions: readonly QueuedAction[];
  onDismiss: (place: number) => void;
  onRetry: (action: QueuedAction) => void;
};

export function RefusedActions({ actions, onDismiss, onRetry }: RefusedActionsProps) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="refused-title" className="grid gap-3 rounded-card border border-red-600 bg-red-100 p-4">
      <h2 id="refused-title" className="font-bold text-lg">
        Not applied
      </h2>
      <ul className="grid gap-3">
        {actions.map((action) => (
          <li key={action.place} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">
                {action.clientName}: {formatAction(action)}
              </span>
              , {formatDateTime(action.at)}
              <br />
              {action.refusal}
            </p>
            <button type="button" className="button-ghost" {...pressOnce(() => onRetry(action))}>
              Try Again
            </button>
            <button type="button" className="button-ghost" {...pressOnce(() => onDismiss(action.place))}>
              Got It
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatAction(action: FieldAction): string {
  if (action.kind === 'respond') return action.accepted ? 'Accept' : 'Decline';
  if (action.kind === 'status') return `Status ${action.status}`;
  if (action.kind === 'component') return `${action.component}: ${action.isCompleted ? 'Done' : 'Pending'}`;
  return action.kind === 'remark' ? `Remark: ${action.remarks}` : `Photo (${action.photoKind})`;
}
