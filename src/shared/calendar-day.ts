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

export const laterDay = (one: string, other: string): string => (one < other ? other : one);
