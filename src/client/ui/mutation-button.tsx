import { type ReactNode, useState } from 'react';
import { UNDO_SECONDS } from '../../shared/dispatch';
import { ActionButton } from './action-button';
import { ConfirmDialog, type Question } from './dialog';
import { ReasonDialog } from './reason-dialog';
import { showToast } from './toast/toast-store';

type Call<Input, Output> = {
  isPending: boolean;
  error: unknown;
  mutate(input: Input, callbacks?: { onSuccess?(output: Output): void; onError?(error: unknown): void }): void;
};
/** A mutation of the router, such as `trpc.invoices.update`. */
type Procedure<Input, Output> = {
  useMutation(options?: { meta?: { failure?: string }; onSuccess?(output: Output, input: Input): unknown }): Call<Input, Output>;
};

/** The words of a toast, as text or made from the answer of a call; undefined for none. */
type Said<Input, Output> = Words | ((output: Output, input: Input) => Words | undefined);
type Words = { title: string; description?: string };

/** Returns a value, or what a function makes of the answer of a call and its input. */
const resolve = <Value, Input, Output>(value: Value | ((output: Output, input: Input) => Value), output: Output, input: Input): Value =>
  value instanceof Function ? value(output, input) : value;

type Undo<Input, Output, UndoInput, Undone> = {
  procedure: Procedure<UndoInput, Undone>;
  /** The input of the undo. It is not offered if the function returns undefined, because the call changed nothing. */
  input: NoInfer<UndoInput> | ((output: Output, input: Input) => NoInfer<UndoInput> | undefined);
  /** The toast when the undo failed and the server gave no sentence of its own. */
  failure: string;
  done?: Said<UndoInput, Undone>;
};

export type ActionProps<Input, Output, UndoInput, Undone> = {
  procedure: Procedure<Input, Output>;
  /** The toast when the call failed and the server gave no sentence of its own. */
  failure: string;
  /** The toast after the call. */
  done?: Said<Input, Output>;
  /** The undo, which the toast offers for ten seconds. */
  undo?: Undo<Input, Output, UndoInput, Undone> | undefined;
  onDone?: ((output: Output) => void) | undefined;
};

/** Sets up a mutation with its toasts and its undo. Both outlive the component that called it. */
export function useAction<Input, Output, UndoInput, Undone>(props: ActionProps<Input, Output, UndoInput, Undone>): Call<Input, Output> {
  const { procedure, failure, done, undo, onDone } = props;
  // Hooks must run on every rendering, so an action without an undo passes its own procedure, which is never called.
  const undoing = (undo?.procedure ?? (procedure as Procedure<unknown, unknown>)).useMutation({
    ...(undo && { meta: { failure: undo.failure } }),
    onSuccess: (undone: unknown, input: unknown) => {
      const words = resolve(undo?.done, undone as Undone, input as UndoInput);
      if (words) showToast(words);
    },
  });
  return procedure.useMutation({
    meta: { failure },
    onSuccess: (output, input) => {
      const words = resolve(done, output, input);
      const back = undo && resolve<UndoInput | undefined, Input, Output>(undo.input, output, input);
      if (words && back !== undefined) {
        const run = () => (undoing as Call<UndoInput, Undone>).mutate(back);
        showToast({ ...words, action: { label: 'Undo', run }, durationMs: UNDO_SECONDS * 1000 });
      } else if (words) showToast(words);
      onDone?.(output);
    },
  });
}

type ButtonProps = Omit<Parameters<typeof ActionButton>[0], 'isPending' | 'onPress'>;
type Reason<Input> = {
  title: string;
  text: string;
  submit: string;
  cancel?: string;
  /** The input of the call with the reason. */
  input: (reason: string) => NoInfer<Input>;
  /** Further fields of the dialog. */
  children?: ReactNode;
};
type Asked<Input> =
  | { input: NoInfer<Input>; question?: Question | undefined; reason?: undefined }
  | { reason: Reason<Input>; input?: undefined; question?: undefined };

type MutationButtonProps<Input, Output, UndoInput, Undone> = ButtonProps & ActionProps<Input, Output, UndoInput, Undone> & Asked<Input>;

/**
 * Sends a mutation: at once, after a question (`question`), or with the reason that a dialog asks for (`reason`). It shows that the call is
 * pending, and its result in a toast, which with `undo` offers to undo it.
 */
export function MutationButton<Input, Output, UndoInput = unknown, Undone = unknown>(
  props: MutationButtonProps<Input, Output, UndoInput, Undone>,
) {
  const { procedure, failure, done, undo, onDone, ...asked } = props;
  return <CallButton {...asked} call={useAction({ procedure, failure, done, undo, onDone })} />;
}

type CallButtonProps<Input, Output> = ButtonProps & { call: Call<Input, Output> } & Asked<Input>;

/** Sends a mutation that several components share, see {@link useAction}. */
export function CallButton<Input, Output>({ call, question, ...asked }: CallButtonProps<Input, Output>) {
  const [isAsking, setIsAsking] = useState(false);
  const { input: _input, reason, ...button } = asked;
  // A call without input has the input undefined.
  const send = () => asked.reason === undefined && call.mutate(asked.input);
  const dialog = { isOpen: isAsking, onOpenChange: setIsAsking };
  return (
    <>
      <ActionButton {...button} isPending={call.isPending} onPress={question || reason ? () => setIsAsking(true) : send} />
      {question && <ConfirmDialog {...question} {...dialog} onConfirm={send} />}
      {reason && (
        <ReasonDialog
          {...reason}
          {...dialog}
          isPending={call.isPending}
          error={call.error}
          onSubmit={(words) => call.mutate(reason.input(words), { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </>
  );
}
