export const PLAN_STATUSES = ['proposed', 'active', 'paused', 'ended'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Whether a visit on a closed day is left out or moves to the next open day. */
export const HOLIDAY_RULES = ['skip', 'next'] as const;
/** One invoice for each visit, or one for each month with a line for each visit. */
export const PLAN_BILLING = ['visit', 'month'] as const;

/** How often a visitor wants to be served. */
export const FREQUENCIES = ['once', 'week', '2weeks', '4weeks'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FREQUENCY_NAMES: Record<Frequency, string> = {
  once: 'Once',
  week: 'Every week',
  '2weeks': 'Every 2 weeks',
  '4weeks': 'Every 4 weeks',
};
/** The frequencies that can earn a discount. */
export const REGULAR_FREQUENCIES = ['week', '2weeks', '4weeks'] as const;
