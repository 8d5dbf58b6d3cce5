import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { tryStorage } from '../../browser-store';
import { randomId } from '../../random-id';
import { dropStaffDraft, STAFF_DRAFT_PREFIX } from '../../ui/public/draft-storage';

// Keeps the typed values of an invoice or receipt form for a day at most, until the session ends. The idempotency key is
// kept too, so that a lost answer is found again and nothing is created twice.
const DAY_MS = 86_400_000;
/** `basis` is the version of the edited row that the form started from. */
type Draft<Values> = { at: number; values: Values; key: string; basis?: string | undefined };

function readDraft<Values>(name: string | undefined): Draft<Values> | undefined {
  if (name === undefined) return undefined;
  const draft = tryStorage(() => JSON.parse(localStorage.getItem(STAFF_DRAFT_PREFIX + name) ?? 'null') as Partial<Draft<Values>> | null);
  if (!draft?.at || !draft.values || !draft.key || Math.abs(Date.now() - draft.at) >= DAY_MS) return undefined;
  return { at: draft.at, values: draft.values, key: draft.key, basis: draft.basis };
}

const saveDraft = <Values>(name: string, draft: Omit<Draft<Values>, 'at'>): void =>
  tryStorage(() => localStorage.setItem(STAFF_DRAFT_PREFIX + name, JSON.stringify({ at: Date.now(), ...draft } satisfies Draft<Values>)));

/**
 * Returns the first values of a form: its kept draft, else `blank`, with the idempotency key and the version that the draft started
 * from. Keeps nothing without a name.
 */
export function useDraft<Values extends FieldValues>(name: string | undefined, blank: Values, version?: string) {
  const [kept] = useState(() => readDraft<Values>(name));
  const [key, setKey] = useState(() => kept?.key ?? randomId());
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [basis, setBasis] = useState(kept ? kept.basis : version);
  return {
    name,
    key,
    basis,
    isRestored,
    values: { ...blank, ...kept?.values },
    renewKey: () => setKey(randomId()),
    drop: () => {
      if (name !== undefined) dropStaffDraft(name);
      setIsRestored(false);
      setBasis(version);
      setKey(randomId());
    },
  };
}

export function useKeepDraft<Values extends FieldValues, Output>(
  { subscribe }: Pick<UseFormReturn<Values, unknown, Output>, 'subscribe'>,
  { name, key, basis }: { name: string | undefined; key: string; basis: string | undefined },
): void {
  // Writes to the browser's storage after each change.
  useEffect(() => {
    if (name === undefined) return undefined;
    return subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(name, { values, key, basis }) });
  }, [subscribe, name, key, basis]);
}
