import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { ClientRow } from '../../../shared/clients';
import { INVOICE_METHODS, INVOICE_SERVICES, PAID_BY } from '../../../shared/invoices';
import { formatCents } from '../../../shared/money';
import { formatMoney, formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { TextField } from '../../ui/form';
import { askIfMissing } from '../../ui/form-issues';
import { FoundList, FoundRows } from '../../ui/found-list';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { getTaxable, type InvoiceValues, type JobDeposit } from './invoice-values';
import { LineItems } from './line-items';
import { PromisedOffers, type Promises } from './promised-offers';

type InvoiceForm = UseFormReturn<InvoiceValues, unknown, InvoiceValues>;
type FieldsProps = { form: InvoiceForm };

const SHOWN = 5;
type FoundClient = Pick<ClientRow, 'name' | 'email' | 'phone' | 'address'>;

export function CustomerFields({ form }: FieldsProps) {
  const fill = (client: FoundClient) => {
    form.setValue('customerName', client.name, { shouldValidate: form.formState.isSubmitted });
    form.setValue('customerEmail', client.email ?? '');
    form.setValue('customerPhone', client.phone ?? '');
    form.setValue('customerAddress', client.address);
    form.setFocus('customerName');
  };
  return (
    <Panel title="Customer">
      <FoundList
        label="Find a Client"
        placeholder="Name, e-mail, phone or address"
        hint="Fills in the fields below. You can also type them yourself."
      >
        {(words, clear) => (
          <FoundClients
            words={words}
            onChoose={(client) => {
              fill(client);
              clear();
            }}
          />
        )}
      </FoundList>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="customerName" label="Customer Name" missing={"Please enter the customer's name."} />
        <TextField form={form} name="customerEmail" label="Customer Email" type="email" />
        <TextField form={form} name="customerPhone" label="Customer Phone" type="tel" placeholder="(250) 555-0142" />
        <TextField form={form} name="customerAddress" label="Customer Address" placeholder="123 Main St, Kamloops, BC" />
      </div>
    </Panel>
  );
}

function FoundClients({ words, onChoose }: { words: string; onChoose: (client: FoundClient) => void }) {
  const found = trpc.clients.list.useQuery({ search: words, limit: SHOWN }, { placeholderData: (before) => before });
  return (
    <FoundRows
      found={found}
      nothing="No client matches. You can also bill a new customer."
      show={({ name, email, phone, address }) => ({ name, text: [email, phone, address].filter(Boolean).join(' · ') })}
      onChoose={onChoose}
    />
  );
}

export function ServiceFields({ form }: FieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control, name: 'serviceType' });
  const isOther = chosen !== '' && !INVOICE_SERVICES.some((name) => name === chosen);
  return (
    <Panel title="Service">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Service Type"
          isRequired
          className="sm:col-span-2"
          error={askIfMissing(errors.serviceType?.message, 'Please choose a service.')}
        >
          {(control) => (
            <select {...control} {...register('serviceType')}>
              <option value="">Select a service</option>
              {INVOICE_SERVICES.map((name) => (
                <option key={name}>{name}</option>
              ))}
              {isOther && <option>{chosen}</option>}
            </select>
          )}
        </Field>
        <TextField form={form} name="serviceDescription" label="Service Description" className="sm:col-span-2" rows={3} />
        <TextField form={form} name="serviceDate" label="Service Date" missing="Please enter the day of the service." type="date" />
        <TextField form={form} name="dueDate" label="Due Date" missing="Please enter the day it is due." type="date" />
      </div>
    </Panel>
  );
}

type AmountProps = FieldsProps & {
  promises: Promises | undefined;
  suggested: string | null | undefined;
  deposit: JobDeposit | undefined;
};

const describeDeposit = ({ cents, hasPrice }: JobDeposit, hasLines: boolean): string =>
  hasPrice && !hasLines
    ? `The deposit of ${formatMoney(cents)} before taxes was invoiced and is off this subtotal already.`
    : `The deposit of ${formatMoney(cents)} before taxes was invoiced and comes off by itself. Please enter the whole price.`;

export function AmountFields({ form, promises, suggested, deposit }: AmountProps) {
  const items = useWatch({ control: form.control, name: 'items' });
  const { errors } = form.formState;
  const { servicesCents, goodsCents } = getTaxable({ items, subtotal: '' });
  return (
    <Panel title="Amount">
      {items.length === 0 ? (
        <TextField
          key="typed"
          form={form}
          name="subtotal"
          label="Subtotal"
          missing="Please enter the amount before taxes."
          hint={`Before taxes. ${suggested ? `Similar jobs suggest ${formatPrice(suggested)}.` : 'Add line items to split it.'}`}
          inputMode="decimal"
          placeholder="0.00"
        />
      ) : (
        <Field key="withSubtotal" label="Subtotal" error={errors.subtotal?.message} hint="Before taxes, the sum of the line items.">
          {(control) => (
            <input {...control} className={`${control.className} bg-sage-50`} readOnly value={formatCents(servicesCents + goodsCents)} />
          )}
        </Field>
      )}
      <LineItems form={form} deposit={deposit} />
      {deposit && deposit.cents > 0 && <p className="text-muted">{describeDeposit(deposit, items.length > 0)}</p>}
      {promises && <PromisedOffers promises={promises} />}
    </Panel>
  );
}

export function PaymentFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  const method = form.formState.defaultValues?.paymentMethod;
  const other = INVOICE_METHODS.some(([value]) => value === method) ? undefined : Object.entries(PAID_BY).find(([code]) => code === method);
  return (
    <Panel title="Payment and Notes">
      <Field label="Payment Method" error={errors.paymentMethod?.message}>
        {(control) => (
          <select {...control} {...form.register('paymentMethod', { setValueAs: (value: unknown) => value || null })}>
            <option value="">Any method</option>
            {[...INVOICE_METHODS, ...(other ? [other] : [])].map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField form={form} name="notes" label="Notes" rows={3} />
    </Panel>
  );
}
