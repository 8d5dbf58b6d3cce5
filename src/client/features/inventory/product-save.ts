import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { PRICE_WRONG, type Product, type productChange, type productInput } from '../../../shared/inventory';
import { MISSING_TITLE } from '../../../shared/quotes';
import { isRequiredMessage } from '../../../shared/text';
import { toCallError } from '../../call-error';
import { trpc } from '../../trpc';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';

/** Returns an `onError` that shows the server's message, or a fixed sentence if no answer came. */
const showServerMessage = (documented: string) => (error: unknown) => {
  const { message, data } = toCallError(error);
  // An ended session is reported once for all calls, and wrong values at their fields.
  if (data?.httpStatus === 401 || data?.issues) return;
  showToast({ title: 'Error', description: data ? message : documented, kind: 'destructive' });
};

/** The messages for failed calls: the inventory screen uses fixed sentences, the accounting screen the server's. */
export type Failures = 'documented' | 'server';
export const failureOptions = (failures: Failures, documented: string) =>
  failures === 'documented' ? { meta: { failure: documented } } : { onError: showServerMessage(documented) };

export const MONEY_INPUT = { inputMode: 'decimal', maxLength: 20 } as const;
export const COUNT_INPUT = { inputMode: 'numeric', maxLength: 10 } as const;

/** Says in a toast what is wrong in a product form: `missing` if a required field is empty, otherwise that a price is no amount. */
export function showWrong(errors: Record<string, { message?: string | undefined } | undefined>, missing: string): void {
  const showProblem = (title: string, description: string) => showToast({ title, description, kind: 'destructive' });
  if (Object.values(errors).some((error) => isRequiredMessage(error?.message))) showProblem(MISSING_TITLE, missing);
  else if (errors.price || errors.costPrice) showProblem('Invalid Price', PRICE_WRONG);
}

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
function toChange({ id, stockQuantity: stockWas, costPrice: costWas }: Product, values: Values): z.input<typeof productChange> {
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
      const { name } = product ? await update.mutateAsync(toChange(product, { ...values, costReason })) : await create.mutateAsync(values);
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
