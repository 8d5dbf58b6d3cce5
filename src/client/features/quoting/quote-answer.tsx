import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicQuote } from '../../../shared/quoting-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { useCompany } from '../../ui/public/company';
import { Field } from '../../ui/public/field';
import type { Amounts } from './quote-amounts';
import { describeChanges } from './quote-changes';
import { type Answer, send } from './quote-sending';

type OnAnswered = (quote: PublicQuote, notice?: string) => void;

/** Sends the client's answers one at a time. `problem` says why the last one was not taken. */
function useAnswer(quote: PublicQuote, onAnswered: OnAnswered) {
  const [pending, setPending] = useState<Answer['kind']>();
  const [problem, setProblem] = useState('');
  const [issue, setIssue] = useState('');
  const isUnderWay = useRef(false);
  const answer = async (given: Answer) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPending(given.kind);
    setProblem('');
    setIssue('');
    const sent = await send(given);
    isUnderWay.current = false;
    setPending(undefined);
    if (sent.current) onAnswered(sent.current, sent.refusal && describeChanges(quote, sent.current, sent.refusal));
    else setProblem(sent.refusal ?? '');
  };
  return { answer, pending, problem, issue, setIssue };
}

type QuoteAnswerProps = {
  token: string;
  quote: PublicQuote;
  chosen: readonly number[];
  amounts: Amounts;
  onAnswered: OnAnswered;
};

/** Takes the client's answer: a typed name and a press to approve, or a request for a change, or a refusal. */
export function QuoteAnswer({ token, quote, chosen, amounts, onAnswered }: QuoteAnswerProps) {
  const { answer, pending, problem, issue, setIssue } = useAnswer(quote, onAnswered);
  const [isOpen, setIsOpen] = useState<'change' | 'decline'>();
  const name = useRef<HTMLInputElement>(null);
  const { canApprove, version, status } = quote;
  if (!canApprove && status !== 'expired') return null;
  const approve = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = name.current?.value.trim() ?? '';
    setIssue(typed === '' ? 'Please type your name.' : '');
    if (typed === '') return name.current?.focus();
    const ids = quote.lines.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
    void answer({ kind: 'approve', input: { token, version, chosen: ids, total: amounts.total, name: typed } });
  };
  return (
    <section
      id="answer"
      aria-labelledby="answer-title"
      className="grid scroll-mt-24 gap-4 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6"
    >
      <h2 id="answer-title" className="font-bold text-xl">
        Your answer
      </h2>
      <WithoutScripts />
      {canApprove && (
        <form noValidate className="grid gap-4 noscript:hidden" onSubmit={approve}>
          <p>
            By typing your name you accept this quote{quote.terms ? ' and its terms' : ''} for{' '}
            <b className="tabular-nums">{formatPrice(amounts.total)}</b>
            {quote.plan ? ' per visit' : ''}
            {amounts.deposit === null ? '' : `, with a deposit of ${formatPrice(amounts.deposit)}`}.
          </p>
          <Field label="Your name" error={issue}>
            {(control) => <input {...control} ref={name} aria-required="true" name="name" autoComplete="name" maxLength={120} />}
          </Field>
          <button type="submit" aria-disabled={pending !== undefined} className="button-primary min-h-13 w-full text-[17px]">
            {pending === 'approve' ? 'Approving...' : 'Approve'}
          </button>
        </form>
      )}
      <div aria-live="polite" className="empty:hidden">
        {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{problem}</p>}
      </div>
      {isOpen === undefined && (
        <div className="grid grid-cols-2 gap-3 noscript:hidden">
          <button type="button" className="button-ghost px-2" onClick={() => setIsOpen('change')}>
            Ask for a change
          </button>
          <button type="button" className="button-ghost" onClick={() => setIsOpen('decline')}>
            Decline
          </button>
        </div>
      )}
      {isOpen === 'change' && (
        <TextAnswer
          label="What should we change?"
          asking="Please write what we should change."
          most={4000}
          submit={pending === 'requestChange' ? 'Sending...' : 'Send request'}
          onCancel={() => setIsOpen(undefined)}
          onSubmit={(text) => void answer({ kind: 'requestChange', input: { token, text } })}
        />
      )}
      {isOpen === 'decline' && (
        <TextAnswer
          label="Reason"
          hint="Optional. It helps us to do better."
          most={2000}
          submit={pending === 'decline' ? 'Declining...' : 'Decline'}
          onCancel={() => setIsOpen(undefined)}
          onSubmit={(reason) => void answer({ kind: 'decline', input: { token, ...(reason && { reason }) } })}
        />
      )}
    </section>
  );
}

function WithoutScripts(): ReactNode {
  const { phone } = useCompany();
  return (
    <noscript>
      <p>
        Answering here needs JavaScript, which is off in this browser. Please call{' '}
        <a className="whitespace-nowrap font-semibold text-pine-700 underline" href={phone.href}>
          {phone.display}
        </a>{' '}
        to approve this quote, change it or decline it.
      </p>
    </noscript>
  );
}

type TextAnswerProps = {
  label: string;
  hint?: string;
  /** The sentence shown if the text is empty; without one it may be. */
  asking?: string;
  most: number;
  submit: string;
  onCancel: () => void;
  onSubmit: (text: string) => void;
};

function TextAnswer({ label, hint, asking, most, submit, onCancel, onSubmit }: TextAnswerProps) {
  const [issue, setIssue] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // The field took the place of the button that was pressed, which had the focus.
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    setIssue(text === '' && asking ? asking : '');
    if (text === '' && asking) return field.current?.focus();
    onSubmit(text);
  };
  return (
    <form noValidate className="grid gap-3 border-line border-t pt-4" onSubmit={send}>
      <Field label={label} error={issue} {...(hint && { hint })}>
        {(control) => <textarea {...control} ref={field} rows={4} maxLength={most} />}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className="button-ghost" onClick={onCancel}>
          Back
        </button>
        <button type="submit" className="button-dark">
          {submit}
        </button>
      </div>
    </form>
  );
}
