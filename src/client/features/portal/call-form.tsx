import { type FormEvent, type ReactNode, useState } from 'react';
import { type CallError, explainRefusal, toCallError } from '../../call-error';
import { Notice } from './parts';

type Options = { onSuccess: () => void; onError: (error: unknown) => void };
type Call<Input> = { mutate: (input: Input, options: Options) => void; isPending: boolean };
type Texts = Record<string, string>;

/** Returns the sentence about a failed call; empty if its errors are shown at the fields, or the page shows that the session has ended. */
const explain = (error: CallError, failure: string): string =>
  error.data?.issues || error.data?.httpStatus === 401 ? '' : explainRefusal(error, failure);

type CallFormProps<Input> = {
  call: Call<Input>;
  toInput: (texts: Texts) => Input;
  /** The sentence of a failure of the server or the connection. */
  failure: string;
  submit: string;
  look?: string;
  /** Empties the fields once they are sent. */
  isEmptied?: boolean;
  onDone?: () => void;
  /** Further buttons beside the one that sends. */
  aside?: ReactNode;
  /** Renders the fields. `getMessage` returns the error of a field: `asking` if the field was sent empty, else the server's message. */
  children: (getMessage: (name: string, asking: string) => string | undefined) => ReactNode;
};

/**
 * Sends the typed texts with a call. The server validates them, and its errors are shown at the fields. The texts stay until they are
 * saved.
 */
export function CallForm<Input>(props: CallFormProps<Input>) {
  const { call, toInput, failure, submit, look = 'button-dark', isEmptied = false, onDone, aside, children } = props;
  const [failed, setFailed] = useState<{ error: CallError; texts: Texts }>();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (call.isPending) return;
    const form = event.currentTarget;
    const texts: Texts = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setFailed(undefined);
    call.mutate(toInput(texts), {
      onSuccess: () => {
        if (isEmptied) form.reset();
        onDone?.();
      },
      onError: (reason) => {
        const error = toCallError(reason);
        setFailed({ error, texts });
        const first = [...form.elements].find((field) => error.data?.issues?.some(({ path }) => path === field.getAttribute('name')));
        if (first instanceof HTMLElement) first.focus();
      },
    });
  };
  const getMessage = (name: string, asking: string) => {
    const message = failed?.error.data?.issues?.find(({ path }) => path === name)?.message;
    return message && asking && failed?.texts[name]?.trim() === '' ? asking : message;
  };
  const problem = failed && explain(failed.error, failure);
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      {children(getMessage)}
      <div aria-live="polite" className="empty:hidden">
        {problem && <Notice>{problem}</Notice>}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <button type="submit" className={look} aria-disabled={call.isPending}>
          {call.isPending ? 'Sending...' : submit}
        </button>
        {aside}
      </div>
    </form>
  );
}
