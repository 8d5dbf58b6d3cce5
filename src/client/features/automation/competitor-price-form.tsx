import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showService } from '../../../shared/dispatch';
import { type CompetitorPrice, competitorPriceInput, PRICE_UNITS, UNIT_NAMES } from '../../../shared/market';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButtons } from '../../ui/dialog-buttons';
import { SelectField, TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';

type CompetitorPriceFormProps = { price?: CompetitorPrice | undefined; onDone: () => void };

export function CompetitorPriceForm({ price, onDone }: CompetitorPriceFormProps) {
  const form = useForm({
    resolver: zodResolver(competitorPriceInput, undefined, { raw: true }),
    defaultValues: {
      competitor: price?.competitor ?? '',
      service: QUOTE_SERVICE_TYPES.find((service) => service === price?.service) ?? QUOTE_SERVICE_TYPES[0],
      price: price?.price ?? '',
      unit: PRICE_UNITS.find((unit) => unit === price?.unit) ?? PRICE_UNITS[0],
      source: price?.source ?? '',
      observedOn: price?.observedOn ?? getToday(),
    },
  });
  const calls = {
    meta: { failure: 'Failed to save the price. Please try again.' },
    onSuccess: ({ competitor }: CompetitorPrice) => {
      onDone();
      showToast({ title: 'Price Saved', description: `The next competitor analysis counts the price of ${competitor}.` });
    },
    onError: (error: unknown) => showIssues(form, error),
  };
  const add = trpc.market.addPrice.useMutation(calls);
  const update = trpc.market.updatePrice.useMutation(calls);
  const isPending = add.isPending || update.isPending;
  const submit = form.handleSubmit((values) => {
    if (isPending) return;
    if (price) update.mutate({ ...values, id: price.id });
    else add.mutate(values);
  });
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
      <TextField form={form} name="competitor" label="Competitor" missing="Please name the competitor." className="sm:col-span-2" />
      <SelectField
        form={form}
        name="service"
        label="Service"
        isRequired
        options={QUOTE_SERVICE_TYPES.map((service) => [service, showService(service)] as const)}
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
      <div className="sm:col-span-2">
        <DialogButtons onCancel={onDone} submit="Save Price" isPending={isPending} />
      </div>
    </form>
  );
}
