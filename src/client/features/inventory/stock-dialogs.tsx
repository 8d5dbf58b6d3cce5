import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { stockAdjustment, stockReceipt } from '../../../shared/inventory';
import { formatCents } from '../../../shared/money';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { DialogButtons } from '../../ui/dialog-buttons';
import { TextField } from '../../ui/form';
import { showIssues } from '../../ui/form-issues';
import { showToast } from '../../ui/toast/toast-store';
import { type ChosenProduct, ProductChooser } from './product-chooser';

/** The two ways in which people change a stock: goods that arrived, and a count that found another number. */
const WAYS = {
  receive: {
    label: 'Receive Stock',
    text: 'Goods that arrived are added to what is there.',
    quantity: 'Quantity received',
    hint: 'How many arrived.',
    done: 'Stock Received',
    schema: stockReceipt,
    note: { label: 'Note', isRequired: false, placeholder: 'Supplier, delivery slip' },
  },
  adjust: {
    label: 'Adjust Stock',
    text: 'Corrects the stock by the difference that a count found. Sales meanwhile are not undone by it.',
    quantity: 'Difference',
    hint: 'Such as 5 for five more, or -2 for two fewer.',
    done: 'Stock Adjusted',
    schema: stockAdjustment.extend({ unitCost: stockReceipt.shape.unitCost }),
    note: { label: 'Reason', isRequired: true, placeholder: 'Counted, broken, used ourselves' },
  },
} as const;
type Way = keyof typeof WAYS;

type ChangeStockProps = {
  way: Way;
  look: string;
  product: ChosenProduct | undefined;
  /** In the row of a product the button is short; screen readers read its full name. */
  isInRow?: boolean;
};

export function ChangeStock({ way, look, product, isInRow = false }: ChangeStockProps) {
  const { label, text } = WAYS[way];
  return (
    <DialogButton
      look={look}
      label={
        isInRow ? (
          <>
            {label.replace(' Stock', '')} <span className="sr-only">Stock, {product?.name}</span>
          </>
        ) : (
          label
        )
      }
      title={label}
      text={text}
    >
      {(close) => <StockForm way={way} product={product} onDone={close} />}
    </DialogButton>
  );
}

type StockFormProps = { way: Way; product: ChosenProduct | undefined; onDone: () => void };

function StockForm({ way, product, onDone }: StockFormProps) {
  const { label, quantity, hint, done, schema, note } = WAYS[way];
  const [chosen, setChosen] = useState(product);
  const finder = useRef<HTMLInputElement>(null);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { id: product?.id ?? 0, quantity: '', unitCost: '', note: '' },
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const options = {
    meta: { failure: 'Failed to change the stock. Please try again.' },
    onSuccess: ({ stockQuantity }: { stockQuantity: number }) => {
      onDone();
      showToast({ title: done, description: `${chosen?.name}: ${stockQuantity} in stock now.` });
    },
    onError: (error: unknown) => showIssues(form, error),
  };
  const receive = trpc.inventory.receive.useMutation(options);
  const adjust = trpc.inventory.adjust.useMutation(options);
  const choose = (wanted: ChosenProduct) => {
    setChosen(wanted);
    form.setValue('id', wanted.id);
    form.clearErrors('id');
  };
  const send = form.handleSubmit(
    ({ id, quantity, unitCost, note }: z.output<typeof stockReceipt>) =>
      way === 'receive'
        ? receive.mutate({ id, quantity, note, ...(unitCost !== undefined && { unitCost: formatCents(unitCost) }) })
        : adjust.mutate({ id, quantity, note: note ?? '' }),
    // Focuses the first wrong input, which may be the product above the fields.
    (wrong) => (wrong.id ? finder.current?.focus() : form.setFocus(wrong.quantity ? 'quantity' : wrong.unitCost ? 'unitCost' : 'note')),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      <ProductChooser inputRef={finder} chosen={chosen} error={errors.id && 'Please choose a product.'} onChoose={choose} />
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
          hint="What one of them cost. Leave it empty for the current cost."
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
      <DialogButtons onCancel={onDone} submit={label} isPending={receive.isPending || adjust.isPending} />
    </form>
  );
}
