// Arithmetic of calendar days ("2026-11-20") without a time zone; time.ts converts instants.

/** Returns the days from the first to the second; negative if the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Returns the quarter of a calendar day, "2026Q4". */
export const getQuarter = (day: string): string => `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Returns whether a text is an existing calendar day, "2026-11-20". */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
};

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the day of the week: 0 = Sunday … 6 = Saturday. */
export const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Returns the Monday of the week of a day. */
export const getMonday = (day: string): string => addDays(day, -((getWeekday(day) + 6) % 7));

/** Returns the same day some months later or earlier, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1);
}
