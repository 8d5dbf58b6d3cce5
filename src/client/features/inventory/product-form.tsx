import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Product, productInput, STOCK_CATEGORIES } from '../../../shared/inventory';
import { PRODUCT_MISSING } from '../../../shared/text';
import { DialogButtons } from '../../ui/dialog-buttons';
import { SelectField, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import type { Picture } from './picture-field';
import { uploadPicture } from './pictures';
import { listCategories } from './product-list';
import { ProductPicture } from './product-picture';
import { COUNT_INPUT, MONEY_INPUT, showWrong, useSaveProduct } from './product-save';

const fields = productInput.pick({ name: true, price: true, category: true, description: true, stockQuantity: true });
type Values = z.input<typeof fields>;

const UPLOAD_FAILED = 'Failed to upload image. Product will be created without image.';
const UPLOAD_FAILED_ON_CHANGE = 'Failed to upload image. Product will be updated without the new image.';

/** Uploads a chosen picture and returns the change to save, empty if the picture stays. A failed upload is reported and left out. */
async function sendPicture(
  picture: Picture,
  product: Product | undefined,
): Promise<{ change: { imageUrl?: string | null }; told?: string }> {
  if (picture.kind === 'kept') return { change: picture.url === (product?.imageUrl ?? null) ? {} : { imageUrl: picture.url } };
  try {
    return { change: { imageUrl: await uploadPicture(picture.file) } };
  } catch {
    const told = product ? UPLOAD_FAILED_ON_CHANGE : UPLOAD_FAILED;
    showToast({ title: 'Error uploading image', description: told, kind: 'destructive' });
    return { change: {}, told };
  }
}

type ProductFormProps = { product: Product | undefined; onDone: () => void };

export function ProductForm({ product: opened, onDone }: ProductFormProps) {
  // The product as it was when the form opened: the list behind it goes on changing.
  const [product] = useState(opened);
  const [picture, setPicture] = useState<Picture>({ kind: 'kept', url: product?.imageUrl ?? null });
  const [isSending, setIsSending] = useState(false);
  const form = useTextForm(fields, {
    name: product?.name ?? '',
    price: product?.price ?? '',
    category: product?.category ?? '',
    description: product?.description ?? '',
    stockQuantity: String(product?.stockQuantity ?? 0),
  });
  const { save, isPending } = useSaveProduct({ product, form, failures: 'documented', onDone });
  const send = async (values: Values) => {
    if (isSending || isPending) return;
    setIsSending(true);
    const { change, told } = await sendPicture(picture, product);
    await save({ ...values, ...change }, told);
    setIsSending(false);
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(send, (errors) => showWrong(errors, PRODUCT_MISSING))}>
      <ProductFields form={form} category={product?.category} />
      <ProductPicture picture={picture} onPicture={setPicture} />
      <DialogButtons onCancel={onDone} submit={product ? 'Save Changes' : 'Add Product'} isPending={isSending || isPending} />
    </form>
  );
}

type ProductFieldsProps = { form: UseFormReturn<Values, unknown, Values>; category: string | undefined };

const ProductFields = ({ form, category }: ProductFieldsProps) => (
  <>
    <TextField form={form} name="name" label="Name" missing="Please enter the name." />
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField form={form} name="price" label="Price" missing="Please enter the price." placeholder="19.95" {...MONEY_INPUT} />
      <TextField form={form} name="stockQuantity" label="Stock Quantity" {...COUNT_INPUT} />
    </div>
    <SelectField
      form={form}
      name="category"
      label="Category"
      missing="Please choose a category."
      empty="Select a category"
      options={listCategories(STOCK_CATEGORIES, [category]).map((word) => [word, word] as const)}
    />
    <TextField form={form} name="description" label="Description" rows={3} />
  </>
);
