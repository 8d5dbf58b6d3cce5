import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldAction, Job } from '../../../shared/field';
import { CALL_PATIENCE_MS, getStatus } from '../../call-error';
import { getNow } from '../../clock';
import { randomId } from '../../random-id';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';
import { OutgoingQueue } from './outgoing';
import type { QueuedAction } from './phone-store';
import { uploadPhoto } from './photo-upload';

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;
/** Input of a button of a job; `act` fills in the rest of the action. */
export type JobAction = DistributiveOmit<FieldAction, 'actionId' | 'memberId' | 'at' | 'workOrderId' | 'clientName'>;

/** Interval at which waiting actions are tried again while the phone reports a network. */
const AGAIN_MS = 15_000;

const APPLIED: Partial<Record<FieldAction['kind'], [title: string, text: string]>> = {
  status: ['Status Updated', 'Work order status has been updated successfully.'],
  component: ['Component Updated', 'Job component has been updated successfully.'],
  remark: ['Remark Saved', 'The office can read it now.'],
  photo: ['Photo Saved', 'The office can see it now.'],
};
const showApplied = (action: FieldAction) => {
  const [title, description] =
    action.kind === 'respond'
      ? action.accepted
        ? ['Assignment Accepted', 'The job is yours.']
        : ['Assignment Declined', 'The dispatcher was notified.']
      : (APPLIED[action.kind] ?? ['Saved', '']);
  showToast({ title, description });
};

/** Returns false if the server does not know this browser, or knows it as another member. Rejects if the server cannot be reached. */
function isKnownStranger(error: unknown): false {
  const status = getStatus(error);
  if (status === 401 || status === 403) return false;
  throw error;
}

type UseOutgoing = { memberId: number; onSessionLost: () => void };

export function useOutgoing({ memberId, onSessionLost }: UseOutgoing) {
  const utils = trpc.useUtils();
  /** Shows a job as the server returned it, before all of them are read again. */
  const replaceJob = (job: Job) =>
    utils.field.dashboard.setData(
      { id: memberId },
      (before) => before && { ...before, jobs: before.jobs.map((other) => (other.id === job.id ? job : other)) },
    );
  const [queue] = useState(
    () =>
      new OutgoingQueue(
        memberId,
        {
          send: (action) => sendAction(utils.client, action),
          isMine: () => utils.client.team.me.query().then(({ id }) => id === memberId, isKnownStranger),
        },
        {
          onApplied: (action, answer) => {
            showApplied(action);
            if (action.kind !== 'photo') replaceJob(answer as Job);
            void utils.field.invalidate();
          },
          onRefused: (_action, sentence) => {
            showToast({ title: 'Not applied', description: sentence, kind: 'destructive' });
            void utils.field.invalidate();
          },
          onSessionLost,
        },
      ),
  );
  const state = useSyncExternalStore(queue.subscribe, queue.read);

  // Sends waiting actions when the network returns, and at intervals while the phone reports one.
  useEffect(() => {
    const flush = () => queue.flush();
    queue.enter();
    window.addEventListener('online', flush);
    const timer = setInterval(() => navigator.onLine && queue.read().waiting.length > 0 && flush(), AGAIN_MS);
    return () => {
      queue.leave();
      window.removeEventListener('online', flush);
      clearInterval(timer);
    };
  }, [queue]);

  const act = ({ id, client }: Job, input: JobAction) => {
    const action = { ...input, workOrderId: id, clientName: client.name, memberId, actionId: randomId(), at: getNow() } as FieldAction;
    const kept = queue.add(action);
    if (!navigator.onLine) showToast({ title: 'Saved on this phone', description: 'It is sent as soon as there is a network.' });
    kept.catch(() =>
      showToast({ title: 'Error', description: 'This could not be kept on the phone. Please try again.', kind: 'destructive' }),
    );
  };
  return {
    ...state,
    act,
    dismiss: (place: number) => void queue.dismiss(place),
    retry: (action: QueuedAction) => void queue.retry(action),
  };
}

type Client = ReturnType<typeof trpc.useUtils>['client'];

function sendAction({ field }: Client, action: FieldAction): Promise<unknown> {
  const { actionId, at: timestamp } = action;
  const target = { id: action.workOrderId, teamMemberId: action.memberId, actionId };
  const limit = { signal: AbortSignal.timeout(CALL_PATIENCE_MS) };
  switch (action.kind) {
    case 'respond':
      return field.respond.mutate({ ...target, accepted: action.accepted, remarks: action.remarks, responseTime: timestamp }, limit);
    case 'status': {
      const { status, remarks, estimatedArrival, confirm = false } = action;
      return field.setStatus.mutate({ ...target, status, remarks, estimatedArrival, timestamp, confirm }, limit);
    }
    case 'component': {
      const { componentId: id, isCompleted } = action;
      return field.tickComponent.mutate({ id, actionId, isCompleted, completedAt: isCompleted ? timestamp : null, at: timestamp }, limit);
    }
    case 'remark':
      return field.addRemark.mutate({ ...target, remarks: action.remarks, timestamp }, limit);
    case 'photo':
      return uploadPhoto(action);
  }
}
