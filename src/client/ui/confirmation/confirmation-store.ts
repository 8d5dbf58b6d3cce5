export type Confirmation = { question: string; answer: (isAccepted: boolean) => void };

let current: Confirmation | null = null;
const listeners = new Set<() => void>();

function set(next: Confirmation | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a question and resolves to whether it was accepted. A question that is still open counts as declined. */
export function askToConfirm(question: string): Promise<boolean> {
  current?.answer(false);
  return new Promise((resolve) => {
    const asked: Confirmation = {
      question,
      answer: (isAccepted) => {
        if (current === asked) set(null);
        resolve(isAccepted);
      },
    };
    set(asked);
  });
}

/** Calls the listener at each change; returns a function that stops it. */
export const subscribeToConfirmation = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const readConfirmation = () => current;
