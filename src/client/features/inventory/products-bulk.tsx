import { MOST_ROWS } from '../../../shared/bulk';
import { DEFAULT_REORDER_LEVEL, type Product, productInput } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { listChanged, summarizeResults } from '../../ui/bulk-results';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { MutationButton, useAction } from '../../ui/mutation-button';
import { BULK_BUTTON } from '../../ui/row-selection';
import { COUNT_INPUT } from './product-save';

type BulkProps = { products: readonly Product[]; onDone: () => void };
const NAMES = ['product', 'products'] as const;

/** A change of the selected products, with the way back to the values that each of them had. */
const change = (products: readonly Product[]) =>
  ({
    procedure: trpc.inventory.updateProducts,
    failure: 'Failed to update the products. Please try again.',
    done: (results: Parameters<typeof summarizeResults>[0]) => ({
      title: 'Products Updated',
      description: summarizeResults(results, NAMES),
    }),
    undo: {
      procedure: trpc.inventory.updateProducts,
      input: (results: Parameters<typeof listChanged>[0]) => ({
        products: listChanged(results, products).map(({ id, isActive, reorderLevel }) => ({ id, isActive, reorderLevel })),
      }),
      failure: 'Failed to undo the change. Please try again.',
      done: { title: 'Change Undone', description: 'The products have their old values again.' },
    },
  }) as const;

/** Shows what can be done with all selected products. */
export function ProductsBulk(props: BulkProps) {
  if (props.products.length > MOST_ROWS) return <p className="text-muted text-sm">Select at most {MOST_ROWS} products to change them.</p>;
  return (
    <>
      <SetSold {...props} isActive={false} label="Retire" />
      <SetSold {...props} isActive label="Sell Again" />
      <DialogButton
        look={BULK_BUTTON}
        label="Set Reorder Level"
        title="Set the reorder level"
        text={`A product is listed to be ordered again once its stock falls to this level. Products: ${props.products.length}.`}
      >
        {(close) => (
          <LevelForm
            {...props}
            onCancel={close}
            onDone={() => {
              close();
              props.onDone();
            }}
          />
        )}
      </DialogButton>
    </>
  );
}

/** Retires those of the selected products that are sold, or sells those again that are retired. */
function SetSold({ products, onDone, isActive, label }: BulkProps & { isActive: boolean; label: string }) {
  const others = products.filter((product) => product.isActive !== isActive);
  const action = change(others);
  if (others.length === 0) return null;
  return (
    <MutationButton
      look={BULK_BUTTON}
      label={label}
      {...action}
      input={{ products: others.map(({ id }) => ({ id, isActive })) }}
      onDone={onDone}
    />
  );
}

const level = productInput.pick({ reorderLevel: true });

function LevelForm({ products, onDone, onCancel }: BulkProps & { onCancel: () => void }) {
  const form = useSchemaForm(level, { reorderLevel: DEFAULT_REORDER_LEVEL });
  const save = useAction({ ...change(products), onDone });
  return (
    <SaveForm
      form={form}
      call={save}
      input={({ reorderLevel }) => ({ products: products.map(({ id }) => ({ id, reorderLevel })) })}
      onCancel={onCancel}
      submit="Save Level"
    >
      <TextField form={form} name="reorderLevel" label="Reorder Level" isRequired {...COUNT_INPUT} />
    </SaveForm>
  );
}
