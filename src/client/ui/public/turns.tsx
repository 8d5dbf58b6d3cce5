import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { pause } from '../../pause';

/** Holds the parts of one turn as a promise would, but lets them go on in the very task in which it begins. */
class Turn {
  hasBegun = false;
  readonly #parts: (() => void)[] = [];

  // biome-ignore lint/suspicious/noThenProperty: Suspense calls it.
  then(goOn: () => void): void {
    this.#parts.push(goOn);
  }

  begin(): void {
    this.hasBegun = true;
    flushSync(() => {
      for (const goOn of this.#parts.splice(0)) goOn();
    });
  }
}

const turns = new Map<string, Turn>();
let isUnderWay = false;
const watchers = new Set<() => void>();

function watchTurns(onEnd: () => void): () => void {
  watchers.add(onEnd);
  return () => void watchers.delete(onEnd);
}

/** Returns false on the server and until the whole page is hydrated, then true. */
const useAreTurnsOver = (): boolean =>
  useSyncExternalStore(
    watchTurns,
    () => !isUnderWay,
    () => false,
  );

/** Events of a visitor that no part may miss. */
const INTERACTIONS = ['click', 'focus', 'input', 'change', 'keydown', 'submit'];

/** Hydrates at once all that still waits for its turn. */
export function endTurns(): void {
  if (!isUnderWay) return;
  for (const turn of turns.values()) turn.begin();
  isUnderWay = false;
  // Not at once: Preact would run the effects again of a component that an event of an effect renders.
  for (const onEnd of watchers) onEnd();
}

/**
 * Hydrates the page with `hydrate`, except what is {@link InTurn}, which follows in a task for each turn, so that the browser can show the
 * effect of a press in between. The press itself waits for no turn.
 */
export async function hydrateInTurns(hydrate: () => void): Promise<void> {
  isUnderWay = true;
  hydrate();
  // The server draws most addresses without their parameters, which change the page at once: no part may wait for what is no longer there.
  if (window.location.search) return endTurns();
  for (const type of INTERACTIONS) addEventListener(type, endTurns, { capture: true });
  for (const turn of turns.values()) {
    await pause();
    turn.begin();
  }
  endTurns();
  for (const type of INTERACTIONS) removeEventListener(type, endTurns, { capture: true });
}

type InTurnProps = { turn: string; children: ReactNode };

/**
 * Hydrates a single element later than the page around it, with all that have the same `turn`. It stays as the server drew it until all turns
 * are over. Later it renders its children directly.
 */
export function InTurn({ turn, children }: InTurnProps) {
  const [drawn] = useState(children);
  const isOver = useAreTurnsOver();
  return (
    <Suspense fallback={null}>
      <Waiting turn={turn}>{isOver ? children : drawn}</Waiting>
    </Suspense>
  );
}

function Waiting({ turn: name, children }: InTurnProps) {
  if (isUnderWay && !turns.has(name)) turns.set(name, new Turn());
  const turn = turns.get(name);
  if (turn && !turn.hasBegun) throw turn;
  return children;
}
