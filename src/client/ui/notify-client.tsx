type TellClientProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** Asks if the client should be notified by e-mail. */
export const NotifyClient = ({ label, isOn, onChange }: TellClientProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="checkbox"
      className="size-5 shrink-0 accent-pine-700"
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
);
