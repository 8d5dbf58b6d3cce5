import { formatCount } from '../../../shared/counts';
import type { HOLIDAY_RULES, KEPT_REASONS, PLAN_BILLING } from '../../../shared/plans';
import type { Plan, PlanEffect } from '../../../shared/plans-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { formatShortDate } from '../../ui/times';

export const HOLIDAY_WORDS: Record<(typeof HOLIDAY_RULES)[number], string> = {
  skip: 'Leave the visit out',
  next: 'Move it to the next open day',
};
export const BILLING_WORDS: Record<(typeof PLAN_BILLING)[number], string> = {
  visit: 'One for each visit',
  month: 'One a month, with a line for each visit',
};

/** Returns the options of a select field. */
export const toOptions = <Code extends string>(words: Record<Code, string>) => Object.entries(words) as [Code, string][];

export const formatEnd = ({ until, count }: Pick<Plan, 'until' | 'count'>): string => {
  if (until !== null) return `on ${formatShortDate(until)}`;
  return count === null ? 'never' : `after ${formatCount(count, 'visit')}`;
};

/** Formats the price of a visit: "$120.00, less 10%". */
export function formatPlanPrice({ price, discountPercent }: Pick<Plan, 'price' | 'discountPercent'>): string {
  if (price === null) return 'not set';
  return discountPercent > 0 ? `${formatPrice(price)}, less ${discountPercent}%` : formatPrice(price);
}

const KEPT_WORDS: Record<(typeof KEPT_REASONS)[number], string> = {
  finished: 'finished',
  begun: 'begun',
  invoiced: 'invoiced',
  detached: 'edited by hand',
  cancelled: 'cancelled',
};

/** Says what a change did to the visits of a plan: "3 visits changed, 1 kept (finished)." */
export function formatEffect({ created, changed, removed, kept }: Omit<PlanEffect, 'plan'>): string {
  const parts = (
    [
      ['added', created.length],
      ['changed', changed.length],
      ['removed', removed.length],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([what, count], place) => `${place === 0 ? formatCount(count, 'visit') : count} ${what}`);
  if (kept.length > 0) {
    const reasons = [...new Set(kept.map(({ reason }) => KEPT_WORDS[reason]))].join(', ');
    parts.push(`${parts.length === 0 ? formatCount(kept.length, 'visit') : kept.length} kept (${reasons})`);
  }
  return parts.length === 0 ? 'No visit changed.' : `${parts.join(', ')}.`;
}
