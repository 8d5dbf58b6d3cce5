import type { FieldAction } from '../../../shared/field';
import type { CallError } from '../../call-link';
import { addAction, changeAction, type QueuedAction, readActions, removeAction } from './phone-store';

/** What waits on the phone, and what the server refused. */
export type Outgoing = { waiting: readonly QueuedAction[]; refused: readonly QueuedAction[]; isSending: boolean };
const NOTHING: Outgoing = { waiting: [], refused: [], isSending: false };

/** What came of an action: applied, refused with a sentence, or not sent, to be tried again. */
type Outcome = { kind: 'applied'; answer: unknown } | { kind: 'refused'; sentence: string } | { kind: 'unsent'; isSessionLost: boolean };
type Events = {
  onApplied: (action: QueuedAction, answer: unknown) => void;
  onRefused: (action: QueuedAction, sentence: string) => void;
  onSessionLost: () => void;
};

/** Server or network are not there just now, or ask for patience: the same may work later. */
const isPassing = (status: number | undefined) => status === undefined || status >= 500 || status === 429 || status === 408;

function outcomeOf(error: unknown): Outcome {
  const { message, data } = error as CallError;
  const status = data?.httpStatus;
  if (status === 401) return { kind: 'unsent', isSessionLost: true };
  return isPassing(status) ? { kind: 'unsent', isSessionLost: false } : { kind: 'refused', sentence: message };
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
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly memberId: number,
    readonly send: (action: FieldAction) => Promise<unknown>,
    readonly events: Events,
  ) {}

  readonly read = (): Outgoing => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Keeps an action and sends what waits. */
  async add(action: FieldAction): Promise<void> {
    await addAction(action);
    await this.reload();
    // A sending that is about to end may have looked for the last time.
    await this.#under;
    await this.flush();
  }

  /** Forgets what was refused, now that it has been read. */
  async dismiss(place: number): Promise<void> {
    await removeAction(place);
    await this.reload();
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
  flush(): Promise<void> {
    this.#under ??= alone(`tidyline-field-${this.memberId}`, () => this.#sendAll()).finally(() => {
      this.#under = undefined;
    });
    return this.#under;
  }

  async #sendAll(): Promise<void> {
    await this.reload();
    this.#set({ isSending: true });
    try {
      for (let next = this.#state.waiting[0]; next; next = this.#state.waiting[0]) {
        const outcome = await this.send(next).then((answer): Outcome => ({ kind: 'applied', answer }), outcomeOf);
        if (outcome.kind === 'unsent') {
          if (outcome.isSessionLost) this.events.onSessionLost();
          return;
        }
        if (outcome.kind === 'applied') {
          this.events.onApplied(next, outcome.answer);
          await removeAction(next.place);
        } else {
          await changeAction({ ...next, refusal: outcome.sentence });
          this.events.onRefused(next, outcome.sentence);
        }
        await this.reload();
      }
    } finally {
      this.#set({ isSending: false });
    }
  }

  #set(change: Partial<Outgoing>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
