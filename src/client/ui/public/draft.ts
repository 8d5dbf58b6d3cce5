import { DRAFT_PREFIX } from './draft-storage';

// What was typed into a form stays in this browser until it is sent, for a day at most (public-site.md: usable offline).
const DAY_MS = 86_400_000;
type Draft = { at: number; values: Record<string, string> };
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The trap for programs, and what is nobody's words. */
const UNKEPT_NAMES = ['', 'website'];
const UNKEPT_TYPES = ['password', 'hidden', 'file', 'submit', 'reset', 'button', 'image'];
/** What a browser itself would call a secret: cards, passwords, codes sent to a phone (HTML, autofill field names). */
const SECRET = /(^|\s)(cc-|(current|new)-password|one-time-code)/;

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements]
    .filter(isField)
    .filter(
      (field) =>
        !UNKEPT_NAMES.includes(field.name) && !UNKEPT_TYPES.includes(field.type) && !SECRET.test(field.getAttribute('autocomplete') ?? ''),
    );

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** What a field says, as it is kept; undefined for a radio button that is not the chosen one. */
function typedIn(field: Field): string | undefined {
  if (!isTick(field) || field.checked) return field.value;
  return field.type === 'radio' ? undefined : '';
}

/** Whether nobody has touched a field since the page came. */
function isAsItCame(field: Field): boolean {
  if (isTick(field)) return field.checked === field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value === field.defaultValue;
  return (
    field.selectedIndex ===
    Math.max(
      0,
      [...field.options].findIndex((option) => option.defaultSelected),
    )
  );
}

/** Whether a kept value can go into a field and would change it. */
function wouldChange(field: Field, value: string): boolean {
  if (field.type === 'radio') return field.value === value && typedIn(field) === undefined;
  const isOffered = !(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value);
  return isOffered && typedIn(field) !== value;
}

/** Puts a value in as if it were typed, so that whoever listens to the field hears of it. */
function fill(field: Field, value: string): void {
  if (isTick(field)) {
    field.click();
    return;
  }
  // The prototype's setter: React watches the element's own one, and would take the event for an echo of its own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function readDraft(name: string): Draft | undefined {
  const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
  return draft && Math.abs(Date.now() - draft.at) < DAY_MS ? draft : undefined;
}

/** Takes away what is older than a day, whichever form it was for, or cannot be read. */
function dropOldDrafts(): void {
  for (const name of Object.keys(localStorage).filter((candidate) => candidate.startsWith(DRAFT_PREFIX))) {
    try {
      if (!readDraft(name)) localStorage.removeItem(name);
    } catch {
      localStorage.removeItem(name);
    }
  }
}

let isRestoring = false;

/** Puts what was typed before into the fields of a form that are still as they came; answers whether any was. */
export function restoreDraft(form: HTMLFormElement, key: string): boolean {
  try {
    dropOldDrafts();
    const values = readDraft(DRAFT_PREFIX + key)?.values ?? {};
    const fields = fieldsOf(form);
    const touched = new Set(fields.filter((field) => !isAsItCame(field)).map((field) => field.name));
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

/** Keeps what a form holds now, secrets and the trap left out. Without storage it is kept by the page alone. */
export function saveDraft(form: HTMLFormElement, key: string): void {
  if (isRestoring) return;
  // A default is not a draft: another visit may begin with other ones.
  const entries = fieldsOf(form).flatMap((field) => {
    const value = isAsItCame(field) ? undefined : typedIn(field);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  try {
    localStorage.setItem(DRAFT_PREFIX + key, JSON.stringify({ at: Date.now(), values: Object.fromEntries(entries) } satisfies Draft));
  } catch {
    // A full or forbidden storage takes nothing away from the form itself.
  }
}
