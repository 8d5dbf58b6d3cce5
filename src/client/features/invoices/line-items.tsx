import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { MAX_ITEMS } from '../../../shared/invoices';
import { formatMoney } from '../../../shared/store-sums';
import { Button } from '../../ui/button';
import { focusTitle } from '../../ui/focus';
import { CheckField, TextField } from '../../ui/form';
import { BLANK_ITEM, type InvoiceValues, type JobDeposit, lineCents, toFirstItem } from './invoice-values';

type InvoiceForm = UseFormReturn<InvoiceValues, unknown, InvoiceValues>;

export function LineItems({ form, deposit }: { form: InvoiceForm; deposit?: JobDeposit | undefined }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' });
  const add = () => {
    const item = fields.length === 0 ? toFirstItem(form.getValues(), deposit) : BLANK_ITEM;
    append(item, { focusName: `items.${fields.length}.description` });
  };
  return (
    <div className="grid gap-4">
      {fields.length > 0 && (
        <ol className="grid gap-4">
          {fields.map((field, place) => (
            <LineItem
              key={field.id}
              form={form}
              place={place}
              onRemove={() => {
                remove(place);
                focusTitle();
              }}
            />
          ))}
        </ol>
      )}
      {fields.length < MAX_ITEMS && <Button isNew look="button-ghost justify-self-start" label="Add Line Item" onPress={add} />}
    </div>
  );
}

type LineItemProps = { form: InvoiceForm; place: number; onRemove: () => void };

function LineItem({ form, place, onRemove }: LineItemProps) {
  const item = useWatch({ control: form.control, name: `items.${place}` });
  if (item?.offer) return <OfferItem form={form} place={place} />;
  if (item?.depositInvoiceId) return <DepositItem item={item} />;
  return (
    <li className="rounded-small border border-line p-4">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Line {place + 1}</legend>
        <TextField form={form} name={`items.${place}.description`} label="Line Description" missing="Please say what this line is for." />
        <div className="grid grid-cols-2 gap-3">
          <TextField form={form} name={`items.${place}.quantity`} label="Quantity" isRequired inputMode="numeric" />
          <TextField
            form={form}
            name={`items.${place}.price`}
            label="Price"
            missing="Please enter the price."
            inputMode="decimal"
            placeholder="0.00"
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <CheckField form={form} name={`items.${place}.isGoods`} label="Goods, not a service" />
          <span className="ml-auto font-semibold tabular-nums">{item ? formatMoney(lineCents(item)) : ''}</span>
          <Button look="button-ghost lg:min-h-9" label="Remove" about={`line ${place + 1}`} onPress={onRemove} />
        </div>
      </fieldset>
    </li>
  );
}

/** Shows the line of a deposit, which stays as it was invoiced. */
const DepositItem = ({ item }: { item: InvoiceValues['items'][number] }) => (
  <li className="grid gap-2 rounded-small border border-line bg-sage-50 p-4">
    <p className="flex flex-wrap items-baseline gap-x-4 font-semibold">
      <span className="min-w-0 [overflow-wrap:anywhere]">{item.description}</span>
      <span className="ml-auto tabular-nums">{formatMoney(lineCents(item))}</span>
    </p>
    <p className="text-muted text-sm">The deposit comes off as it was invoiced.</p>
  </li>
);

/** Shows the line of an offer, whose amount can follow the other lines. Only the page of the invoice removes it, with a reason. */
function OfferItem({ form, place }: Omit<LineItemProps, 'onRemove'>) {
  const item = useWatch({ control: form.control, name: `items.${place}` });
  return (
    <li className="rounded-small border border-line bg-sage-50 p-4">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Line {place + 1}, an offer</legend>
        <p className="font-semibold [overflow-wrap:anywhere]">{item.description}</p>
        <TextField
          form={form}
          name={`items.${place}.price`}
          label="Takes off"
          missing="Please enter what it takes off, such as -25.00."
          hint="A negative amount. It stays the same when other lines change."
          placeholder="-25.00"
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="text-muted text-sm">To remove the offer, go back to the invoice: it takes a reason.</p>
          <span className="ml-auto font-semibold tabular-nums">{formatMoney(lineCents(item))}</span>
        </div>
      </fieldset>
    </li>
  );
}
