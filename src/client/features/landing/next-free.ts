import type { Slot } from '../../../shared/booking-schemas';
import type { Estimator } from '../../../shared/pricing-schemas';

// Imports nothing at run time, because each visit of the landing page loads this file.

/** Days from today on in which the strip looks for a free window. */
const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/** The days that were asked for, the first of which is the company's today. */
const days: Promise<Slot[]>[] = [];
/** Reads the slots of a day, once for all services. */
function loadSlots(index: number, date?: string): Promise<Slot[]> {
  days[index] ??= fetch(`/api/appointment-slots${date ? `?date=${date}` : ''}`)
    .then((response) => (response.ok ? response.json() : []))
    .catch(() => []);
  return days[index];
}

/** Formats a window with its weekday, and with its day if that is a week or more ahead: "Tue 10–12", "Tue, Dec 8, 2–4 p.m.". */
function formatFree({ date, timeSlot }: Pick<Slot, 'date' | 'timeSlot'>, isNear: boolean): string {
  const [from = 0, to = 0] = timeSlot.split('-').map((time) => Number.parseInt(time, 10));
  const toClock = (hour: number) => (hour > 12 ? hour - 12 : hour);
  const hours = `${toClock(from)}–${toClock(to)}${to > 12 ? ' p.m.' : ''}`;
  const parts: Intl.DateTimeFormatOptions = { weekday: 'short', timeZone: 'UTC', ...(!isNear && { month: 'short', day: 'numeric' }) };
  const day = new Date(date).toLocaleDateString('en-CA', parts).replaceAll('.', '');
  return `${day}${isNear ? '' : ','} ${hours}`;
}

type Free = { day: string; words: string };
/** Finds the next free window of a service within two weeks; undefined if all are taken, or without a connection. */
async function findNextFree(type: unknown): Promise<Free | undefined> {
  let today: number | undefined;
  for (let index = 0; index < DAYS_AHEAD; index++) {
    const date = today && new Date(today + index * DAY_MS).toISOString().slice(0, 10);
    const slots = await loadSlots(index, date || undefined);
    const [first] = slots;
    if (!first) return undefined;
    today ??= Date.parse(first.date);
    const free = slots.find((slot) => slot.serviceType === type && slot.isAvailable);
    if (free) return { day: free.date, words: `next free ${formatFree(free, index < 7)}` };
  }
  return undefined;
}

/** Shows an estimate and the next free window, which the form carries to the booking page. */
function showFree(form: HTMLFormElement, text: string, free: Free | undefined): void {
  const output = form.querySelector('output');
  const day = form.querySelector<HTMLInputElement>('[name=date]');
  if (!output || !day) return;
  output.textContent = free ? `${text} · ${free.words}` : text;
  day.disabled = free === undefined;
  day.value = free?.day ?? '';
}

/** Returns whether the visitor has chosen anything in the strip. */
const isChanged = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('option')].some(({ selected, defaultSelected }) => selected !== defaultSelected);

/**
 * Adds the next free window to the estimate that the page opens with. Estimates anew as soon as the visitor turns to the strip: the code
 * for that loads then, or now if the visitor chose before these scripts ran.
 */
export function followStrip(form: HTMLFormElement, { services, opening }: Estimator): void {
  let begun: Promise<unknown> | undefined;
  const begin = () => {
    begun ??= import('./estimating').then(
      ({ startEstimating }) => startEstimating(form, services, { findNextFree, showFree, isChanged: isChanged(form) }),
      () => {
        begun = undefined;
      },
    );
  };
  for (const sign of ['pointerenter', 'focusin', 'change']) form.addEventListener(sign, begin);
  if (isChanged(form)) begin();
  else
    void findNextFree(services[0]?.type).then((free) => {
      if (!begun) showFree(form, opening ?? '', free);
    });
}
