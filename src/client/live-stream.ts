const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

type Handlers<Topic> = { onData: (topic: Topic) => void; onStarted: () => void; onComplete: () => void; onError: () => void };
type Stream<Topic> = {
  subscribe: (handlers: Handlers<Topic>) => { unsubscribe: () => void };
  onTopic: (topic: Topic) => void;
  /** Called after a gap such as a restart: anything may have changed meanwhile. */
  onReturn: () => void;
  /** Called when a stream ends, with the session or with the server. */
  onEnd: () => void;
};

/** Subscribes to the server's changes and reconnects after each end with growing delays. Returns the function that unsubscribes. */
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
