import { tryStorage } from '../../browser-store';
import { getMilliseconds } from '../../milliseconds';
import { DRAFT_PREFIX } from './draft-storage';

// Input stays in this browser until the form is sent, for a day at most.
const DAY_MS = 86_400_000;
type Draft = { at: number; values: Record<string, string> };
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that are never saved: unnamed ones, and the hidden field that catches bots. */
const IGNORED_NAMES = ['', 'website'];
const IGNORED_TYPES = ['password', 'hidden', 'file', 'submit', 'reset', 'button', 'image'];
/** Autocomplete values of fields that are never saved: `off`, and secrets such as cards, passwords and one-time codes (HTML, autofill). */
const UNSAVED = /(^|\s)(off$|cc-|(current|new)-password|one-time-code)/;

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const getFields = (form: HTMLFormElement): Field[] =>
  [...form.elements]
    .filter(isField)
    .filter(
      (field) =>
        !IGNORED_NAMES.includes(field.name) &&
        !IGNORED_TYPES.includes(field.type) &&
        !UNSAVED.test(field.getAttribute('autocomplete') ?? ''),
    );

const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** Returns the value to save of a field; undefined for a radio button that is not selected. */
function readValue(field: Field): string | undefined {
  if (!isCheckable(field) || field.checked) return field.value;
  return field.type === 'radio' ? undefined : '';
}

function isPristine(field: Field): boolean {
  if (isCheckable(field)) return field.checked === field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value === field.defaultValue;
  return (
    field.selectedIndex ===
    Math.max(
      0,
      [...field.options].findIndex((option) => option.defaultSelected),
    )
  );
}

/** Returns true if a saved value is valid for a field and differs from its current value. */
function wouldChange(field: Field, value: string): boolean {
  if (field.type === 'radio') return field.value === value && readValue(field) === undefined;
  const isOffered = !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
  return isOffered && readValue(field) !== value;
}

/** Sets a field's value as if it were typed, so that its event handlers run. */
function fill(field: Field, value: string): void {
  if (isCheckable(field)) {
    field.click();
    return;
  }
  // React overrides the element's own setter and would ignore the event, so this uses the prototype's.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function readDraft(name: string): Draft | undefined {
  const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
  return draft && Math.abs(getMilliseconds() - draft.at) < DAY_MS ? draft : undefined;
}

/** Deletes drafts of any form that are older than a day or unreadable. */
function dropOldDrafts(): void {
  for (const name of Object.keys(localStorage).filter((candidate) => candidate.startsWith(DRAFT_PREFIX))) {
    if (!tryStorage(() => readDraft(name))) localStorage.removeItem(name);
  }
}

let isRestoring = false;

/** Restores a draft into the untouched fields of a form. Returns true if it changed any field. */
export function restoreDraft(form: HTMLFormElement, key: string): boolean {
  try {
    dropOldDrafts();
    const values = readDraft(DRAFT_PREFIX + key)?.values ?? {};
    const fields = getFields(form);
    const touched = new Set(fields.filter((field) => !isPristine(field)).map((field) => field.name));
    isRestoring = true;
    const due = fields
      .filter(({ name }) => name in values && !touched.has(name))
      .filter((field) => wouldChange(field, values[field.name] ?? ''));
    for (const field of due) fill(field, values[field.name] ?? '');
    return due.length > 0;
  } catch {
    return false;
  } finally {
    isRestoring = false;
  }
}

/** Saves the fields of a form. Keeps the saved values of fields that the form does not have: forms with the same key share a draft. */
export function saveDraft(form: HTMLFormElement, key: string): void {
  if (isRestoring) return;
  // Defaults are not saved, because they may differ on the next visit.
  const fields = getFields(form);
  const entries = fields.flatMap((field) => {
    const value = isPristine(field) ? undefined : readValue(field);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const names = new Set(fields.map(({ name }) => name));
  const others = Object.entries(tryStorage(() => readDraft(DRAFT_PREFIX + key))?.values ?? {}).filter(([name]) => !names.has(name));
  const draft: Draft = { at: getMilliseconds(), values: Object.fromEntries([...others, ...entries]) };
  tryStorage(() => localStorage.setItem(DRAFT_PREFIX + key, JSON.stringify(draft)));
}
