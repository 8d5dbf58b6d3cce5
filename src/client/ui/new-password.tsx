import { useRef, useState } from 'react';
import { Button } from './button';

/** `of`: the label and text of the account, such as a username. */
type ShownPasswordProps = { of: readonly [label: string, text: string]; label?: string; password: string; onDone: () => void };

export function NewPassword({ of: [nameLabel, name], label = 'Password', password, onDone }: ShownPasswordProps) {
  const [message, setMessage] = useState('');
  const shown = useRef<HTMLElement>(null);
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(password))
      .then(
        () => setMessage('Copied.'),
        () => {
          if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
          setMessage('Please copy the selected password.');
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
          {message}
        </p>
        {/* Takes the focus, because the form that had it is gone. */}
        <button type="button" ref={focusFirst} className="button-primary" onClick={() => void copy()}>
          Copy
        </button>
        <Button label="Done" onPress={onDone} />
      </div>
    </div>
  );
}

const focusFirst = (button: HTMLButtonElement | null) => button?.focus();
