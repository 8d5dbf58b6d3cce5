import { createContext, type ReactNode, useContext } from 'react';
import type { Product } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { CallButton, MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { type Failures, failureOptions } from './product-save';

/** The differences between the two screens of products: the form, and whose words failed calls show. */
type ProductScreen = { failures: Failures; form: (product: Product | undefined, close: () => void) => ReactNode };
export const ProductScreenContext = createContext<ProductScreen>({ failures: 'documented', form: () => null });

type ActionProps = { product: Product; look?: string };

export function EditProduct({ product, look = 'button-ghost' }: ActionProps) {
  const { form } = useContext(ProductScreenContext);
  if (!product.isActive) return null;
  return (
    <DialogButton look={look} label="Edit" about={product.name} title="Edit Product" text={product.name}>
      {(close) => form(product, close)}
    </DialogButton>
  );
}

/** Deletes a product after a question. A product that was ever ordered is kept as retired. */
export function DeleteProduct({ product: { id, name, isActive }, onDeleted }: ActionProps & { onDeleted?: () => void }) {
  const { failures } = useContext(ProductScreenContext);
  const remove = trpc.inventory.deleteProduct.useMutation({
    ...failureOptions(failures, 'Failed to delete product. Please try again.'),
    onSuccess: () => {
      showToast({ title: 'Product Deleted', description: `${name} is no longer sold.` });
      onDeleted?.();
    },
  });
  if (!isActive) return null;
  return (
    <CallButton
      look="button-ghost text-red-600"
      label="Delete"
      busy="Deleting..."
      about={name}
      call={remove}
      input={{ id }}
      question={{ title: `Delete ${name}?`, text: 'Are you sure you want to delete this product?', action: 'Delete' }}
    />
  );
}

export function SellAgain({ product: { id, name, isActive }, look = 'button-ghost' }: ActionProps) {
  if (isActive) return null;
  return (
    <MutationButton
      look={look}
      label="Sell Again"
      about={name}
      procedure={trpc.inventory.updateProduct}
      input={{ id, isActive: true }}
      failure="Failed to update product. Please try again."
      done={{ title: 'Product Updated', description: `${name} is sold again.` }}
      undo={{
        procedure: trpc.inventory.updateProduct,
        input: { id, isActive: false },
        failure: 'Failed to update product. Please try again.',
      }}
    />
  );
}
