import { formatRule } from '../../../shared/plans';
import type { PublicQuote } from '../../../shared/quoting-schemas';
import { formatDay } from '../../../shared/time';

/** Shows how often the visits of a quote take place. */
export function QuotePlan({ plan }: Pick<PublicQuote, 'plan'>) {
  if (!plan) return null;
  return (
    <section aria-labelledby="plan-title" className="grid gap-1 border-line border-t pt-4">
      <h2 id="plan-title" className="font-bold text-lg">
        Regular visits
      </h2>
      <p>{formatRule(plan.rrule, plan.startTime)}</p>
      <p className="text-muted">From {formatDay(plan.startDate)}</p>
      {plan.discountPercent > 0 && <p className="text-muted">The total includes {plan.discountPercent}% off each visit.</p>}
    </section>
  );
}
