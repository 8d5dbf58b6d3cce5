import { useState } from 'react';
import type { z } from 'zod';
import { formatService } from '../../../shared/dispatch';
import { type COMPETITOR_PRICE_ORDERS, type CompetitorPrice, competitorPriceInput, PRICE_UNITS, UNIT_NAMES } from '../../../shared/market';
import type { Sort } from '../../../shared/page';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { formatPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import { DialogButton } from '../../ui/dialog-button';
import { type FormCallbacks, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { MutationButton } from '../../ui/mutation-button';
import { getRows, PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatShortDate } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { formatUnit, PriceComparison } from './price-comparison';

const PAGE = 20;
const DIALOG_TEXT = 'Enter a price as you saw it. Prices are never looked up for you.';

export function CompetitorPrices() {
  const [sort, setSort] = useState<Sort<(typeof COMPETITOR_PRICE_ORDERS)[number]>>();
  const list = trpc.market.listPrices.useInfiniteQuery({ limit: PAGE, ...(sort && { sort }) }, PAGED);
  return (
    <section aria-label="Competitor prices" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">Prices that you entered, compared with your own finished jobs.</p>
        {getRows(list).length > 0 && <AddPrice look="button-ghost" />}
      </div>
      {getRows(list).length > 0 && <PriceComparison />}
      <DataTable
        name="competitorPrices"
        title="Entered prices"
        list={list}
        sort={sort}
        onSort={setSort}
        columns={COLUMNS}
        select={{ table: 'competitor_prices' }}
        about={getAbout}
        action={(price) => <EditPrice price={price} look={ROW_ACTION} />}
        menu={(price) => (
          <>
            <EditPrice price={price} look="button-ghost" />
            <RemovePrice price={price} />
          </>
        )}
        phone={(price) => [
          [price.competitor, formatAmount(price)],
          <span key="text">
            {formatService(price.service)} · Seen on <Seen price={price} />
          </span>,
        ]}
        loading="Loading the competitor prices..."
        failed="The competitor prices could not be loaded."
        empty={
          <EmptyState
            title="No competitor prices entered"
            text="Enter prices from a flyer or a website, and the competitor analysis compares them with your own."
          >
            <AddPrice look="button-dark mt-2" />
          </EmptyState>
        }
      />
    </section>
  );
}

type PriceProps = { price: CompetitorPrice };

const formatAmount = ({ price, unit }: CompetitorPrice) => `${formatPrice(price)} ${formatUnit(unit)}`;
const getAbout = (price: CompetitorPrice) => `${price.competitor}, ${formatService(price.service)}, ${formatAmount(price)}`;
const Seen = ({ price: { observedOn } }: PriceProps) => <time dateTime={observedOn}>{formatShortDate(observedOn)}</time>;

const COLUMNS: readonly Column<CompetitorPrice, (typeof COMPETITOR_PRICE_ORDERS)[number]>[] = [
  {
    key: 'competitor',
    head: 'Competitor',
    sort: 'competitor',
    cell: ({ competitor, source }) => <TwoLines first={competitor} second={source} />,
  },
  { key: 'service', head: 'Service', sort: 'service', width: 'w-44', cell: ({ service }) => formatService(service) },
  { key: 'seen', head: 'Seen on', sort: 'seen', from: 'md', width: 'w-32', cell: (price) => <Seen price={price} /> },
  { key: 'price', head: 'Price', sort: 'price', align: 'end', width: 'w-44', cell: formatAmount },
];

const AddPrice = ({ look }: { look: string }) => (
  <DialogButton look={look} label="Add Price" title="Add a competitor's price" text={DIALOG_TEXT}>
    {(close) => <CompetitorPriceForm onDone={close} />}
  </DialogButton>
);

const EditPrice = ({ price, look }: PriceProps & { look: string }) => (
  <DialogButton look={look} label="Edit" about={getAbout(price)} title="Edit the price" text={DIALOG_TEXT}>
    {(close) => <CompetitorPriceForm price={price} onDone={close} />}
  </DialogButton>
);

const RemovePrice = ({ price }: PriceProps) => (
  <MutationButton
    label="Remove"
    about={getAbout(price)}
    busy="Removing..."
    procedure={trpc.market.removePrice}
    input={{ id: price.id }}
    failure="Failed to remove the price. Please try again."
    question={{
      title: `Remove ${formatAmount(price)} of ${price.competitor}?`,
      text: 'The next competitor analysis will not count it.',
      action: 'Remove Price',
    }}
    done={{ title: 'Price Removed', description: `A price of ${price.competitor} was removed from the list.` }}
  />
);

type Values = z.input<typeof competitorPriceInput>;
function CompetitorPriceForm({ price, onDone }: { price?: CompetitorPrice | undefined; onDone: () => void }) {
  const form = useTextForm(competitorPriceInput, {
    competitor: price?.competitor ?? '',
    service: QUOTE_SERVICE_TYPES.find((service) => service === price?.service) ?? QUOTE_SERVICE_TYPES[0],
    price: price?.price ?? '',
    unit: PRICE_UNITS.find((unit) => unit === price?.unit) ?? PRICE_UNITS[0],
    source: price?.source ?? '',
    observedOn: price?.observedOn ?? getToday(),
  });
  const options = {
    meta: { failure: 'Failed to save the price. Please try again.' },
    onSuccess: ({ competitor }: CompetitorPrice) => {
      onDone();
      showToast({ title: 'Price Saved', description: `The next competitor analysis counts the price of ${competitor}.` });
    },
  };
  const add = trpc.market.addPrice.useMutation(options);
  const update = trpc.market.updatePrice.useMutation(options);
  const save = {
    isPending: add.isPending || update.isPending,
    mutate: (values: Values, callbacks: FormCallbacks) =>
      price ? update.mutate({ ...values, id: price.id }, callbacks) : add.mutate(values, callbacks),
  };
  return (
    <SaveForm form={form} call={save} input={(values) => values} layout="grid gap-4 sm:grid-cols-2" onCancel={onDone} submit="Save Price">
      <TextField form={form} name="competitor" label="Competitor" missing="Please name the competitor." className="sm:col-span-2" />
      <SelectField
        form={form}
        name="service"
        label="Service"
        isRequired
        options={QUOTE_SERVICE_TYPES.map((service) => [service, formatService(service)] as const)}
      />
      <TextField form={form} name="observedOn" label="Seen On" isRequired type="date" />
      <TextField
        form={form}
        name="price"
        label="Price"
        isRequired
        hint="Before tax, in dollars."
        inputMode="decimal"
        maxLength={20}
        placeholder="149.00"
      />
      <SelectField form={form} name="unit" label="Unit" isRequired options={PRICE_UNITS.map((unit) => [unit, UNIT_NAMES[unit]] as const)} />
      <TextField form={form} name="source" label="Source" className="sm:col-span-2" placeholder="Their website, a flyer, a client" />
    </SaveForm>
  );
}
