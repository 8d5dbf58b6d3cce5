import type { UseFormRegisterReturn } from 'react-hook-form';
import { PAID_BY } from '../../../shared/invoices';
import type { PaymentMethod } from '../../../shared/store-options';
import { askIfMissing } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';

/** The offered payment methods; `interac` is left out, since it is another code for an e-transfer. */
const METHODS: readonly PaymentMethod[] = ['e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'];
/** Returns a payment method as the fields offer it; an e-transfer if it is missing. */
export const methodOr = (method: PaymentMethod | null | undefined): PaymentMethod =>
  !method || method === 'interac' ? 'e-transfer' : method;

type MoneyField = { control: UseFormRegisterReturn; error: string | undefined };
type MoneyFieldsProps = { what: 'Payment' | 'Refund'; amount: MoneyField; method: MoneyField; day: MoneyField };

/** Asks for the amount, the method and the day of a payment or a refund. */
export const MoneyFields = ({ what, amount, method, day }: MoneyFieldsProps) => (
  <>
    <Field label="Amount" isRequired error={askIfMissing(amount.error, 'Please enter the amount.')}>
      {(control) => <input {...control} {...amount.control} inputMode="decimal" autoComplete="off" />}
    </Field>
    <Field label={`${what} Method`} isRequired error={method.error}>
      {(control) => (
        <select {...control} {...method.control}>
          {METHODS.map((code) => (
            <option key={code} value={code}>
              {PAID_BY[code]}
            </option>
          ))}
        </select>
      )}
    </Field>
    <Field label={`${what} Date`} isRequired error={askIfMissing(day.error, `Please enter the day of the ${what.toLowerCase()}.`)}>
      {(control) => <input {...control} {...day.control} type="date" />}
    </Field>
  </>
);
