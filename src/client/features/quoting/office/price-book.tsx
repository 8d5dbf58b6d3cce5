import { useState } from 'react';
import type { PriceItem } from '../../../../shared/pricing-schemas';
import { formatService } from '../../../../shared/service-name';
import { formatPrice } from '../../../../shared/store-sums';
import { trpc } from '../../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../../ui/button';
import { Field } from '../../../ui/public/field';
import { ErrorState } from '../../../ui/states';
import { type LineValues, toLine } from './quote-values';

const UNITS: Record<PriceItem['unit'], string> = {
  flat: '',
  bedroom: ' a bedroom',
  bathroom: ' a bathroom',
  '100sqft': ' per 100 sq ft',
  hour: ' an hour',
  extra: '',
};

const toItemLine = ({ name, unit, price, minutes }: PriceItem): LineValues =>
  toLine({ kind: unit === 'extra' ? 'extra' : 'service', description: name, quantity: 1, price, minutes });

/** Groups the items in use by their service, that of the quote first. */
function groupItems(rows: readonly PriceItem[], serviceType: string): [service: string, items: PriceItem[]][] {
  const groups = new Map<string, PriceItem[]>([[serviceType, []]]);
  for (const item of rows) if (item.isActive) groups.set(item.serviceType, [...(groups.get(item.serviceType) ?? []), item]);
  return [...groups].filter(([, items]) => items.length > 0);
}

type PriceBookProps = { serviceType: string; onAdd: (line: LineValues) => void };

/** Adds a line from the price book. */
export function PriceBook({ serviceType, onAdd }: PriceBookProps) {
  const { data, isError, refetch } = trpc.pricing.list.useQuery();
  const [chosen, setChosen] = useState('');
  if (isError) return <ErrorState text="The price book could not be loaded." onRetry={() => void refetch()} />;
  const groups = groupItems(data?.rows ?? [], serviceType);
  if (data && groups.length === 0)
    return (
      <p className="text-muted text-sm">
        The price book is empty. <ScreenLink to="/settings" look={TEXT_LINK} label="Open the settings" />
      </p>
    );
  const item = data?.rows.find(({ id }) => String(id) === chosen);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="From the price book" className="min-w-0 grow basis-60">
        {(control) => (
          <select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{data ? 'Choose a price' : 'Loading the prices...'}</option>
            {groups.map(([service, items]) => (
              <optgroup key={service} label={formatService(service)}>
                {items.map(({ id, name, price, unit }) => (
                  <option key={id} value={id}>
                    {name}, {formatPrice(price)}
                    {UNITS[unit]}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <Button look="button-ghost min-h-12" label="Add price" onPress={() => item && onAdd(toItemLine(item))} />
    </div>
  );
}
