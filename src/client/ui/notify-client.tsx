import { useId } from 'react';

type NotifyClientProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  hint?: string | undefined;
  isDisabled?: boolean;
};

export function NotifyClient({ label, isOn, onChange, hint, isDisabled = false }: NotifyClientProps) {
  const hintId = useId();
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-pine-700"
          checked={isOn}
          disabled={isDisabled}
          aria-describedby={hint && hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className="ml-8 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
