import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Streams parts of a text. Makes each part in a turn of its own after the reader took the one before, so that other requests run in
 * between, and makes no more after the reader hangs up.
 */
export function streamText(parts: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream({
    pull: async (controller) => {
      await breathe();
      if (isCancelled) return;
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => {
      isCancelled = true;
      parts.return(undefined);
    },
  });
}
