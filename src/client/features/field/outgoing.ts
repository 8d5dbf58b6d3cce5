import type { FieldAction } from '../../../shared/field';
import { toCallError } from '../../call-error';
import { addAction, changeAction, type QueuedAction, readActions, removeAction } from './phone-store';

type Outgoing = { waiting: readonly QueuedAction[]; refused: readonly QueuedAction[] };
const NOTHING: Outgoing = { waiting: [], refused: [] };

/** Result of an action: applied, refused with a sentence, or unsent, to be tried again. */
type Outcome =
  | { kind: 'applied'; answer: unknown }
  | { kind: 'refused'; sentence: string; status: number }
  | { kind: 'unsent'; isSessionLost: boolean; isFault: boolean };
type Calls = {
  send: (action: FieldAction) => Promise<unknown>;
  /** Returns whether the server still accepts this browser for the member. Rejects if the server cannot be reached. */
  isMine: () => Promise<boolean>;
};
type Events = {
  onApplied: (action: FieldAction, answer: unknown) => void;
  onRefused: (action: FieldAction, sentence: string) => void;
  onSessionLost: () => void;
};

/** Server errors over one action after which it is set aside, so that it does not block the others. */
const FAULTS = 3;
const NOT_YOURS = 'This job is no longer yours: the office cancelled it, or gave it to somebody else.';
const FAULT = 'The server could not take this. Please try again, or tell the office.';
type Unsent = Extract<Outcome, { kind: 'unsent' }>;
const UNSENT: Unsent = { kind: 'unsent', isSessionLost: false, isFault: false };
const LOST: Unsent = { kind: 'unsent', isSessionLost: true, isFault: false };

function toOutcome(error: unknown): Outcome {
  const { message, data } = toCallError(error);
  const status = data?.httpStatus;
  if (status === 401) return LOST;
  // The server or the network is unavailable or asks to wait, so the same call may work later.
  if (status === undefined || status > 500 || status === 429 || status === 408) return UNSENT;
  return status === 500 ? { ...UNSENT, isFault: true } : { kind: 'refused', sentence: message, status };
}

/** Runs the work in one tab of the phone at a time, if the browser supports locks. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();

/**
 * Queue of a member's actions: stored on the phone and sent one after the other, each after the answer to the one before. A refused action
 * is set aside with the server's sentence, so that it does not block the others.
 */
export class OutgoingQueue {
  #state = NOTHING;
  #running: Promise<void> | undefined;
  #isLeft = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly memberId: number,
    readonly calls: Calls,
    readonly events: Events,
  ) {}

  readonly read = (): Outgoing => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  enter(): void {
    this.#isLeft = false;
    this.flush();
  }
  /** Stops after the current action, since the member has left. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Stores an action, then sends the queue. Without storage it sends the action at once. Rejects if neither works. */
  async add(action: FieldAction): Promise<void> {
    try {
      await addAction(action);
    } catch {
      return this.#sendUnkept(action);
    }
    await this.reload();
    // A run that is about to end may have missed this action.
    void Promise.resolve(this.#running).then(() => this.flush());
  }

  async dismiss(place: number): Promise<void> {
    await removeAction(place);
    await this.reload();
  }

  async retry({ refusal: _, faults: __, ...action }: QueuedAction): Promise<void> {
    await changeAction(action);
    await this.reload();
    this.flush();
  }

  async reload(): Promise<void> {
    const actions = await readActions(this.memberId);
    this.#set({
      waiting: actions.filter(({ refusal }) => refusal === undefined),
      refused: actions.filter(({ refusal }) => refusal !== undefined),
    });
  }

  /** Sends waiting actions in order until the queue is empty or the network fails. */
  flush(): void {
    this.#running ??= alone(`tidyline-field-${this.memberId}`, () => this.#sendAll())
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #sendAll(): Promise<void> {
    await this.reload();
    for (let next = this.#state.waiting[0]; next && !this.#isLeft; next = this.#state.waiting[0]) {
      const outcome = await this.#send(next);
      if (outcome.kind === 'applied') {
        this.events.onApplied(next, outcome.answer);
        await removeAction(next.place);
      } else if (outcome.kind === 'refused') await this.#putAside(next, outcome.sentence);
      else if (outcome.isFault && (next.faults ?? 0) + 1 >= FAULTS) await this.#putAside(next, FAULT);
      else {
        if (outcome.isFault) await changeAction({ ...next, faults: (next.faults ?? 0) + 1 });
        if (outcome.isSessionLost) this.events.onSessionLost();
        return;
      }
      await this.reload();
    }
  }

  /** Sends one action. A 403 may mean that the session belongs to another member by now; then the action stays in the queue. */
  async #send(action: FieldAction): Promise<Outcome> {
    const outcome = await this.calls.send(action).then((answer): Outcome => ({ kind: 'applied', answer }), toOutcome);
    if (outcome.kind !== 'refused' || outcome.status !== 403) return outcome;
    return this.calls.isMine().then(
      (isMine) => (isMine ? { ...outcome, sentence: NOT_YOURS } : LOST),
      () => UNSENT,
    );
  }

  async #sendUnkept(action: FieldAction): Promise<void> {
    const outcome = await this.#send(action);
    if (outcome.kind === 'applied') this.events.onApplied(action, outcome.answer);
    else if (outcome.kind === 'refused') this.events.onRefused(action, outcome.sentence);
    else throw new Error('Neither kept nor sent.');
  }

  async #putAside(action: QueuedAction, sentence: string): Promise<void> {
    await changeAction({ ...action, refusal: sentence });
    this.events.onRefused(action, sentence);
  }

  #set(change: Partial<Outgoing>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
