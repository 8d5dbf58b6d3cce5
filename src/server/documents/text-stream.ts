import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Streams parts of a text. Makes each part in a turn of its own after the reader took the one before, so that other requests run in
 * between, and makes no more after the reader hangs up.
 */
export function streamText(parts: Generator<string> | AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream({
    pull: async (controller) => {
      await breathe();
      if (isCancelled) return;
      const { value, done } = await parts.next();
      if (isCancelled) return;
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: () => {
      isCancelled = true;
      void parts.return(undefined);
    },
  });
}
