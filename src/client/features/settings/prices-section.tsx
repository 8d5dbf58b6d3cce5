import { BOOKING_SERVICE_TYPES } from '../../../shared/booking';
import { formatService } from '../../../shared/dispatch';
import type { PriceItem } from '../../../shared/pricing-schemas';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { type Column, DataTable, TwoLines } from '../../ui/data-table';
import { DialogButton } from '../../ui/dialog-button';
import { Loaded } from '../../ui/loaded';
import { CallButton, MutationButton } from '../../ui/mutation-button';
import { asOnePage } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { PriceForm, UNIT_NAMES } from './price-form';
import { PriceRules } from './price-rules';
import { PriceTryOut } from './price-try-out';

const DIALOG_TEXT = 'Estimates and quotes use it from now on; what was sent before stays as it is.';
const KNOWN_SERVICES = [...new Set<string>([...BOOKING_SERVICE_TYPES, ...QUOTE_SERVICE_TYPES])];

const describePrice = ({ name, price, unit }: PriceItem) => `${name}, ${formatPrice(price)} ${UNIT_NAMES[unit]}`;
const Standing = ({ item }: { item: PriceItem }) => (item.isActive ? null : <Chip tone="quiet">Not in use</Chip>);

const COLUMNS: readonly Column<PriceItem>[] = [
  { key: 'name', head: 'Name', cell: ({ name, unit }) => <TwoLines first={name} second={UNIT_NAMES[unit]} /> },
  { key: 'status', head: 'Status', from: 'md', width: 'w-32', cell: (item) => <Standing item={item} /> },
  { key: 'minutes', head: 'Minutes', align: 'end', width: 'w-24', cell: ({ minutes }) => minutes },
  { key: 'price', head: 'Price', align: 'end', width: 'w-28', cell: ({ price }) => formatPrice(price) },
];

/** The price book by service, its rules, and a place to try it out. */
export function PricesSection() {
  const list = trpc.pricing.list.useQuery();
  return (
    <div className="grid max-w-4xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[60ch] text-muted text-sm">
          Your website estimates by these prices, before tax, and quotes take their lines from them. A service without prices in use shows
          no estimate.
        </p>
        <AddPrice look="button-primary max-sm:w-full" />
      </div>
      <Loaded query={list} loading="Loading the prices..." failed="The prices could not be loaded.">
        {({ rows }) => <PriceBook items={rows} />}
      </Loaded>
    </div>
  );
}

function PriceBook({ items }: { items: PriceItem[] }) {
  const priced = [...new Set(items.map(({ serviceType }) => serviceType))];
  const active = priced.filter((service) => items.some((item) => item.isActive && item.serviceType === service));
  return (
    <>
      {priced.length === 0 && (
        <EmptyState title="No prices yet" text="Add the first price, and your website shows estimates for it.">
          <AddPrice look="button-ghost mt-2" />
        </EmptyState>
      )}
      {priced.map((service) => (
        <ServicePrices key={service} service={service} items={items.filter(({ serviceType }) => serviceType === service)} />
      ))}
      {active.length > 0 && <PriceTryOut services={active} items={items} />}
      <PriceRules services={[...new Set([...KNOWN_SERVICES, ...priced])]} />
    </>
  );
}

function ServicePrices({ service, items }: { service: string; items: PriceItem[] }) {
  const list = trpc.pricing.list.useQuery();
  return (
    <Section title={formatService(service)} gap="gap-3">
      <DataTable
        name="prices"
        title={`Prices of ${formatService(service)}`}
        list={asOnePage(list, () => items)}
        columns={COLUMNS}
        about={describePrice}
        menu={(item) => (
          <>
            <DialogButton label="Edit" about={describePrice(item)} title="Edit the price" text={DIALOG_TEXT}>
              {(close) => <PriceForm item={item} services={[service]} onDone={close} />}
            </DialogButton>
            <SwitchPrice item={item} />
            <MovePrice items={items} item={item} by={-1} label="Move up" />
            <MovePrice items={items} item={item} by={1} label="Move down" />
            <RemovePrice item={item} />
          </>
        )}
        phone={(item) => [
          [item.name, formatPrice(item.price)],
          [UNIT_NAMES[item.unit], <Standing key="status" item={item} />],
        ]}
        loading="Loading the prices..."
        failed="The prices could not be loaded."
      />
    </Section>
  );
}

const AddPrice = ({ look }: { look: string }) => (
  <DialogButton look={look} label="Add Price" isNew title="Add a price" text={DIALOG_TEXT}>
    {(close) => <PriceForm services={KNOWN_SERVICES} onDone={close} />}
  </DialogButton>
);

const SwitchPrice = ({ item }: { item: PriceItem }) => (
  <MutationButton
    label={item.isActive ? 'Take out of use' : 'Use again'}
    about={describePrice(item)}
    procedure={trpc.pricing.saveItem}
    input={{ ...item, isActive: !item.isActive }}
    failure="Failed to save the price. Please try again."
    done={{ title: item.isActive ? 'Price Taken Out of Use' : 'Price in Use', description: item.name }}
    undo={{ procedure: trpc.pricing.saveItem, input: { ...item }, failure: 'Failed to save the price. Please try again.' }}
  />
);

type MovePriceProps = { items: readonly PriceItem[]; item: PriceItem; by: 1 | -1; label: string };
function MovePrice({ items, item, by, label }: MovePriceProps) {
  const place = items.indexOf(item);
  const ids = items.map(({ id }) => id);
  const call = trpc.pricing.sortItems.useMutation({ meta: { failure: 'Failed to move the price. Please try again.' } });
  const other = ids[place + by];
  if (other === undefined) return null;
  const swapped = ids.with(place, other).with(place + by, item.id);
  return <CallButton label={label} about={describePrice(item)} call={call} input={{ serviceType: item.serviceType, ids: swapped }} />;
}

const RemovePrice = ({ item }: { item: PriceItem }) => (
  <MutationButton
    label="Remove"
    about={describePrice(item)}
    busy="Removing..."
    procedure={trpc.pricing.removeItem}
    input={{ id: item.id }}
    failure="Failed to remove the price. Please try again."
    question={{
      title: `Remove ${item.name}?`,
      text: 'Estimates no longer count it. Bookings, requests and quotes that were sent keep what they say.',
      action: 'Remove Price',
    }}
    done={{ title: 'Price Removed', description: `${item.name} was removed from the price book.` }}
  />
);
