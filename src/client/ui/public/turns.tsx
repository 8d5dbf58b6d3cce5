import { type ReactNode, Suspense } from 'react';
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

/** Events of a visitor whose targets must work by then. */
const PRESSES = ['click', 'input', 'change', 'keydown', 'submit'];

/** Hydrates all parts that still wait for their turn. */
export function endTurns(): void {
  for (const turn of turns.values()) turn.begin();
}

/**
 * Hydrates the page with `hydrate`, except what is {@link InTurn}, which follows in a task for each turn, so that the browser can show the
 * effect of a press in between. The press itself waits for no turn.
 */
export async function hydrateInTurns(hydrate: () => void): Promise<void> {
  isUnderWay = true;
  hydrate();
  for (const type of PRESSES) addEventListener(type, endTurns, { capture: true });
  for (const turn of turns.values()) {
    await pause();
    turn.begin();
  }
  isUnderWay = false;
  for (const type of PRESSES) removeEventListener(type, endTurns, { capture: true });
}

type InTurnProps = { turn: string; children: ReactNode };

function Waiting({ turn: name, children }: InTurnProps) {
  if (isUnderWay && !turns.has(name)) turns.set(name, new Turn());
  const turn = turns.get(name);
  if (turn && !turn.hasBegun) throw turn;
  return children;
}

/** Hydrates a single element later than the page around it, with all that have the same `turn`. Does nothing else once the page works. */
export const InTurn = (props: InTurnProps) => (
  <Suspense fallback={null}>
    <Waiting {...props} />
  </Suspense>
);
