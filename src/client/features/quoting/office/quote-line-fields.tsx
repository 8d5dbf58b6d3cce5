import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type UseFieldArrayReturn, type UseFormReturn, useWatch } from 'react-hook-form';
import { MAX_QUOTE_LINES } from '../../../../shared/quoting';
import { formatMoney } from '../../../../shared/store-sums';
import { Button } from '../../../ui/button';
import { focusTitle } from '../../../ui/focus';
import { CheckField, TextField } from '../../../ui/form';
import { Field } from '../../../ui/public/field';
import { BLANK_LINE, getQuantity, KINDS, priceCents, type QuoteValues } from './quote-values';

export type QuoteForm = UseFormReturn<QuoteValues, unknown, QuoteValues>;
type LineArray = UseFieldArrayReturn<QuoteValues, 'lines'>;
type LinesProps = { form: QuoteForm; lines: LineArray };

/** Shows the lines of the quote, which buttons move up and down. */
export function QuoteLineFields({ form, lines: { fields, append, remove, move } }: LinesProps) {
  const { errors } = form.formState;
  const error = errors.lines?.root?.message ?? errors.lines?.message;
  // The button keeps the focus, because the line moves with it.
  const moveTo = (from: number, to: number) => {
    move(from, to);
    const direction = to < from ? 'up' : 'down';
    setTimeout(() => document.querySelector<HTMLElement>(`[data-move="${to} ${direction}"]:not(:disabled)`)?.focus());
  };
  return (
    <div className="grid gap-3">
      {fields.length > 0 && (
        <ol className="grid gap-3">
          {fields.map((field, place) => (
            <LineFields
              key={field.id}
              form={form}
              place={place}
              isLast={place === fields.length - 1}
              onMove={(to) => moveTo(place, to)}
              onRemove={() => {
                remove(place);
                focusTitle();
              }}
            />
          ))}
        </ol>
      )}
      {error && (
        <p role="alert" className="font-medium text-red-600 text-sm">
          {error}
        </p>
      )}
      {fields.length < MAX_QUOTE_LINES && (
        <div className="flex flex-wrap gap-2">
          <Button isNew label="Add line" onPress={() => append(BLANK_LINE, { focusName: `lines.${fields.length}.description` })} />
          <Button
            label="Add discount"
            onPress={() =>
              append({ ...BLANK_LINE, kind: 'discount', description: 'Discount' }, { focusName: `lines.${fields.length}.price` })
            }
          />
        </div>
      )}
    </div>
  );
}

type LineProps = { form: QuoteForm; place: number; isLast: boolean; onMove: (to: number) => void; onRemove: () => void };

function LineFields({ form, place, isLast, onMove, onRemove }: LineProps) {
  const line = useWatch({ control: form.control, name: `lines.${place}` });
  const name = <Name extends string>(field: Name) => `lines.${place}.${field}` as const;
  if (!line) return null;
  const isDiscount = line.kind === 'discount';
  return (
    <li className="rounded-small border border-line p-3 sm:p-4">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Line {place + 1}</legend>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <TextField
            form={form}
            name={name('description')}
            label="Description"
            missing="Please say what this line is for."
            maxLength={240}
          />
          <Field label="Kind">
            {(control) => (
              <select {...control} {...form.register(name('kind'), { onChange: () => form.setValue(name('isGoods'), undefined) })}>
                {KINDS.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <div className="grid grid-cols-3 gap-3">
          <TextField form={form} name={name('quantity')} label="Quantity" isRequired inputMode="numeric" />
          <TextField
            form={form}
            name={name('price')}
            label={isDiscount ? 'Takes off' : 'Price each'}
            missing="Please enter the price."
            inputMode="decimal"
            placeholder="0.00"
          />
          <TextField form={form} name={name('minutes')} label="Minutes each" inputMode="numeric" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CheckField form={form} name={name('isOptional')} label="Optional" />
          <span className="ml-auto font-semibold tabular-nums">{formatMoney(priceCents(line) * getQuantity(line))}</span>
          <span className="flex">
            <LineButton place={place} to={place - 1} direction="up" isOff={place === 0} onMove={onMove} />
            <LineButton place={place} to={place + 1} direction="down" isOff={isLast} onMove={onMove} />
            <IconButton label={`Remove line ${place + 1}`} onPress={onRemove}>
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </span>
        </div>
      </fieldset>
    </li>
  );
}

type LineButtonProps = { place: number; to: number; direction: 'up' | 'down'; isOff: boolean; onMove: (to: number) => void };

const LineButton = ({ place, to, direction, isOff, onMove }: LineButtonProps) => (
  <IconButton label={`Move line ${place + 1} ${direction}`} move={`${place} ${direction}`} isOff={isOff} onPress={() => onMove(to)}>
    {direction === 'up' ? <ArrowUp aria-hidden="true" className="size-4.5" /> : <ArrowDown aria-hidden="true" className="size-4.5" />}
  </IconButton>
);

type IconButtonProps = { label: string; move?: string; isOff?: boolean; onPress: () => void; children: ReactNode };

const IconButton = ({ label, move, isOff = false, onPress, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    data-move={move}
    disabled={isOff}
    className="grid size-9 place-items-center rounded-full text-muted hover:bg-sage-100 hover:text-ink disabled:opacity-35 pointer-coarse:size-11"
    onClick={onPress}
  >
    {children}
  </button>
);
