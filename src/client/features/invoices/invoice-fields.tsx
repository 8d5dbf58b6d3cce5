import { type UseFormReturn, useWatch } from 'react-hook-form';
import { INVOICE_METHODS, INVOICE_SERVICES, PAID_BY } from '../../../shared/invoices';
import { formatCents } from '../../../shared/money';
import { askIfMissing } from '../../ui/form-issues';
import { Panel } from '../../ui/panel';
import { Field } from '../../ui/public/field';
import { ClientFinder } from './client-finder';
import { type InvoiceValues, taxableIn } from './invoice-values';
import { LineItems } from './line-items';
import { PromisedOffers, type Promises } from './promised-offers';

type InvoiceForm = UseFormReturn<InvoiceValues, unknown, InvoiceValues>;
type FieldsProps = { form: InvoiceForm };

/** Asks for the customer. */
export function CustomerFields({ form }: FieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  const fill = (client: { name: string; email: string; phone: string; address: string }) => {
    form.setValue('customerName', client.name, { shouldValidate: form.formState.isSubmitted });
    form.setValue('customerEmail', client.email);
    form.setValue('customerPhone', client.phone);
    form.setValue('customerAddress', client.address);
    form.setFocus('customerName');
  };
  return (
    <Panel title="Customer">
      <ClientFinder onChoose={fill} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Customer Name" isRequired error={askIfMissing(errors.customerName?.message, "Please enter the customer's name.")}>
          {(control) => <input {...control} {...register('customerName')} autoComplete="off" />}
        </Field>
        <Field label="Customer Email" error={errors.customerEmail?.message}>
          {(control) => <input {...control} {...register('customerEmail')} type="email" autoComplete="off" />}
        </Field>
        <Field label="Customer Phone" error={errors.customerPhone?.message}>
          {(control) => <input {...control} {...register('customerPhone')} type="tel" autoComplete="off" placeholder="(250) 555-0142" />}
        </Field>
        <Field label="Customer Address" error={errors.customerAddress?.message}>
          {(control) => <input {...control} {...register('customerAddress')} autoComplete="off" placeholder="123 Main St, Kamloops, BC" />}
        </Field>
      </div>
    </Panel>
  );
}

/** Asks for the service and the due date. */
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
        <Field label="Service Description" className="sm:col-span-2" error={errors.serviceDescription?.message}>
          {(control) => <textarea {...control} {...register('serviceDescription')} rows={3} />}
        </Field>
        <Field label="Service Date" isRequired error={askIfMissing(errors.serviceDate?.message, 'Please enter the day of the service.')}>
          {(control) => <input {...control} {...register('serviceDate')} type="date" />}
        </Field>
        <Field label="Due Date" isRequired error={askIfMissing(errors.dueDate?.message, 'Please enter the day it is due.')}>
          {(control) => <input {...control} {...register('dueDate')} type="date" />}
        </Field>
      </div>
    </Panel>
  );
}

/** Asks for the amount as a subtotal or as line items. */
export function AmountFields({ form, promises }: FieldsProps & { promises: Promises | undefined }) {
  const items = useWatch({ control: form.control, name: 'items' });
  const { errors } = form.formState;
  const { servicesCents, goodsCents } = taxableIn({ items, subtotal: '' });
  return (
    <Panel title="Amount">
      {items.length === 0 ? (
        <Field
          key="typed"
          label="Subtotal"
          isRequired
          error={askIfMissing(errors.subtotal?.message, 'Please enter the amount before taxes.')}
          hint="Before taxes. Add line items to split it."
        >
          {(control) => <input {...control} {...form.register('subtotal')} inputMode="decimal" autoComplete="off" placeholder="0.00" />}
        </Field>
      ) : (
        <Field key="summed" label="Subtotal" error={errors.subtotal?.message} hint="Before taxes, the sum of the line items.">
          {(control) => (
            <input {...control} className={`${control.className} bg-sage-50`} readOnly value={formatCents(servicesCents + goodsCents)} />
          )}
        </Field>
      )}
      <LineItems form={form} />
      {promises && <PromisedOffers promises={promises} />}
    </Panel>
  );
}

/** Asks for the payment method and notes. */
export function FurtherFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  const method = form.formState.defaultValues?.paymentMethod;
  const other = INVOICE_METHODS.some(([value]) => value === method) ? undefined : Object.entries(PAID_BY).find(([code]) => code === method);
  return (
    <Panel title="Further">
      <Field label="Payment Method" error={errors.paymentMethod?.message}>
        {(control) => (
          <select {...control} {...form.register('paymentMethod', { setValueAs: (value: unknown) => value || null })}>
            <option value="">Any of them</option>
            {[...INVOICE_METHODS, ...(other ? [other] : [])].map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Notes" error={errors.notes?.message}>
        {(control) => <textarea {...control} {...form.register('notes')} rows={3} />}
      </Field>
    </Panel>
  );
}
