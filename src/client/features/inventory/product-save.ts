import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Product, productChange, productInput } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';
import { type Failures, failureOptions } from './server-words';

type SaveOptions<Fields extends FieldValues, Output> = {
  product: Product | undefined;
  form: UseFormReturn<Fields, unknown, Output>;
  failures: Failures;
  onDone: () => void;
};

type Values = z.input<typeof productInput> & Pick<z.input<typeof productChange>, 'costReason'>;

/**
 * Returns the changed fields of a product to send. A stock or a cost that was not edited is left out, since a sale or a delivery
 * meanwhile would make it wrong.
 */
function changeOf({ id, stockQuantity: stockWas, costPrice: costWas }: Product, values: Values): z.input<typeof productChange> {
  const { stockQuantity, costPrice, costReason, ...rest } = values;
  const isRevalued = costPrice !== undefined && String(costPrice ?? '').trim() !== (costWas ?? '');
  const isCounted = String(stockQuantity).trim() !== String(stockWas);
  return { id, ...rest, ...(isCounted && { stockQuantity, stockWas }), ...(isRevalued && { costPrice, costReason }) };
}

/** Creates a product or saves its changes and shows a toast, with the words `told` if there is something else to say. */
export function useSaveProduct<Fields extends FieldValues, Output>({ product, form, failures, onDone }: SaveOptions<Fields, Output>) {
  const create = trpc.inventory.createProduct.useMutation(failureOptions(failures, 'Failed to create product. Please try again.'));
  const update = trpc.inventory.updateProduct.useMutation(failureOptions(failures, 'Failed to update product. Please try again.'));
  const save = async ({ costReason, ...values }: Values, told?: string) => {
    try {
      const { name } = product ? await update.mutateAsync(changeOf(product, { ...values, costReason })) : await create.mutateAsync(values);
      onDone();
      showToast(
        product
          ? { title: 'Product Updated', description: told ?? `${name} is saved.` }
          : { title: 'Product Created', description: told ?? `${name} is in the store now.` },
      );
    } catch (error) {
      showIssues(form, error);
    }
  };
  return { save, isPending: create.isPending || update.isPending };
}
