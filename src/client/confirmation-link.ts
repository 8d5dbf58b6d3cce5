import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../server/router';
import { CALL_PATIENCE_MS } from './call-error';
import { askToConfirm } from './ui/confirmation/confirmation-store';

/**
 * Shows the question of a call that asks first in a dialog, and repeats the call with `confirm: true` once it is accepted. A call with a
 * time limit gets a new one for the repeat, since the first may have run out while the person read the question.
 */
export const confirmationLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const send = (input: unknown, signal = op.signal) =>
        next({ ...op, input, signal }).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.data?.code !== 'CONFIRMATION_NEEDED') return observer.error(error);
            void askToConfirm(error.message).then((isAccepted) => {
              if (isAccepted) running = send({ ...(input as object), confirm: true }, signal && AbortSignal.timeout(CALL_PATIENCE_MS));
              else observer.error(error);
            });
          },
        });
      let running = send(op.input);
      return () => running.unsubscribe();
    });
