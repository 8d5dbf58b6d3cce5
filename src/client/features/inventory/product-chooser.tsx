import { type Ref, useId, useState } from 'react';
import { trpc } from '../../trpc';

const SHOWN = 6;

export type ChosenProduct = { id: number; name: string };
type ProductChooserProps = {
  inputRef: Ref<HTMLInputElement>;
  chosen: ChosenProduct | undefined;
  error: string | undefined;
  onChoose: (product: ChosenProduct) => void;
};

export function ProductChooser({ inputRef, chosen, error, onChoose }: ProductChooserProps) {
  const id = useId();
  const [text, setText] = useState('');
  const found = trpc.store.browse.useQuery({ search: text, limit: SHOWN }, { placeholderData: (before) => before });
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
