import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { ACCOUNTING_CATEGORIES, DEFAULT_REORDER_LEVEL, type Product, productChange, productInput } from '../../../shared/inventory';
import { parseCents } from '../../../shared/money';
import { moneyInput } from '../../../shared/money-input';
import { MISSING_TEXT } from '../../../shared/quotes';
import { profitMargin } from '../../../shared/store';
import { MISSING } from '../../../shared/text';
import { toCallError } from '../../call-error';
import { DialogButtons } from '../../ui/dialog-buttons';
import { CheckField, SelectField, TextField, useTextForm } from '../../ui/form';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { type Picture, PictureField } from './picture-field';
import { accountingPictureProblem, uploadPicture } from './pictures';
import { listCategories } from './product-list';
import { COUNT_INPUT, MONEY_INPUT, showWrong, useSaveProduct } from './product-save';

const requireFilled = <Schema extends z.ZodType<unknown, string | number>>(schema: Schema) =>
  z
    .union([z.string(), z.number()])
    .refine((value) => String(value).trim() !== '', MISSING)
    .pipe(schema);
/** The fields of the accounting form, which requires a cost price and a quantity although the product's own schema does not. */
const fields = productInput.omit({ imageUrl: true, isActive: true, lastPurchaseDate: true }).extend({
  costPrice: requireFilled(moneyInput),
  price: requireFilled(productInput.shape.price),
  stockQuantity: requireFilled(productInput.shape.stockQuantity.unwrap()),
  costReason: productChange.shape.costReason,
});
type Values = z.input<typeof fields>;
type AccountingFormState = UseFormReturn<Values, unknown, Values>;

/** Returns the margin of two typed amounts, two places, or an empty text until both are above 0. */
const formatMargin = (price: unknown, cost: unknown) =>
  profitMargin(parseCents(String(price)) ?? 0, parseCents(String(cost)) ?? null) ?? '';

const getValues = (product: Product | undefined): Values => ({
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

export function AccountingForm({ product: opened, onDone }: { product: Product | undefined; onDone: () => void }) {
  // The product as it was when the form opened: the list behind it goes on changing.
  const [product] = useState(opened);
  const [imageUrl, setImageUrl] = useState(product?.imageUrl ?? null);
  const [isUploading, setIsUploading] = useState(false);
  const form = useTextForm(fields, getValues(product));
  const { save, isPending } = useSaveProduct({ product, form, failures: 'server', onDone });
  const send = (values: Values) => {
    if (isUploading || isPending) return;
    void save({ ...values, ...(imageUrl !== (product?.imageUrl ?? null) && { imageUrl }) });
  };
  return (
    <form noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={form.handleSubmit(send, (errors) => showWrong(errors, MISSING_TEXT))}>
      <AccountingFields form={form} product={product} />
      <div className="sm:col-span-2">
        <AccountingPicture url={imageUrl} isUploading={isUploading} onUrl={setImageUrl} onUploading={setIsUploading} />
      </div>
      <DialogButtons onCancel={onDone} submit={product ? 'Save Changes' : 'Add Product'} isPending={isUploading || isPending} />
    </form>
  );
}

const WIDE = 'sm:col-span-2';
const MONEY = { ...MONEY_INPUT, placeholder: '0.00' };

const AccountingFields = ({ form, product }: { form: AccountingFormState; product: Product | undefined }) => (
  <>
    <TextField form={form} name="name" label="Name" missing="Please enter the name." className={WIDE} />
    <SelectField
      form={form}
      name="category"
      label="Category"
      missing="Please choose a category."
      className={WIDE}
      empty="Select a category"
      options={listCategories(ACCOUNTING_CATEGORIES, [product?.category]).map((word) => [word, word] as const)}
    />
    <TextField form={form} name="costPrice" label="Cost Price" missing="Please enter the cost price." {...MONEY} />
    <TextField form={form} name="price" label="Selling Price" missing="Please enter the selling price." {...MONEY} />
    {product && <CostReason form={form} costWas={product.costPrice ?? ''} />}
    <ProfitMargin form={form} />
    <TextField form={form} name="stockQuantity" label="Stock Quantity" missing="Please enter the stock quantity." {...COUNT_INPUT} />
    <TextField form={form} name="reorderLevel" label="Reorder Level" {...COUNT_INPUT} />
    <TextField form={form} name="supplierName" label="Supplier Name" />
    <TextField form={form} name="supplierSku" label="Supplier SKU" className={WIDE} />
    <div className={`flex flex-wrap gap-x-8 ${WIDE}`}>
      <CheckField form={form} name="isHstTaxable" label="HST Taxable" />
      <CheckField form={form} name="isPstTaxable" label="PST Taxable" />
    </div>
    <TextField form={form} name="description" label="Description" rows={3} className={WIDE} />
  </>
);

function CostReason({ form, costWas }: { form: AccountingFormState; costWas: string }) {
  const cost = useWatch({ control: form.control, name: 'costPrice' });
  if (String(cost).trim() === costWas) return null;
  return (
    <TextField
      form={form}
      name="costReason"
      label="Reason for the new cost"
      className={WIDE}
      hint="Revalues all units in stock at the new cost. The stock history keeps the reason."
      placeholder="New price list, write-down"
    />
  );
}

function ProfitMargin({ form }: { form: AccountingFormState }) {
  const [price, costPrice] = useWatch({ control: form.control, name: ['price', 'costPrice'] });
  return (
    <Field label="Profit Margin (%)" hint="Calculated from the two prices.">
      {({ className, ...control }) => (
        <input
          {...control}
          readOnly
          value={formatMargin(price, costPrice)}
          placeholder="n/a"
          className={`${className} bg-sage-100 tabular-nums`}
        />
      )}
    </Field>
  );
}

const UPLOAD_FAILED = 'Error uploading image';
const showProblem = (title: string, description: string) => showToast({ title, description, kind: 'destructive' });

type AccountingPictureProps = {
  url: string | null;
  isUploading: boolean;
  onUrl: (url: string | null) => void;
  onUploading: (isUploading: boolean) => void;
};

/** The picture on the accounting screen, which is sent as soon as it is chosen. */
function AccountingPicture({ url, isUploading, onUrl, onUploading }: AccountingPictureProps) {
  const [sending, setSending] = useState<File>();
  const [error, setError] = useState<string>();
  const choose = async (file: File) => {
    if (isUploading) return;
    const problem = accountingPictureProblem(file);
    setError(problem);
    if (problem) return showProblem('File Too Large', problem);
    setSending(file);
    onUploading(true);
    try {
      onUrl(await uploadPicture(file));
    } catch (failure) {
      setError(UPLOAD_FAILED);
      const { message, data } = toCallError(failure);
      showProblem(UPLOAD_FAILED, data ? message : 'Please try again.');
    } finally {
      setSending(undefined);
      onUploading(false);
    }
  };
  const picture: Picture = sending ? { kind: 'chosen', file: sending } : { kind: 'kept', url };
  return (
    <PictureField
      picture={picture}
      error={error}
      busy={isUploading ? 'Uploading the image...' : undefined}
      onChoose={(file) => void choose(file)}
      onRemove={() => {
        setError(undefined);
        if (!isUploading) onUrl(null);
      }}
    />
  );
}
