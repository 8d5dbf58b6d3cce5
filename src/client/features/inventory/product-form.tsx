import { type Dispatch, type SetStateAction, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Product, productInput, STOCK_CATEGORIES } from '../../../shared/inventory';
import { NOT_AN_IMAGE } from '../../../shared/picture-errors';
import { PRODUCT_MISSING } from '../../../shared/text';
import { DialogButtons } from '../../ui/dialog-buttons';
import { SelectField, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { type Picture, PictureField } from './picture-field';
import { pictureProblem, removeBackground, uploadPicture } from './pictures';
import { listCategories } from './product-list';
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

export function ProductForm({ product: opened, onDone }: { product: Product | undefined; onDone: () => void }) {
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

const ProductFields = ({ form, category }: { form: UseFormReturn<Values, unknown, Values>; category: string | undefined }) => (
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

const showProblem = (description: string) => showToast({ title: 'Invalid Image', description, kind: 'destructive' });

/** The picture on the inventory screen. It is sent when the product is saved; before that its background can be removed. */
function ProductPicture({ picture, onPicture }: { picture: Picture; onPicture: Dispatch<SetStateAction<Picture>> }) {
  const [error, setError] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const choose = (file: File) => {
    const problem = pictureProblem(file);
    setError(problem);
    if (problem) showProblem(problem);
    else onPicture({ kind: 'chosen', file });
  };
  const clean = async () => {
    if (isRemoving) return;
    setIsRemoving(true);
    setError(undefined);
    try {
      const file = picture.kind === 'chosen' ? picture.file : await (await fetch(picture.url ?? '')).blob();
      const cleaned = await removeBackground(file);
      // The user may have chosen another picture meanwhile.
      onPicture((now) => (now === picture ? { kind: 'chosen', file: cleaned.picture } : now));
      showToast(
        cleaned.isCutOut
          ? { title: 'Background Removed', description: 'The picture shows the product alone now.' }
          : { title: 'Background Kept', description: 'It could not be removed, so the picture was put onto a white square.' },
      );
    } catch {
      setError(NOT_AN_IMAGE);
      showProblem(NOT_AN_IMAGE);
    } finally {
      setIsRemoving(false);
    }
  };
  const remove = () => {
    setError(undefined);
    onPicture({ kind: 'kept', url: null });
  };
  return (
    <PictureField
      picture={picture}
      error={error}
      busy={isRemoving ? 'Removing the background...' : undefined}
      onChoose={choose}
      onRemove={remove}
    >
      <button type="button" className="button-dark" aria-disabled={isRemoving} onClick={() => void clean()}>
        {isRemoving ? 'Removing...' : 'Remove Background'}
      </button>
    </PictureField>
  );
}
