import { useRef, useState } from 'react';

/** `of`: what the password goes with, such as a username, by its label. */
type ShownPasswordProps = { of: readonly [label: string, text: string]; label?: string; password: string; onDone: () => void };

/** A password that was made, to be passed on, with the name it goes with. */
export function NewPassword({ of: [nameLabel, name], label = 'Password', password, onDone }: ShownPasswordProps) {
  const [told, setTold] = useState('');
  const shown = useRef<HTMLElement>(null);
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(password))
      .then(
        () => setTold('Copied.'),
        () => {
          if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
          setTold('Please copy what is selected.');
        },
      );
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 rounded-small bg-sage-100 p-4">
        <div>
          <dt className="text-muted text-sm">{nameLabel}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{name}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-bold font-mono text-xl [overflow-wrap:anywhere]">
            <span ref={shown}>{password}</span>
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p aria-live="polite" className="mr-auto text-muted text-sm">
          {told}
        </p>
        {/* The form that had the focus has gone; it goes on here. */}
        <button type="button" ref={focusFirst} className="button-primary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="button-ghost" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}

const focusFirst = (button: HTMLButtonElement | null) => button?.focus();
