import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { MINIMUM_FILL_MS, MISSING_TEXT, MISSING_TITLE, QUOTE_SERVICE_TYPES } from '../../../shared/quote-words';
import type { ReturnedQuoteForm } from '../../../shared/quotes';
import type { CallError } from '../../call-link';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { loadToast } from '../../ui/toast/toaster';

const FAILURE = 'There was a problem submitting your inquiry. Please try again.';
/** The server takes a form sent sooner than this for a program's; a quick person simply waits the rest. */
const FILL_MS = MINIMUM_FILL_MS + 100;
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const LABELS: Record<string, string> = { name: 'your name', email: 'your email address', serviceType: 'a service type' };

// The schema and the client of the calls are large: they come when somebody begins to type.
const loadSending = () => import('./quote-sending');
const loadAhead = () => void Promise.all([loadSending(), loadToast()]).catch(() => undefined);
const isServerThere = () =>
  fetch('/api/health').then(
    (answer) => answer.ok,
    () => false,
  );
const wait = (ms: number) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

type Sending = { issues: Issue[]; problem: string; isSending: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void> };

/** Checks and sends the form; what is wrong comes back as issues by field, or as one problem. */
function useSending(returned: ReturnedQuoteForm | undefined, onDone: () => void): Sending {
  const [issues, setIssues] = useState<Issue[]>(returned?.issues ?? []);
  const [problem, setProblem] = useState(returned?.message ?? '');
  const [isSending, setIsSending] = useState(false);

  const showIssues = (form: HTMLFormElement, found: Issue[]) => {
    setIssues(found);
    showToast({ ...toastFor(found), kind: 'destructive' });
    const first = found[0] && form.elements.namedItem(found[0].path);
    if (first instanceof HTMLElement) first.focus();
  };

  const send = async (form: HTMLFormElement) => {
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const sending = await loadSending().catch(() => undefined);
    // Where a deploy has taken the script away the form still sends itself; where nobody answers it stays as it is.
    if (!sending && (await isServerThere())) return form.submit();
    if (!sending) throw new Error('The server does not answer.');
    const found = sending.findIssues(values);
    if (found.length > 0) return showIssues(form, found);
    await wait(FILL_MS - performance.now());
    await sending.sendQuote({ ...values, filledInMs: performance.now() });
    onDone();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setIssues([]);
    setProblem('');
    setIsSending(true);
    try {
      await send(form);
    } catch (error) {
      const { data, message } = error as CallError;
      if (data?.issues) return showIssues(form, data.issues);
      setProblem(data?.httpStatus && data.httpStatus < 500 ? `${FAILURE} ${message}` : FAILURE);
      showToast({ title: 'Error', description: FAILURE, kind: 'destructive' });
    } finally {
      setIsSending(false);
    }
  };
  return { issues, problem, isSending, onSubmit };
}

/** What is wrong with the whole form, in the words of a toast. */
function toastFor(issues: Issue[]): { title: string; description: string } {
  if (issues.some((issue) => issue.message.startsWith(MISSING_TITLE))) return { title: MISSING_TITLE, description: MISSING_TEXT };
  return { title: 'Please check the form', description: issues[0]?.message ?? FAILURE };
}

type QuoteFormProps = { returned: ReturnedQuoteForm | undefined; isReceived: boolean };

/**
 * The free-quote form. It is a plain form that posts to the server, so it works before and without scripts; with them it
 * is checked by the same schema, sent in place, and answers where it stands. `returned` is one the server sent back.
 */
