import { useState } from 'react';
import { formatService } from '../../../shared/dispatch';
import { formatAbout } from '../../../shared/pricing';
import type { PriceItem } from '../../../shared/pricing-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { FixedItems } from '../../ui/fixed-items';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { ErrorState } from '../../ui/states';

const COUNTS = [
  ['bedroom', 'bedrooms', 'Bedrooms', 2],
  ['bathroom', 'bathrooms', 'Bathrooms', 1],
  ['100sqft', 'squareFeet', 'Square feet', 1000],
  ['hour', 'hours', 'Hours', 2],
] as const;

/** Returns the typed count, or 0 if it is not a whole number. */
const readCount = (typed: string) => (/^\d{1,6}$/.test(typed) ? Number(typed) : 0);

/** Shows the owner the estimate that visitors get. */
export function PriceTryOut({ services, items }: { services: readonly string[]; items: readonly PriceItem[] }) {
  const [service, setService] = useState(services[0] ?? '');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const serviceType = services.includes(service) ? service : (services[0] ?? '');
  const units = items.filter((item) => item.isActive && item.serviceType === serviceType).map(({ unit }) => unit);
  const counts = COUNTS.filter(([unit]) => units.includes(unit));
  const basket = Object.fromEntries(counts.map(([, name, , usual]) => [name, readCount(typed[name] ?? String(usual))]));
  const estimate = trpc.pricing.estimate.useQuery({ serviceType, ...basket }, { placeholderData: (before) => before });
  const { data, isError, error } = estimate;
  // Only a 4xx status means that the numbers are wrong.
  const isRefused = (getStatus(error) ?? 500) < 500;
  return (
    <Panel title="Try it out">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Service">
          {(control) => (
            <select {...control} value={serviceType} onChange={({ target }) => setService(target.value)}>
              {services.map((type) => (
                <option key={type} value={type}>
                  {formatService(type)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {counts.map(([, name, label, usual]) => (
          <Field key={name} label={label}>
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                value={typed[name] ?? String(usual)}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div aria-live="polite" className="grid gap-2">
        {isError && isRefused && <p className="text-muted">This cannot be estimated. Please check the numbers.</p>}
        {isError && !isRefused && <ErrorState text="The estimate could not be loaded." onRetry={() => void estimate.refetch()} />}
        {!isError && data && (
          <>
            <p className="font-bold text-lg tabular-nums">
              {formatPrice(data.total)}
              <span className="font-normal text-base text-muted"> before tax{data.minutes > 0 && `, ${formatAbout(data.minutes)}`}</span>
            </p>
            <ul className="grid gap-1 text-sm tabular-nums">
              <FixedItems items={data.lines}>
                {({ description, quantity, price }) => (
                  <li className="flex justify-between gap-4">
                    <span className="min-w-0 [overflow-wrap:anywhere]">{description}</span>
                    <span className="shrink-0">{quantity === 1 ? formatPrice(price) : `${quantity} × ${formatPrice(price)}`}</span>
                  </li>
                )}
              </FixedItems>
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}
