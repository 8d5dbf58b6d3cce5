import { clsx } from 'clsx';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

const LABEL = 'flex min-h-11 items-start gap-3 rounded-small px-1 py-2.5';
const BOX = 'mt-1 size-4 shrink-0 accent-pine-700';

type SwitchProps = { control: UseFormRegisterReturn; label: string; hint: string; value?: string };

/** Shows a checkbox with a hint. If several checkboxes fill one list, `value` is the entry that this one adds. */
export const Switch = ({ control, label, hint, value }: SwitchProps) => (
  <label className={clsx(LABEL, 'cursor-pointer hover:bg-sage-50')}>
    <input {...control} type="checkbox" className={BOX} value={value} />
    <Words label={label} hint={hint} />
  </label>
);

type ChoicesProps<Value extends string> = {
  control: UseFormRegisterReturn;
  legend: string;
  error: string | undefined;
  options: readonly (readonly [value: Value, label: string, hint: string])[];
  /** The reason why there is nothing to choose now; the earlier choice is kept. */
  closed?: string | undefined;
};

export function Choices<Value extends string>({ control, legend, error, options, closed }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className="grid" disabled={closed !== undefined} aria-describedby={closed === undefined ? undefined : id}>
      <legend className="mb-1 font-semibold text-[15px]">{legend}</legend>
      {closed !== undefined && (
        <p id={id} className="mb-1 rounded-small bg-sage-100 px-3 py-2 text-sm">
          {closed}
        </p>
      )}
      {options.map(([value, label, hint]) => (
        <label key={value} className={clsx(LABEL, closed === undefined ? 'cursor-pointer hover:bg-sage-50' : 'opacity-55')}>
          <input {...control} type="radio" value={value} className={BOX} />
          <Words label={label} hint={hint} />
        </label>
      ))}
      {error && <p className="font-medium text-red-600 text-sm">{error}</p>}
    </fieldset>
  );
}

const Words = ({ label, hint }: { label: string; hint: string }) => (
  <span className="min-w-0">
    {label}
    <span className="block text-muted text-sm">{hint}</span>
  </span>
);