export function QuoteForm({ returned, isReceived }: QuoteFormProps) {
  const [isDone, setIsDone] = useState(isReceived);
  const { issues, problem, isSending, onSubmit } = useSending(returned, () => setIsDone(true));
  if (isDone) return <ThankYou isNew={!isReceived} onAgain={() => setIsDone(false)} />;
  return (
    // The browser's own bubbles are off: they would hide the documented words (decisions X105).
    <form action="/#contact" method="post" noValidate onSubmit={onSubmit} onFocus={loadAhead} className="grid gap-5 sm:grid-cols-2">
      <Fields issues={issues} values={returned?.values ?? {}} />
      <div className="grid gap-3 sm:col-span-2" aria-live="polite">
        {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">{problem}</p>}
        <button type="submit" aria-disabled={isSending} className="button-primary min-h-13 w-full text-[17px]">
          {isSending ? 'Sending...' : 'Get Free Quote'}
        </button>
      </div>
    </form>
  );
}

/** What is wrong with one field, in words that name it. */
function sentenceFor(name: string, issues: Issue[]): string | undefined {
  const found = issues.find((issue) => issue.path === name);
  return found?.message.startsWith(MISSING_TITLE)
    ? `Please ${name === 'serviceType' ? 'choose' : 'enter'} ${LABELS[name]}.`
    : found?.message;
}

function Fields({ issues, values }: { issues: Issue[]; values: Record<string, string> }) {
  const input = (name: string, attributes: Record<string, unknown>) => ({
    name,
    defaultValue: values[name],
    error: sentenceFor(name, issues),
    attributes,
  });
  const rows = [
    { ...input('name', { autoComplete: 'name', maxLength: 120 }), label: 'Name', isRequired: true },
    { ...input('email', { type: 'email', autoComplete: 'email', maxLength: 254, inputMode: 'email' }), label: 'Email', isRequired: true },
    {
      ...input('phone', { type: 'tel', autoComplete: 'tel', maxLength: 40, placeholder: '(250) 555-0100' }),
      label: 'Phone',
      isRequired: false,
    },
    {
      ...input('address', { autoComplete: 'street-address', maxLength: 240, placeholder: '100 Victoria St, Kamloops' }),
      label: 'Address',
      isRequired: true,
    },
  ];
  return (
    <>
      {rows.map(({ name, label, isRequired, defaultValue, error, attributes }) => (
        <Field key={name} label={label} isRequired={isRequired} error={error}>
          {(control) => <input {...control} {...attributes} name={name} defaultValue={defaultValue} />}
        </Field>
      ))}
      <Field label="Service Type" isRequired error={sentenceFor('serviceType', issues)} className="sm:col-span-2">
        {(control) => (
          <select {...control} name="serviceType" defaultValue={values.serviceType ?? ''}>
            <option value="">Choose a service</option>
            {QUOTE_SERVICE_TYPES.map((value) => (
              <option key={value} value={value}>
                {capitalized(value)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Message" error={sentenceFor('message', issues)} className="sm:col-span-2">
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={4}
            maxLength={4000}
            defaultValue={values.message}
            placeholder="Rooms, pets, what matters to you, when it suits"
          />
        )}
      </Field>
      <div hidden>
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

/** The thanks, in the form's place; where the form has just gone, with it the focus, the thanks take it. */
function ThankYou({ isNew, onAgain }: { isNew: boolean; onAgain: () => void }) {
  const thanks = useRef<HTMLHeadingElement>(null);
  // Moves the browser's focus.
  useEffect(() => {
    if (isNew) thanks.current?.focus();
  }, [isNew]);
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <svg viewBox="0 0 64 64" className="size-16" aria-hidden="true">
        <circle cx="32" cy="32" r="32" fill="var(--color-sage-200)" />
        <path
          d="M19 33l9 9 18-20"
          fill="none"
          stroke="var(--color-pine-700)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h3 ref={thanks} tabIndex={-1} className="font-bold text-3xl outline-none">
        Thank you for your inquiry!
      </h3>
      <p className="max-w-[36em] text-lg text-muted">Our team will contact you within 24 hours with a free quote.</p>
      <button type="button" className="button-ghost" onClick={onAgain}>
        Send another request
      </button>
    </div>
  );
}
