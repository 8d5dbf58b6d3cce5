import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldAction, Job } from '../../../shared/field';
import { getStatus } from '../../call-error';
import { getNow } from '../../clock';
import { randomId } from '../../random-id';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';
import { OutgoingQueue } from './outgoing';
import type { QueuedAction } from './phone-store';
import { uploadPhoto } from './photo-upload';

type DistributiveOmit<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;
/** Input of a button's action; the rest of it is filled in here. */
export type Deed = DistributiveOmit<FieldAction, 'actionId' | 'memberId' | 'at'>;

/** Interval at which waiting actions are tried again while the phone reports a network. */
const AGAIN_MS = 15_000;
/** Time after which a call is aborted and made again later. */
const PATIENCE_MS = 30_000;

const APPLIED: Partial<Record<FieldAction['kind'], [title: string, text: string]>> = {
  status: ['Status Updated', 'Work order status has been updated successfully.'],
  component: ['Component Updated', 'Job component has been updated successfully.'],
  remark: ['Remark Saved', 'The office can read it now.'],
  photo: ['Photo Saved', 'The office can see it now.'],
};
const tellApplied = (action: FieldAction) => {
  const [title, description] =
    action.kind === 'respond'
      ? action.accepted
        ? ['Assignment Accepted', 'The job is yours.']
        : ['Assignment Declined', 'The dispatcher is told.']
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
            tellApplied(action);
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

  const act = (deed: Deed) => {
    const action = { ...deed, memberId, actionId: randomId(), at: getNow() } as FieldAction;
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
  const { actionId, memberId: teamMemberId, workOrderId: id, at } = action;
  const patience = { signal: AbortSignal.timeout(PATIENCE_MS) };
  if (action.kind === 'respond')
    return field.respond.mutate(
      { id, teamMemberId, actionId, accepted: action.accepted, remarks: action.remarks, responseTime: at },
      patience,
    );
  if (action.kind === 'status')
    return field.setStatus.mutate(
      {
        id,
        teamMemberId,
        actionId,
        status: action.status,
        remarks: action.remarks,
        estimatedArrival: action.estimatedArrival,
        timestamp: at,
        confirm: action.confirm ?? false,
      },
      patience,
    );
  if (action.kind === 'component')
    return field.tickComponent.mutate(
      {
        id: action.componentId,
        actionId,
        isCompleted: action.isCompleted,
        completedAt: action.isCompleted ? at : null,
        at,
      },
      patience,
    );
  if (action.kind === 'remark')
    return field.addRemark.mutate({ id, teamMemberId, actionId, remarks: action.remarks, timestamp: at }, patience);
  return uploadPhoto(action);
}
