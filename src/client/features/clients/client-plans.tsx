import { formatService } from '../../../shared/dispatch';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { PlanChip } from '../../ui/plan-chip';
import { formatShortDay } from '../../ui/times';

const SHOWN = 5;

/** Lists the recurring visits of a client. */
export function ClientPlans({ id }: { id: number }) {
  const plans = trpc.plans.list.useQuery({ clientId: id, limit: SHOWN });
  return (
    <Panel title="Plans">
      <Loaded query={plans} loading="Loading the plans..." failed="The plans could not be loaded.">
        {({ rows, nextCursor }) => (
          <>
            {rows.length === 0 && <p className="text-muted">No recurring visits yet.</p>}
            <ul className="grid divide-y divide-line empty:hidden">
              {rows.map(({ id: plan, words, status, serviceType, nextVisit, price }) => (
                <li key={plan} className="py-2 first:pt-0 last:pb-0">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <ScreenLink to="/plans" search={{ plan }} look={`${TEXT_LINK} font-semibold`} label={words} />
                    <PlanChip status={status} />
                  </span>
                  <span className="block text-muted text-sm">
                    {[formatService(serviceType), price && formatPrice(price), nextVisit && `next ${formatShortDay(nextVisit)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            {nextCursor !== null && <ScreenLink to="/plans" search={{ client: id }} look={TEXT_LINK} label="Show all plans" />}
          </>
        )}
      </Loaded>
      <ScreenLink to="/plans" search={{ new: 1, client: id }} look="button-ghost justify-self-start" label="New Plan" />
    </Panel>
  );
}
