import { type FormEvent, useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { isRequiredMessage } from '../../../shared/text';
import { tryStorage } from '../../browser-store';
import { getStatus } from '../../call-error';
import { getMilliseconds } from '../../milliseconds';
import { randomId } from '../../random-id';
import { showIssues } from '../../ui/form-issues';
import { dropStaffDraft, STAFF_DRAFT_PREFIX } from '../../ui/public/draft-storage';
import { showToast } from '../../ui/toast/toast-store';

// Keeps the typed values of an invoice or receipt form for a day at most, until the session ends. The idempotency key is
// kept too, so that sending the form again after a lost response creates nothing twice.
const DAY_MS = 86_400_000;
/** `basis` is the version of the edited row that the form started from. */
type Draft<Values> = { at: number; values: Values; key: string; basis?: string | undefined };

function readDraft<Values>(name: string): Draft<Values> | undefined {
  const draft = tryStorage(() => JSON.parse(localStorage.getItem(STAFF_DRAFT_PREFIX + name) ?? 'null') as Partial<Draft<Values>> | null);
  if (!draft?.at || !draft.values || !draft.key || Math.abs(getMilliseconds() - draft.at) >= DAY_MS) return undefined;
  return { at: draft.at, values: draft.values, key: draft.key, basis: draft.basis };
}

const saveDraft = <Values>(name: string, draft: Omit<Draft<Values>, 'at'>): void =>
  tryStorage(() =>
    localStorage.setItem(STAFF_DRAFT_PREFIX + name, JSON.stringify({ at: getMilliseconds(), ...draft } satisfies Draft<Values>)),
  );

/** Returns the first values of a form (its stored draft or `blank`), the idempotency key, and the version that the draft started from. */
function useDraft<Values extends FieldValues>(name: string, blank: Values, version: string | undefined) {
  const [kept] = useState(() => readDraft<Values>(name));
  const [key, setKey] = useState(() => kept?.key ?? randomId());
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [basis, setBasis] = useState(kept ? kept.basis : version);
  return {
    key,
    basis,
    isRestored,
    values: { ...blank, ...kept?.values },
    renewKey: () => setKey(randomId()),
    drop: () => {
      dropStaffDraft(name);
      setIsRestored(false);
      setBasis(version);
      setKey(randomId());
    },
  };
}

const listMessages = (errors: object): string[] =>
  Object.entries(errors).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'message') return typeof value === 'string' ? [value] : [];
    return name !== 'ref' && typeof value === 'object' && value !== null ? listMessages(value) : [];
  });

const hasField = (errors: object): boolean =>
  'ref' in errors || Object.values(errors).some((error) => typeof error === 'object' && error !== null && hasField(error));

/** Shows a toast for missing fields, and for an error that no field can show. */
export function showErrors(errors: object): void {
  const messages = listMessages(errors);
  if (messages.some(isRequiredMessage)) showToast({ title: MISSING_TITLE, description: MISSING_TEXT, kind: 'destructive' });
  else if (!hasField(errors)) showToast({ title: 'Please check the form', description: messages[0] ?? '', kind: 'destructive' });
}

/** Replaces a used idempotency key and says that an earlier try was saved, although its response was lost. */
function explainUsedKey(error: unknown, { renewKey }: { renewKey: () => void }): void {
  if (getStatus(error) !== 422) return;
  renewKey();
  showToast({
    title: 'Please look at the list',
    description: 'This form was already saved. Send it again only if you want a second one.',
    kind: 'destructive',
  });
}

type DraftForm<Values extends FieldValues> = {
  name: string;
  blank: Values;
  resolver: Resolver<Values, unknown, Values>;
  version?: string | undefined;
};

export function useDraftForm<Values extends FieldValues>({ name, blank, resolver, version }: DraftForm<Values>) {
  const draft = useDraft(name, blank, version);
  const { key, basis } = draft;
  const form = useForm<Values, unknown, Values>({ resolver, defaultValues: draft.values as DefaultValues<Values> });
  const { subscribe } = form;
  // Writes to the browser's storage after each change.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(name, { values, key, basis }) }),
    [subscribe, name, key, basis],
  );
  const onError = (error: unknown) => {
    showIssues(form, error);
    explainUsedKey(error, draft);
  };
  const onReset = (event: FormEvent) => {
    event.preventDefault();
    form.reset(blank);
    draft.drop();
  };
  return { form, draft, onError, onReset };
}
