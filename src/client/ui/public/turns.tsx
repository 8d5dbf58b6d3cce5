import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { pause } from '../../pause';

/** A turn of hydration. Its parts stay on the page as the server drew them until it has begun. */
type Turn = { hasBegun: boolean; begun: Promise<void>; resolve: () => void };
const turns = new Map<string, Turn>();
let isUnderWay = false;
const watchers = new Set<() => void>();

function watchTurns(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

function notifyWatchers(): void {
  for (const onChange of watchers) onChange();
}

/** Returns the turn of a name, which the first of its parts opens during hydration. */
function findTurn(name: string): Turn | undefined {
  const known = turns.get(name);
  if (known || !isUnderWay) return known;
  let resolve = () => {};
  const begun = new Promise<void>((done) => {
    resolve = done;
  });
  const turn = { hasBegun: false, begun, resolve };
  turns.set(name, turn);
  return turn;
}

type Stage = 'waiting' | 'begun' | 'over';
const findStage = (name: string): Stage => (!isUnderWay ? 'over' : findTurn(name)?.hasBegun ? 'begun' : 'waiting');

function begin(turn: Turn): void {
  turn.hasBegun = true;
  // Runs in this task, because a click that a script dispatches does not wait for a promise.
  flushSync(notifyWatchers);
  turn.resolve();
}

/** Events of a visitor that no part may miss. */
const INTERACTIONS = ['click', 'focus', 'input', 'change', 'keydown', 'submit'];

/** Hydrates at once all that still waits for its turn. */
export function endTurns(): void {
  if (!isUnderWay) return;
  for (const turn of turns.values()) if (!turn.hasBegun) begin(turn);
  isUnderWay = false;
  // Without flushSync: if an effect caused the event, Preact would run the effects of its component again.
  notifyWatchers();
}

/**
 * Hydrates the page with `hydrate`, except what is {@link InTurn}, which follows in a task for each turn, so that the browser can show the
 * effect of a press in between. The press itself waits for no turn.
 */
export async function hydrateInTurns(hydrate: () => void): Promise<void> {
  isUnderWay = true;
  hydrate();
  // The server renders most pages without their search parameters, which change the page at once. A part must not wait for markup that is
  // gone.
  if (window.location.search) return endTurns();
  for (const type of INTERACTIONS) addEventListener(type, endTurns, { capture: true });
  for (const turn of turns.values()) {
    await pause();
    if (!turn.hasBegun) begin(turn);
  }
  endTurns();
  for (const type of INTERACTIONS) removeEventListener(type, endTurns, { capture: true });
}

type InTurnProps = { turn: string; children: ReactNode };

/**
 * Hydrates a single element later than the page around it, with all that have the same `turn`. It stays as the server drew it until all
 * turns are over. Later it renders its children directly.
 */
export function InTurn({ turn: name, children }: InTurnProps) {
  const [drawn] = useState(children);
  const [stage, setStage] = useState(() => findStage(name));
  // An effect after the paint would come too late for a press in between.
  useLayoutEffect(() => watchTurns(() => setStage(findStage(name))), [name]);
  return (
    <Suspense fallback={null}>
      <Waiting turn={stage === 'waiting' ? findTurn(name) : undefined}>{stage === 'over' ? children : drawn}</Waiting>
    </Suspense>
  );
}

function Waiting({ turn, children }: { turn: Turn | undefined; children: ReactNode }) {
  if (turn && !turn.hasBegun) throw turn.begun;
  return children;
}
