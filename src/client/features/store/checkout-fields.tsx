import { type ReactNode, useId } from 'react';
import type { Issue } from '../../../shared/errors';
import { CHECKOUT_METHODS, type CheckoutMethod, METHOD_NAMES } from '../../../shared/store-options';
import { Field } from '../../ui/public/field';
import { findFieldMessage } from '../../ui/public/public-form';
import { HiddenField, type PublicField, TextFields } from '../../ui/public/text-fields';

const FIELDS: PublicField[] = [
  { name: 'firstName', label: 'First Name', asking: 'Please enter your first name.', input: { autoComplete: 'given-name' } },
  { name: 'lastName', label: 'Last Name', asking: 'Please enter your last name.', input: { autoComplete: 'family-name' } },
  {
    name: 'email',
    label: 'Email',
    asking: 'Please enter your email address.',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  },
  {
    name: 'phone',
    label: 'Phone',
    asking: 'Please enter your phone number.',
    input: { type: 'tel', autoComplete: 'tel', placeholder: '(250) 555-0100' },
  },
  {
    name: 'address',
    label: 'Address',
    asking: 'Please enter the street address.',
    className: 'min-[480px]:col-span-2',
    input: { autoComplete: 'address-line1', placeholder: '100 Victoria St' },
  },
  { name: 'city', label: 'City', asking: 'Please enter the city.', input: { autoComplete: 'address-level2' } },
  {
    name: 'postalCode',
    label: 'Postal Code',
    asking: 'Please enter the postal code.',
    input: { autoComplete: 'postal-code', placeholder: 'V2C 1A1', autoCapitalize: 'characters' },
  },
];

export const CheckoutPart = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <section aria-labelledby={`part-${number}`} className="rounded-card border border-line bg-paper p-5 sm:p-7">
    <h2 id={`part-${number}`} className="flex items-center gap-3 font-bold text-xl sm:text-2xl">
      <span
        aria-hidden="true"
        className="grid size-8 place-items-center rounded-full bg-sage-200 font-semibold font-text text-[15px] text-pine-700"
      >
        {number}
      </span>
      {title}
    </h2>
    <div className="mt-5">{children}</div>
  </section>
);

export const CustomerFields = ({ issues }: { issues: Issue[] }) => (
  <div className="grid grid-cols-1 gap-x-5 gap-y-4 min-[480px]:grid-cols-2">
    <TextFields fields={FIELDS} issues={issues} />
  </div>
);

/** Asks for consent to reminders and news; never ticked in advance (Canada's Anti-Spam Legislation, S.C. 2010, c. 23, s. 6). */
export const MarketingChoice = () => (
  <label className="mt-4 flex min-h-11 cursor-pointer items-start gap-3 py-2 text-[15px]">
    <input type="checkbox" name="marketing" className="mt-0.5 size-5 shrink-0 accent-pine-700" />
    <span>Send me a reminder if I leave my cart, and occasional news. I can unsubscribe at any time.</span>
  </label>
);

export const OrderNotes = ({ issues }: { issues: Issue[] }) => (
  <>
    <Field
      label="Order Notes"
      hint="Optional: a gate code, where to leave the parcel, a preferred day."
      error={findFieldMessage('orderNotes', '', issues)}
    >
      {(control) => <textarea {...control} name="orderNotes" rows={3} />}
    </Field>
    <HiddenField />
  </>
);

const EXPLANATIONS: Record<CheckoutMethod, string> = {
  interac: 'Send it from your bank by email. We prepare the order when it arrives.',
  'direct-deposit': 'Pay into our account. We email you the details with your order number.',
  cash: 'Pay the driver. Please have the amount ready.',
  cheque: 'Hand a cheque to the driver.',
};

/** Asks for the payment method. Uncontrolled like the other fields, so that drafts can restore it. */
export function PaymentChoice({ error, onChoose }: { error: string | undefined; onChoose: (method: string) => void }) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Payment Method"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-3"
    >
      {CHECKOUT_METHODS.map((method) => (
        <label
          key={method}
          className="grid min-h-16 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3.5 rounded-small border border-control px-4 py-3 hover:bg-sage-50 has-checked:border-pine-600 has-checked:bg-sage-100 has-checked:ring-1 has-checked:ring-pine-600 has-focus-visible:outline-3 has-focus-visible:outline-pine-600 has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="paymentMethod"
            value={method}
            aria-labelledby={`${id}-${method}`}
            aria-describedby={`${id}-${method}-how`}
            className="size-5 accent-pine-700 outline-none"
            onChange={() => onChoose(method)}
          />
          <span>
            <span id={`${id}-${method}`} className="block font-semibold">
              {METHOD_NAMES[method]}
            </span>
            <span id={`${id}-${method}-how`} className="block text-[15px] text-muted leading-snug">
              {EXPLANATIONS[method]}
            </span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="font-medium text-red-600 text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
