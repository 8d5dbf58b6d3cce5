import type { FieldAction } from '../../../shared/field';
import type { CallError } from '../../call-link';
import { addAction, changeAction, type QueuedAction, readActions, removeAction } from './phone-store';

/** What waits on the phone, and what the server refused. */
type Outgoing = { waiting: readonly QueuedAction[]; refused: readonly QueuedAction[] };
const NOTHING: Outgoing = { waiting: [], refused: [] };

/** What came of an action: applied, refused with a sentence, or not sent, to be tried again. */
type Outcome =
  | { kind: 'applied'; answer: unknown }
  | { kind: 'refused'; sentence: string; status: number }
  | { kind: 'unsent'; isSessionLost: boolean; isFault: boolean };
type Calls = {
  send: (action: FieldAction) => Promise<unknown>;
  /** Whether the server still takes this browser for this member. Rejects where it cannot be asked. */
  isMine: () => Promise<boolean>;
};
type Events = {
  onApplied: (action: FieldAction, answer: unknown) => void;
  onRefused: (action: FieldAction, sentence: string) => void;
  onSessionLost: () => void;
};

/** Faults of the server with one and the same action, after which it is put aside, so that it holds up nothing. */
const FAULTS = 3;
const NOT_YOURS = 'This job is no longer yours: the office cancelled it, or gave it to somebody else.';
const FAULT = 'The server could not take this. Please try again, or tell the office.';
type Unsent = Extract<Outcome, { kind: 'unsent' }>;
const UNSENT: Unsent = { kind: 'unsent', isSessionLost: false, isFault: false };
const LOST: Unsent = { kind: 'unsent', isSessionLost: true, isFault: false };

function outcomeOf(error: unknown): Outcome {
  const { message, data } = error as CallError;
  const status = data?.httpStatus;
  if (status === 401) return LOST;
  // Server or network are not there just now, or ask for patience: the same may work later.
  if (status === undefined || status > 500 || status === 429 || status === 408) return UNSENT;
  return status === 500 ? { ...UNSENT, isFault: true } : { kind: 'refused', sentence: message, status };
}

/** Locks out other tabs of the same phone, where the browser can. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();

/**
 * The queue of a member's actions: kept on the phone, sent in order one after the other, each until the server has answered. What is
 * refused is put aside with its sentence, so that it holds up nothing.
 */
export class OutgoingQueue {
  #state = NOTHING;
  #under: Promise<void> | undefined;
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

  /** Sends what waits; a queue that was left goes on. */
  enter(): void {
    this.#isLeft = false;
    this.flush();
  }
  /** Stops after the action under way: its member has gone. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Keeps an action, then sends what waits; where nothing can be kept it is sent at once. Rejects where neither can be done. */
  async add(action: FieldAction): Promise<void> {
    try {
      await addAction(action);
    } catch {
      return this.#sendUnkept(action);
    }
    await this.reload();
    // A sending that is about to end may have looked for the last time.
    void Promise.resolve(this.#under).then(() => this.flush());
  }

  /** Forgets what was refused, now that it has been read. */
  async dismiss(place: number): Promise<void> {
    await removeAction(place);
    await this.reload();
  }

  /** Puts what was refused back in its place, and sends it again. */
  async retry({ refusal: _, faults: __, ...action }: QueuedAction): Promise<void> {
    await changeAction(action);
    await this.reload();
    this.flush();
  }

  /** Reads the queue from the phone. */
  async reload(): Promise<void> {
    const actions = await readActions(this.memberId);
    this.#set({
      waiting: actions.filter(({ refusal }) => refusal === undefined),
      refused: actions.filter(({ refusal }) => refusal !== undefined),
    });
  }

  /** Sends what waits, in order, until nothing does or the network is gone. */
  flush(): void {
    this.#under ??= alone(`tidyline-field-${this.memberId}`, () => this.#sendAll())
      .catch(() => undefined)
      .finally(() => {
        this.#under = undefined;
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

  /** One action; a refusal for want of permission may come of a session that is somebody else's by now, and then is none. */
  async #send(action: FieldAction): Promise<Outcome> {
    const outcome = await this.calls.send(action).then((answer): Outcome => ({ kind: 'applied', answer }), outcomeOf);
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
