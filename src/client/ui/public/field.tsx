import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

type Attributes = {
  id: string;
  'aria-required': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  className: string;
};
type FieldProps = {
  label: string;
  isRequired?: boolean;
  error?: string | undefined;
  hint?: string;
  /** True if only screen readers need the label. */
  isLabelHidden?: boolean;
  className?: string;
  children: (attributes: Attributes) => ReactNode;
};

export function Field({ label, isRequired = false, error, hint, isLabelHidden = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = clsx(error && `${id}-error`, hint && `${id}-hint`) || undefined;
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-semibold text-[15px]'}>
        {label}
        {isRequired && (
          <span aria-hidden="true" className="ml-1 text-red-600">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-required': isRequired || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy,
        className: clsx(
          'min-h-12 w-full rounded-small border bg-paper px-3.5 py-2.5 text-base placeholder:text-muted',
          error ? 'border-2 border-red-600' : 'border-control',
        ),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-red-600 text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

/** Asks for consent to text messages; never ticked in advance (Canada's Anti-Spam Legislation, S.C. 2010, c. 23, s. 6). */
export const SmsChoice = ({ defaultChecked }: { defaultChecked?: boolean }) => (
  <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
    <input type="checkbox" name="smsConsent" defaultChecked={defaultChecked} className="size-5 shrink-0 accent-pine-700" />
    Also text me reminders of visits. I can reply STOP at any time.
  </label>
);
