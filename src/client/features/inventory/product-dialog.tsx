import type { ReactNode } from 'react';
import type { Product } from '../../../shared/inventory';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type ProductDialogProps = {
  opened: number | 'new' | undefined;
  products: readonly Product[];
  isLoaded: boolean;
  onClose: () => void;
  form: (product: Product | undefined) => ReactNode;
};

export function ProductDialog({ opened, products, isLoaded, onClose, form }: ProductDialogProps) {
  const product = products.find(({ id }) => id === opened);
  const isNew = opened === 'new';
  const isThere = isNew || product !== undefined;
  return (
    <Dialog
      isOpen={isThere || (opened !== undefined && isLoaded)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isNew ? 'Add Product' : 'Edit Product'}
      text={
        isNew
          ? 'It appears in the store as soon as it is saved.'
          : (product?.name ?? 'This product is not among those that the list shows.')
      }
    >
      {isThere ? (
        // Each product has a form of its own, which starts with the values of that moment.
        <div key={opened}>{form(product)}</div>
      ) : (
        <Button look="button-ghost justify-self-end" label="Back to the List" onPress={onClose} />
      )}
    </Dialog>
  );
}
