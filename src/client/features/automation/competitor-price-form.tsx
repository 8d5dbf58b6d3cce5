import type { z } from 'zod';
import { formatService } from '../../../shared/dispatch';
import { type CompetitorPrice, competitorPriceInput, PRICE_UNITS, UNIT_NAMES } from '../../../shared/market';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { type FormCallbacks, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';

type Values = z.input<typeof competitorPriceInput>;
type CompetitorPriceFormProps = { price?: CompetitorPrice | undefined; onDone: () => void };

export function CompetitorPriceForm({ price, onDone }: CompetitorPriceFormProps) {
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
