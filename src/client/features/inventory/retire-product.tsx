import type { Product } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { ConfirmButton, MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { type Failures, failureOptions } from './product-save';

type ProductActionProps = { product: Product; look: string; failures: Failures };

/** Deletes a product after a question. A product that was ever ordered is kept as retired. */
export function DeleteProduct({ product: { id, name }, look, failures }: ProductActionProps) {
  const remove = trpc.inventory.deleteProduct.useMutation({
    ...failureOptions(failures, 'Failed to delete product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Deleted', description: `${name} is no longer sold.` }),
  });
  return (
    <ConfirmButton
      look={`${look} text-red-600`}
      label="Delete"
      busy="Deleting..."
      about={name}
      call={remove}
      input={{ id }}
      title={`Delete ${name}?`}
      text="Are you sure you want to delete this product?"
      action="Delete"
    />
  );
}

export function SellAgain({ product: { id, name }, look, failures }: ProductActionProps) {
  const bringBack = trpc.inventory.updateProduct.useMutation({
    ...failureOptions(failures, 'Failed to update product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Updated', description: `${name} is sold again.` }),
  });
  return <MutationButton look={look} label="Sell Again" about={name} call={bringBack} input={{ id, isActive: true }} />;
}
