import { useId } from 'react';
import { CHECKOUT_METHODS, type CheckoutMethod, METHOD_NAMES } from '../../../shared/store-options';

const EXPLANATIONS: Record<CheckoutMethod, string> = {
  interac: 'Send it from your bank by email. We prepare the order when it arrives.',
  'direct-deposit': 'Pay into our account. We email you the details with your order number.',
  cash: 'Pay the driver. Please have the amount ready.',
  cheque: 'Hand a cheque to the driver.',
};

type PaymentChoiceProps = { error: string | undefined; onChoose: (method: string) => void };

/** Asks for the payment method. Uncontrolled like the other fields, so that drafts can restore it. */
export function PaymentChoice({ error, onChoose }: PaymentChoiceProps) {
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
