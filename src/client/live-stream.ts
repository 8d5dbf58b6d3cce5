const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

type Handlers<Topic> = { onData: (topic: Topic) => void; onStarted: () => void; onComplete: () => void; onError: () => void };
type Stream<Topic> = {
  subscribe: (handlers: Handlers<Topic>) => { unsubscribe: () => void };
  onTopic: (topic: Topic) => void;
  /** After a gap, such as a restart: anything may have changed meanwhile. */
  onReturn: () => void;
  /** A stream has ended: with the session, which a call finds out, or with the server, which comes back. */
  onEnd: () => void;
};

/** Follows the server's stream of changes and comes back to it after each end, ever more slowly; answers how to leave it. */
export function followChanges<Topic>({ subscribe, onTopic, onReturn, onEnd }: Stream<Topic>): () => void {
  let subscription: { unsubscribe: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let hasConnected = false;
  let isLeaving = false;

  const connect = () => {
    subscription = subscribe({
      onData: onTopic,
      onStarted: () => {
        wait = FIRST_WAIT_MS;
        if (hasConnected) onReturn();
        hasConnected = true;
      },
      onComplete: end,
      onError: end,
    });
  };
  const end = () => {
    if (isLeaving) return;
    onEnd();
    clearTimeout(timer);
    timer = setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  };
  connect();
  return () => {
    isLeaving = true;
    clearTimeout(timer);
    subscription?.unsubscribe();
  };
}
