import type { z } from 'zod';
import { formatService } from '../../../shared/dispatch';
import { PRICE_UNITS, type PriceUnit } from '../../../shared/pricing';
import { type PriceItem, priceItemInput } from '../../../shared/pricing-schemas';
import { trpc } from '../../trpc';
import { CheckField, SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';

export const UNIT_NAMES: Record<PriceUnit, string> = {
  flat: 'once a visit',
  bedroom: 'for each bedroom',
  bathroom: 'for each bathroom',
  '100sqft': 'for each 100 sq ft',
  hour: 'for each hour',
  extra: 'if chosen',
};

type PriceFormProps = { item?: PriceItem; services: readonly string[]; onDone: () => void };

/** Adds an item to the price book, or edits `item`. */
export function PriceForm({ item, services, onDone }: PriceFormProps) {
  const form = useTextForm<z.input<typeof priceItemInput>>(priceItemInput, {
    ...(item && { id: item.id }),
    serviceType: item?.serviceType ?? services[0] ?? '',
    name: item?.name ?? '',
    unit: item?.unit ?? 'flat',
    price: item?.price ?? '',
    minutes: String(item?.minutes ?? 0),
    isActive: item?.isActive ?? true,
  });
  const save = trpc.pricing.saveItem.useMutation({
    meta: { failure: 'Failed to save the price. Please try again.' },
    onSuccess: ({ name }) => {
      onDone();
      showToast({ title: 'Price Saved', description: `Estimates use ${name} from now on.` });
    },
  });
  return (
    <SaveForm form={form} call={save} input={(values) => values} layout="grid gap-4 sm:grid-cols-2" onCancel={onDone} submit="Save Price">
      <SelectField
        form={form}
        name="serviceType"
        label="Service"
        isRequired
        options={services.map((service) => [service, formatService(service)] as const)}
        className="sm:col-span-2"
      />
      <TextField form={form} name="name" label="Name" missing="Please name the price." className="sm:col-span-2" placeholder="Bedroom" />
      <SelectField
        form={form}
        name="unit"
        label="Counts"
        isRequired
        options={PRICE_UNITS.map((unit) => [unit, UNIT_NAMES[unit]] as const)}
        className="sm:col-span-2"
      />
      <TextField form={form} name="price" label="Price" isRequired hint="Before tax, in dollars." inputMode="decimal" placeholder="15.00" />
      <TextField form={form} name="minutes" label="Minutes" hint="How long it takes each time." inputMode="numeric" maxLength={4} />
      <CheckField form={form} name="isActive" label="In use" />
    </SaveForm>
  );
}
