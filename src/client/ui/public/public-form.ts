import { type FormEvent, type RefCallback, useCallback, useRef, useState } from 'react';
import type { Issue } from '../../../shared/errors';
import { MINIMUM_FILL_MS, MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { type CallError, toCallError } from '../../call-error';
import { wait } from '../../pause';
import { showToast } from '../toast/toast-store';
import { preloadToast } from '../toast/toaster';
import { dropDraft, hasDrafts } from './draft-storage';

/** The server treats forms sent sooner than this as bots, so the client waits out the rest. */
const FILL_MS = MINIMUM_FILL_MS + 100;
const isServerUp = () =>
  fetch('/api/health').then(
    (response) => response.ok,
    () => false,
  );

/** Loads the code for drafts on first use, to keep it out of the page's initial scripts. */
const withDraft = (use: (drafts: typeof import('./draft')) => unknown) => void import('./draft').then(use).catch(() => undefined);

const OFFLINE = 'You are offline: nothing was sent, and what you typed is kept. Please send it again once you are back online.';
const UNANSWERED = 'We got no answer. What you typed is kept; please try again once you have a connection.';

const isNetworkFault = (error: unknown) => /^(Type|Syntax)Error$/.test((error as Error | undefined)?.name ?? '');
const explain = (error: unknown): CallError =>
  [error, (error as Error).cause].some(isNetworkFault) ? { message: UNANSWERED } : toCallError(error);

type Values = Record<string, string>;
/** The part of a form that loads on first focus: validation and the API call. */
export type Sender<Result> = { findIssues: (values: Values) => Issue[]; send: (values: Record<string, unknown>) => Promise<Result> };
type SentFormOptions<Result> = {
  load: () => Promise<Sender<Result>>;
  onDone: (result: Result) => void;
  /** Returns the message for an error that is not about a field. Without a response the error has no `data`. */
  onProblem: (error: CallError) => string;
  draft?: string;
  /** Allows native submission if the script cannot be loaded. */
  isPlain?: boolean;
  /** The errors of a natively submitted form that the server returned. */
  returned?: { issues: Issue[]; message: string } | undefined;
};

function describeProblem(text: string, reason: string): string {
  if (reason === OFFLINE) return OFFLINE;
  return reason === UNANSWERED && !text.includes('no answer') ? `${text} ${UNANSWERED}` : text;
}

function getToast(issues: Issue[]): { title: string; description: string } {
  if (issues.some((issue) => issue.kind === 'required')) return { title: MISSING_TITLE, description: MISSING_TEXT };
  const [title, text] = (issues[0]?.message ?? '').split(/(?<=^[A-Z][\w ]{3,40}): /);
  return text ? { title: title ?? '', description: text } : { title: 'Please check the form', description: issues[0]?.message ?? '' };
}

function showIssues(form: HTMLFormElement, found: Issue[]): void {
  showToast({ ...getToast(found), kind: 'destructive' });
  const first = [...form.elements].find((field) => found.some(({ path }) => path === field.getAttribute('name')));
  if (first instanceof HTMLElement) first.focus();
}

/**
 * Controls a public form with uncontrolled fields. Saves a draft until the form is sent, loads validation and the API client on first
 * focus, and reports issues by field. Put `attributes` on the form, and show `issues`, `problem` and, while `isRestored`, `DraftNote`.
 */
export function usePublicForm<Result>({ load, onDone, onProblem, draft, isPlain = false, returned }: SentFormOptions<Result>) {
  const [issues, setIssues] = useState<Issue[]>(returned?.issues ?? []);
  const [problem, setProblem] = useState(returned?.message ?? '');
  const [isSending, setIsSending] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  // The state does not change before a second press in the same tick; the ref does.
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
    // After a deploy the script may be gone; a plain form then submits natively, if the server is up.
    if (!sender && isPlain && navigator.onLine && (await isServerUp())) return form.submit();
    if (!sender) throw new Error(navigator.onLine ? UNANSWERED : OFFLINE);
    const found = sender.findIssues(values);
    if (found.length > 0) {
      setIssues(found);
      return showIssues(form, found);
    }
    await wait(FILL_MS - performance.now());
    // Nothing is queued for later: the visitor presses the button again when online.
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
      const reason = explain(error);
      const found = reason.data?.issues;
      if (!found) return setProblem(describeProblem(onProblem(reason), reason.message));
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
    // The browser's own messages would replace ours.
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

/** Returns the message of a field, or the sentence that asks for it if it is empty. */
export function findFieldMessage(name: string, asking: string, issues: Issue[]): string | undefined {
  const found = issues.find((issue) => issue.path === name);
  return found?.kind === 'required' ? asking : found?.message;
}
