import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showService } from '../../../shared/dispatch';
import { type CompetitorPrice, competitorPriceInput, PRICE_UNITS, UNIT_NAMES } from '../../../shared/market';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButtons } from '../../ui/dialog-buttons';
import { askIfMissing, showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
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
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => {
    if (isPending) return;
    if (price) update.mutate({ ...values, id: price.id });
    else add.mutate(values);
  });
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
      <Field
        label="Competitor"
        isRequired
        error={askIfMissing(errors.competitor?.message, 'Please name the competitor.')}
        className="sm:col-span-2"
      >
        {(control) => <input {...control} {...form.register('competitor')} autoComplete="off" />}
      </Field>
      <Field label="Service" isRequired error={errors.service?.message}>
        {(control) => (
          <select {...control} {...form.register('service')}>
            {QUOTE_SERVICE_TYPES.map((service) => (
              <option key={service} value={service}>
                {showService(service)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Seen On" isRequired error={errors.observedOn?.message}>
        {(control) => <input {...control} {...form.register('observedOn')} type="date" />}
      </Field>
      <Field label="Price" isRequired error={errors.price?.message} hint="Before tax, in dollars.">
        {(control) => (
          <input {...control} {...form.register('price')} inputMode="decimal" maxLength={20} placeholder="149.00" autoComplete="off" />
        )}
      </Field>
      <Field label="Unit" isRequired error={errors.unit?.message}>
        {(control) => (
          <select {...control} {...form.register('unit')}>
            {PRICE_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {UNIT_NAMES[unit]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Source" error={errors.source?.message} className="sm:col-span-2">
        {(control) => <input {...control} {...form.register('source')} placeholder="Their website, a flyer, a client" />}
      </Field>
      <div className="sm:col-span-2">
        <DialogButtons onCancel={onDone} submit="Save Price" isPending={isPending} />
      </div>
    </form>
  );
}
