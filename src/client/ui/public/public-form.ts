import { type FormEvent, type RefCallback, useCallback, useRef, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { MINIMUM_FILL_MS, MISSING_TEXT, MISSING_TITLE } from '../../../shared/quote-words';
import type { CallError } from '../../call-link';
import { showToast } from '../toast/toast-store';
import { preloadToast } from '../toast/toaster';
import { dropDraft, hasDrafts } from './draft-storage';

/** The server takes a form sent sooner than this for a program's; a quick person simply waits the rest. */
const FILL_MS = MINIMUM_FILL_MS + 100;
const wait = (ms: number) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
const isServerThere = () =>
  fetch('/api/health').then(
    (answer) => answer.ok,
    () => false,
  );

/** Keeping drafts comes with the first entry into a form, or where there is something to bring back: the first view goes without. */
const withDraft = (use: (drafts: typeof import('./draft')) => unknown) => void import('./draft').then(use).catch(() => undefined);

/** Why a form did not go, beside what its own page says about that. */
const OFFLINE = 'You are offline: nothing was sent, and what you typed is kept. Please send it again once you are back online.';
const UNANSWERED = 'We got no answer. What you typed is kept; please try again once you have a connection.';

const isNetworkFault = (error: unknown) => /^(Type|Syntax)Error$/.test((error as Error | undefined)?.name ?? '');
/** What went wrong: the server's refusal, or where nothing of it came the sentence that says so. */
const explain = (error: unknown): CallError =>
  [error, (error as Error).cause].some(isNetworkFault) ? { message: UNANSWERED } : (error as CallError);

type Values = Record<string, string>;
/** The part of a form that is loaded when somebody enters it: the shared schema's verdict, and the call. */
export type Sender<Result> = { findIssues: (values: Values) => Issue[]; send: (values: Record<string, unknown>) => Promise<Result> };
type SentFormOptions<Result> = {
  load: () => Promise<Sender<Result>>;
  onDone: (result: Result) => void;
  /**
   * Told of a refusal that is not about one of the fields, or of no answer at all, which has no `data`; answers what to show
   * at the form. That there is no connection is told there anyway.
   */
  onProblem: (error: CallError) => string;
  /** Where the browser keeps what is typed until it is sent. */
  draft?: string;
  /** Whether the form may send itself where its script cannot be loaded. */
  isPlain?: boolean;
  /** What was wrong with a plain form that the server sent back. */
  returned?: { issues: Issue[]; message: string } | undefined;
};

/** What to show at the form: its own words, and after them that nothing came back, where they do not say so themselves. */
function problemOf(words: string, reason: string): string {
  if (reason === OFFLINE) return OFFLINE;
  return reason === UNANSWERED && !words.includes('no answer') ? `${words} ${UNANSWERED}` : words;
}

/** What is wrong with the whole form, in the words of a toast. */
function toastFor(issues: Issue[]): { title: string; description: string } {
  if (issues.some((issue) => issue.message.startsWith(MISSING_TITLE))) return { title: MISSING_TITLE, description: MISSING_TEXT };
  const [title, text] = (issues[0]?.message ?? '').split(/(?<=^[A-Z][\w ]{3,40}): /);
  return text ? { title: title ?? '', description: text } : { title: 'Please check the form', description: issues[0]?.message ?? '' };
}

function showIssues(form: HTMLFormElement, found: Issue[]): void {
  showToast({ ...toastFor(found), kind: 'destructive' });
  const fields = found.map(({ path }) => form.elements.namedItem(path));
  const first = fields.find((field) => field instanceof HTMLElement);
  if (first instanceof HTMLElement) first.focus();
}

/**
 * A public form whose fields the browser holds: what is typed is kept until it is sent, the shared schema and the call come
 * when somebody enters it, and what is wrong comes back as issues by field. Put `attributes` on the form, and show
 * `issues`, `problem` and, while `isRestored`, the note that something was kept (draft-note.tsx).
 */
export function usePublicForm<Result>({ load, onDone, onProblem, draft, isPlain = false, returned }: SentFormOptions<Result>) {
  const [issues, setIssues] = useState<Issue[]>(returned?.issues ?? []);
  const [problem, setProblem] = useState(returned?.message ?? '');
  const [isSending, setIsSending] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  // Beside the state, which a second press in the same breath does not see yet.
  const isUnderWay = useRef(false);
  const isReturned = returned !== undefined;
  const ref: RefCallback<HTMLFormElement> = useCallback(
    (form) => {
      if (!form || !draft || isReturned || !hasDrafts()) return;
      withDraft(({ restoreDraft }) => restoreDraft(form, draft) && setIsRestored(true));
    },
    [draft, isReturned],
  );

  const send = async (form: HTMLFormElement) => {
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const sender = await load().catch(() => undefined);
    // Where a deploy has taken the script away a plain form still sends itself; where nobody answers it stays as it is.
    if (!sender && isPlain && navigator.onLine && (await isServerThere())) return form.submit();
    if (!sender) throw new Error(navigator.onLine ? UNANSWERED : OFFLINE);
    const found = sender.findIssues(values);
    if (found.length > 0) {
      setIssues(found);
      return showIssues(form, found);
    }
    await wait(FILL_MS - performance.now());
    // Nothing waits for the network: what is sent is sent by somebody who presses the button then.
    if (!navigator.onLine) throw new Error(OFFLINE);
    const result = await sender.send({ ...values, filledInMs: performance.now() });
    if (draft) dropDraft(draft);
    setIsRestored(false);
    onDone(result);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const form = event.currentTarget;
    setIssues([]);
    setProblem('');
    setIsSending(true);
    try {
      await send(form);
    } catch (error) {
      const told = explain(error);
      const found = told.data?.issues;
      if (!found) return setProblem(problemOf(onProblem(told), told.message));
      setIssues(found);
      showIssues(form, found);
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };

  const onReset = () => {
    if (draft) dropDraft(draft);
    setIsRestored(false);
    setIssues([]);
    setProblem('');
  };

  const attributes = {
    ref,
    // The browser's own bubbles are off: they would hide the documented words (decisions X105).
    noValidate: true,
    onSubmit,
    onFocus: () => {
      withDraft(() => undefined);
      void Promise.all([load(), preloadToast()]).catch(() => undefined);
    },
    onInput: ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
      if (draft) withDraft(({ saveDraft }) => saveDraft(form, draft));
    },
    onReset,
  };
  return { issues, problem, isSending, isRestored, attributes };
}

/** What is wrong with one field, or where it is empty the sentence that asks for it. */
export function findFieldMessage(name: string, asking: string, issues: Issue[]): string | undefined {
  const found = issues.find((issue) => issue.path === name);
  return found?.message.startsWith(MISSING_TITLE) ? asking : found?.message;
}
