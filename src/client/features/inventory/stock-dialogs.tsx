import { type Ref, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import type { z } from 'zod';
import { stockAdjustment, stockReceipt } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useTextForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { useNarrow } from '../../ui/use-narrow';

/** The two ways in which people change a stock: goods that arrived, and a count that found another number. */
const WAYS = {
  receive: {
    label: 'Receive Stock',
    text: 'Adds the goods that arrived to the stock.',
    quantity: 'Quantity received',
    hint: 'How many arrived.',
    done: 'Stock Received',
    schema: stockReceipt,
    note: { label: 'Note', isRequired: false, placeholder: 'Supplier, delivery slip' },
  },
  adjust: {
    label: 'Adjust Stock',
    text: 'Corrects the stock by the difference you counted. Sales in the meantime are kept.',
    quantity: 'Difference',
    hint: 'Such as 5 for five more, or -2 for two fewer.',
    done: 'Stock Adjusted',
    schema: stockAdjustment,
    note: { label: 'Reason', isRequired: true, placeholder: 'Counted, broken, used ourselves' },
  },
} as const;
type Way = keyof typeof WAYS;

type ChangeStockProps = { way: Way; look: string; product: ChosenProduct | undefined };

export function ChangeStock({ way, look, product }: ChangeStockProps) {
  const { label, text } = WAYS[way];
  return (
    <DialogButton look={look} label={label} title={label} text={text}>
      {(close) => <StockForm way={way} product={product} onDone={close} />}
    </DialogButton>
  );
}

type StockValues = z.input<typeof stockReceipt>;
function StockForm({ way, product, onDone }: { way: Way; product: ChosenProduct | undefined; onDone: () => void }) {
  const { label, quantity, hint, done, schema, note } = WAYS[way];
  const [chosen, setChosen] = useState(product);
  const form = useTextForm<StockValues>(schema, { id: product?.id ?? 0, quantity: '', unitCost: '', note: '' });
  // A controlled field, so that the search for a product takes the focus if no product is chosen.
  const { field, fieldState } = useController({ control: form.control, name: 'id' });
  const options = {
    meta: { failure: 'Failed to change the stock. Please try again.' },
    onSuccess: ({ stockQuantity }: { stockQuantity: number }) => {
      onDone();
      showToast({ title: done, description: `${chosen?.name}: ${stockQuantity} in stock now.` });
    },
  };
  const receive = trpc.inventory.receive.useMutation(options);
  const adjust = trpc.inventory.adjust.useMutation(options);
  const choose = (wanted: ChosenProduct) => {
    setChosen(wanted);
    field.onChange(wanted.id);
  };
  return (
    <SaveForm<StockValues, StockValues, z.input<typeof stockAdjustment>>
      form={form}
      call={way === 'receive' ? receive : adjust}
      input={(values) => ({ ...values, note: values.note ?? '' })}
      onCancel={onDone}
      submit={label}
    >
      <ProductChooser inputRef={field.ref} chosen={chosen} error={fieldState.error && 'Please choose a product.'} onChoose={choose} />
      <TextField
        form={form}
        name="quantity"
        label={quantity}
        isRequired
        hint={hint}
        inputMode={way === 'receive' ? 'numeric' : 'text'}
        maxLength={8}
      />
      {way === 'receive' && (
        <TextField
          form={form}
          name="unitCost"
          label="Unit cost"
          hint="The cost of one unit. Leave it empty to use the current cost."
          inputMode="decimal"
          maxLength={20}
          placeholder="0.00"
        />
      )}
      <TextField
        form={form}
        name="note"
        label={note.label}
        isRequired={note.isRequired}
        missing="Please say why."
        placeholder={note.placeholder}
      />
    </SaveForm>
  );
}

/** Products that are shown at once: on a phone so few that the quantity below them is in view. */
const [SHOWN, SHOWN_ON_PHONE] = [6, 3];

type ChosenProduct = { id: number; name: string };
type ProductChooserProps = {
  inputRef: Ref<HTMLInputElement>;
  chosen: ChosenProduct | undefined;
  error: string | undefined;
  onChoose: (product: ChosenProduct) => void;
};

function ProductChooser({ inputRef, chosen, error, onChoose }: ProductChooserProps) {
  const id = useId();
  const [text, setText] = useState('');
  const limit = useNarrow() ? SHOWN_ON_PHONE : SHOWN;
  const found = trpc.store.browse.useQuery({ search: text, limit }, { placeholderData: (before) => before });
  const rows = found.data?.rows ?? [];
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-semibold text-[15px]">
        Product
        <span aria-hidden="true" className="ml-1 text-red-600">
          *
        </span>
      </legend>
      <label htmlFor={id} className="sr-only">
        Find a product
      </label>
      <input
        id={id}
        ref={inputRef}
        type="search"
        value={text}
        maxLength={100}
        placeholder="Find a product"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="min-h-12 w-full rounded-small border border-control bg-paper px-3.5 text-base placeholder:text-muted"
      />
      <div className="grid divide-y divide-line rounded-small border border-line">
        {chosen && !rows.some((row) => row.id === chosen.id) && <Choice product={chosen} isChosen onChoose={onChoose} />}
        {rows.map(({ id, name, stockQuantity }) => (
          <Choice key={id} product={{ id, name }} stock={stockQuantity} isChosen={id === chosen?.id} onChoose={onChoose} />
        ))}
        {found.isSuccess && rows.length === 0 && <p className="px-3.5 py-3 text-muted">No product has that in its name or description.</p>}
        {found.isError && <p className="px-3.5 py-3 text-red-600">The products could not be loaded.</p>}
        {found.isPending && <p className="px-3.5 py-3 text-muted">Loading products...</p>}
      </div>
      {error && (
        <p id={`${id}-error`} className="font-medium text-red-600 text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type ChoiceProps = { product: ChosenProduct; stock?: number; isChosen: boolean; onChoose: (product: ChosenProduct) => void };

const Choice = ({ product, stock, isChosen, onChoose }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1.5 has-checked:bg-sage-100 has-checked:font-semibold">
    <input type="radio" name="product" className="size-5 shrink-0 accent-pine-700" checked={isChosen} onChange={() => onChoose(product)} />
    <span className="min-w-0 grow [overflow-wrap:anywhere]">{product.name}</span>
    {stock !== undefined && <span className="shrink-0 font-normal text-muted text-sm tabular-nums">{stock} in stock</span>}
  </label>
);
