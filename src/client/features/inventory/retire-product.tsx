import { useState } from 'react';
import type { Product } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { ConfirmDialog } from '../../ui/dialog';
import { focusTitleOnRemoval } from '../../ui/focus';
import { MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { type Failures, failureOptions } from './server-words';

type ProductActionProps = { product: Product; look: string; failures: Failures };

/** Deletes a product after a question. A product that was ever ordered is kept as retired. */
export function DeleteProduct({ product: { id, name }, look, failures }: ProductActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = trpc.inventory.deleteProduct.useMutation({
    ...failureOptions(failures, 'Failed to delete product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Deleted', description: `${name} is no longer sold.` }),
  });
  return (
    <>
      <button
        ref={focusTitleOnRemoval}
        type="button"
        className={`${look} text-red-600`}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && setIsOpen(true)}
      >
        {remove.isPending ? 'Deleting...' : 'Delete'}
        <span className="sr-only">, {name}</span>
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Delete ${name}?`}
        text="Are you sure you want to delete this product?"
        action="Delete"
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

export function SellAgain({ product: { id, name }, look, failures }: ProductActionProps) {
  const bringBack = trpc.inventory.updateProduct.useMutation({
    ...failureOptions(failures, 'Failed to update product. Please try again.'),
    onSuccess: () => showToast({ title: 'Product Updated', description: `${name} is sold again.` }),
  });
  return <MutationButton look={look} label="Sell Again" about={name} call={bringBack} input={{ id, isActive: true }} />;
}
