import type { z } from 'zod';
import { daysBetween } from '../../../shared/calendar-day';
import { formatService } from '../../../shared/dispatch';
import {
  type ComparedService,
  type CompetitorPrice,
  competitorPriceInput,
  PRICE_UNITS,
  type PriceUnit,
  UNIT_NAMES,
} from '../../../shared/market';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { formatPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { type FormCallbacks, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { LoadMore } from '../../ui/load-more';
import { ConfirmButton } from '../../ui/mutation-button';
import { getRows, ListStates, PAGED } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { EmptyState, ErrorState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

const PAGE = 20;
const DIALOG_TEXT = 'Enter a price as you saw it. Prices are never looked up for you.';

export function CompetitorPrices() {
  const list = trpc.market.listPrices.useInfiniteQuery({ limit: PAGE }, PAGED);
  const prices = getRows(list);
  return (
    <Panel title="Competitor prices">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">Prices that you entered, compared with your own finished jobs.</p>
        <DialogButton label="Add Price" title="Add a competitor's price" text={DIALOG_TEXT}>
          {(close) => <CompetitorPriceForm onDone={close} />}
        </DialogButton>
      </div>
      <ListStates
        list={list}
        loading="Loading the competitor prices..."
        failed="The competitor prices could not be loaded."
        empty={
          <EmptyState
            title="No competitor prices entered"
            text="Enter prices from a flyer or a website, and the competitor analysis compares them with your own."
          />
        }
      />
      {prices.length > 0 && (
        <>
          <CompetitorComparison />
          <ul aria-label="Entered prices" className="grid divide-y divide-line">
            {prices.map((price) => (
              <PriceRow key={price.id} price={price} />
            ))}
          </ul>
        </>
      )}
      <LoadMore list={list} />
    </Panel>
  );
}

function PriceRow({ price }: { price: CompetitorPrice }) {
  const { id, competitor, service, unit, source, observedOn } = price;
  const remove = trpc.market.removePrice.useMutation({
    meta: { failure: 'Failed to remove the price. Please try again.' },
    onSuccess: () => showToast({ title: 'Price Removed', description: `A price of ${competitor} was removed from the list.` }),
  });
  const amount = `${formatPrice(price.price)} ${formatUnit(unit)}`;
  const about = `${competitor}, ${formatService(service)}, ${amount}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{competitor}</p>
        <p className="tabular-nums [overflow-wrap:anywhere]">
          {formatService(service)}, {amount}
        </p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          Seen on <time dateTime={observedOn}>{formatShortDate(observedOn)}</time>
          {source && `, ${source}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DialogButton label="Edit" about={about} title="Edit the price" text={DIALOG_TEXT}>
          {(close) => <CompetitorPriceForm price={price} onDone={close} />}
        </DialogButton>
        <ConfirmButton
          label="Remove"
          about={about}
          busy="Removing..."
          call={remove}
          input={{ id }}
          title={`Remove ${amount} of ${competitor}?`}
          text="The next competitor analysis will not count it."
          action="Remove Price"
        />
      </div>
    </li>
  );
}

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

const formatUnit = (unit: string): string => UNIT_NAMES[unit as PriceUnit] ?? `per ${unit}`;

const formatCount = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
function formatAge(day: string, today: string): string {
  const days = daysBetween(day, today);
  return days <= 0 ? 'seen today' : `${formatCount(days, 'day')} old`;
}

function describeDifference({ median, ownMedian }: ComparedService): string {
  if (ownMedian === null) return 'no figure of our own';
  const percent = Math.round((Number(median) / Number(ownMedian) - 1) * 100);
  if (!Number.isFinite(percent)) return 'nothing to compare';
  return percent === 0 ? 'about the same' : `${Math.abs(percent)}% ${percent > 0 ? 'above' : 'below'} ours`;
}

function CompetitorComparison() {
  const comparison = trpc.market.comparison.useQuery();
  if (comparison.isError) return <ErrorState text="The comparison could not be loaded." onRetry={() => void comparison.refetch()} />;
  if (!comparison.data) return null;
  const { comparedAt, today, services } = comparison.data;
  return (
    <section aria-label="Comparison with our own prices" className="grid gap-3">
      <ul className="grid gap-3 sm:grid-cols-2">
        {services.map((service) => (
          <li key={`${service.service} ${service.unit}`} className="grid content-start gap-1 rounded-card border border-line px-4 py-3">
            <h3 className="font-semibold [overflow-wrap:anywhere]">
              {formatService(service.service)}, {formatUnit(service.unit)}
            </h3>
            <p className="tabular-nums">
              <b className="font-bold font-display text-xl">{formatPrice(service.median)}</b> theirs
              {service.ownMedian !== null && <>, {formatPrice(service.ownMedian)} ours</>}
              <span className="block text-[15px]">{describeDifference(service)}</span>
            </p>
            <p className="text-muted text-sm">
              Median of {formatCount(service.prices, 'price')} from {formatCount(service.competitors, 'competitor')}, the newest{' '}
              {formatAge(service.newestOn, today)}
              {service.ownMedian !== null && `; ours of ${formatCount(service.ownJobs, 'job')} in the last 12 months`}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        Compared on <time dateTime={comparedAt}>{formatTimestamp(comparedAt)}</time> The next competitor analysis includes prices that you
        entered since then.
      </p>
    </section>
  );
}
