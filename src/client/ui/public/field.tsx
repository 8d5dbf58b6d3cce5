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
