type TellClientProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** Whether the client gets a mail of what is about to happen; on unless somebody says no. */
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
