import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  ACCOUNTING_CATEGORIES,
  DEFAULT_REORDER_LEVEL,
  PRICE_WRONG,
  type Product,
  productChange,
  productInput,
} from '../../../shared/inventory';
import { parseCents } from '../../../shared/money';
import { moneyInput } from '../../../shared/money-input';
import { MISSING_TEXT, MISSING_TITLE } from '../../../shared/quotes';
import { profitMargin } from '../../../shared/store';
import { isRequiredMessage } from '../../../shared/text';
import { DialogButtons } from '../../ui/dialog-buttons';
import { CheckField, type InputAttributes, SelectField, TextField, useTextForm } from '../../ui/form';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { AccountingPicture } from './accounting-picture';
import { categoryOptions } from './product-filters';
import { useSaveProduct } from './product-save';

/** The fields of the accounting form, which requires a cost price although the product's own schema does not. */
const fields = productInput.omit({ imageUrl: true, isActive: true, lastPurchaseDate: true }).extend({
  costPrice: z.union([z.string(), z.number()]).pipe(moneyInput),
  costReason: productChange.shape.costReason,
});
type Values = z.input<typeof fields>;
type AccountingFormState = UseFormReturn<Values, unknown, Values>;

const ASKING: Partial<Record<keyof Values, string>> = {
  name: 'Please enter the name.',
  category: 'Please choose a category.',
  costPrice: 'Please enter the cost price.',
  price: 'Please enter the selling price.',
  stockQuantity: 'Please enter the stock quantity.',
};
const isBlank = (value: unknown) => String(value ?? '').trim() === '';

/** Returns the margin of two typed amounts, two places, or an empty text until both are above 0. */
const marginOf = (price: unknown, cost: unknown) => profitMargin(parseCents(String(price)) ?? 0, parseCents(String(cost)) ?? null) ?? '';

const valuesOf = (product: Product | undefined): Values => ({
  name: product?.name ?? '',
  category: product?.category ?? '',
  costPrice: product?.costPrice ?? '',
  price: product?.price ?? '',
  stockQuantity: product ? String(product.stockQuantity) : '',
  reorderLevel: String(product?.reorderLevel ?? DEFAULT_REORDER_LEVEL),
  supplierName: product?.supplierName ?? '',
  supplierSku: product?.supplierSku ?? '',
  description: product?.description ?? '',
  isHstTaxable: product?.isHstTaxable ?? true,
  isPstTaxable: product?.isPstTaxable ?? true,
  costReason: '',
});

type AccountingFormProps = { product: Product | undefined; onDone: () => void };

export function AccountingForm({ product: opened, onDone }: AccountingFormProps) {
  // The product as it was when the form opened: the list behind it goes on changing.
  const [product] = useState(opened);
  const [imageUrl, setImageUrl] = useState(product?.imageUrl ?? null);
  const [isUploading, setIsUploading] = useState(false);
  const form = useTextForm(fields, valuesOf(product));
  const { save, isPending } = useSaveProduct({ product, form, failures: 'server', onDone });
  const send = (values: Values) => {
    if (isUploading || isPending) return;
    void save({ ...values, ...(imageUrl !== (product?.imageUrl ?? null) && { imageUrl }) });
  };
  const tellWrong = () => {
    const isMissing = Object.keys(ASKING).some((name) => isBlank(form.getValues(name as keyof Values)));
    if (isMissing) showToast({ title: MISSING_TITLE, description: MISSING_TEXT, kind: 'destructive' });
    else if (form.getFieldState('price').error || form.getFieldState('costPrice').error)
      showToast({ title: 'Invalid Price', description: PRICE_WRONG, kind: 'destructive' });
  };
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={form.handleSubmit(send, tellWrong)}>
      <AccountingFields form={form} product={product} />
      <div className="sm:col-span-2">
        <AccountingPicture url={imageUrl} isUploading={isUploading} onUrl={setImageUrl} onUploading={setIsUploading} />
      </div>
      <DialogButtons onCancel={onDone} submit={product ? 'Save Changes' : 'Add Product'} isPending={isUploading || isPending} />
    </form>
  );
}

type AccountingFieldsProps = { form: AccountingFormState; product: Product | undefined };

function AccountingFields({ form, product }: AccountingFieldsProps) {
  const errorOf = (name: keyof Values) => {
    const message = form.formState.errors[name]?.message;
    if (message === undefined) return undefined;
    return isBlank(form.getValues(name)) || isRequiredMessage(message) ? (ASKING[name] ?? message) : message;
  };
  const text = (name: Exclude<keyof Values, 'isHstTaxable' | 'isPstTaxable'>, label: string, attributes: InputAttributes = {}) => (
    <TextField form={form} name={name} label={label} isRequired={ASKING[name] !== undefined} error={errorOf(name)} {...attributes} />
  );
  const money = { inputMode: 'decimal', maxLength: 20, placeholder: '0.00' } as const;
  const count = { inputMode: 'numeric', maxLength: 10 } as const;
  return (
    <>
      {text('name', 'Name', { className: 'sm:col-span-2' })}
      <SelectField
        form={form}
        name="category"
        label="Category"
        isRequired
        error={errorOf('category')}
        className="sm:col-span-2"
        empty="Select a category"
        options={categoryOptions(ACCOUNTING_CATEGORIES, [product?.category]).map((word) => [word, word] as const)}
      />
      {text('costPrice', 'Cost Price', money)}
      {text('price', 'Selling Price', money)}
      {product && <CostReason form={form} costWas={product.costPrice ?? ''} />}
      <ProfitMargin form={form} />
      {text('stockQuantity', 'Stock Quantity', count)}
      {text('reorderLevel', 'Reorder Level', count)}
      {text('supplierName', 'Supplier Name')}
      {text('supplierSku', 'Supplier SKU', { className: 'sm:col-span-2' })}
      <div className="flex flex-wrap gap-x-8 sm:col-span-2">
        <CheckField form={form} name="isHstTaxable" label="HST Taxable" />
        <CheckField form={form} name="isPstTaxable" label="PST Taxable" />
      </div>
      {text('description', 'Description', { rows: 3, className: 'sm:col-span-2' })}
    </>
  );
}

function CostReason({ form, costWas }: { form: AccountingFormState; costWas: string }) {
  const cost = useWatch({ control: form.control, name: 'costPrice' });
  if (String(cost).trim() === costWas) return null;
  return (
    <TextField
      form={form}
      name="costReason"
      label="Reason for the new cost"
      className="sm:col-span-2"
      hint="Values all that is in stock at the new cost. The stock ledger keeps the reason."
      placeholder="New price list, write-down"
    />
  );
}

function ProfitMargin({ form }: { form: AccountingFormState }) {
  const [price, costPrice] = useWatch({ control: form.control, name: ['price', 'costPrice'] });
  return (
    <Field label="Profit Margin (%)" hint="Computed from the two prices.">
      {({ className, ...control }) => (
        <input
          {...control}
          readOnly
          value={marginOf(price, costPrice)}
          placeholder="n/a"
          className={`${className} bg-sage-100 tabular-nums`}
        />
      )}
    </Field>
  );
}
