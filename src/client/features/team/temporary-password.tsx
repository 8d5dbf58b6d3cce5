import { useRef, useState } from 'react';
import { TEMPORARY_PASSWORD_HOURS } from '../../../shared/team';

/** What is said above a temporary password. */
export const TEMPORARY_PASSWORD_TEXT = `It lasts ${TEMPORARY_PASSWORD_HOURS} hours and is shown only now. Please pass it on; a password of their own is chosen after signing in.`;

type TemporaryPasswordProps = { employeeId: string; password: string; onDone: () => void };

/** A temporary password to pass on, with the id it goes with. */
export function TemporaryPassword({ employeeId, password, onDone }: TemporaryPasswordProps) {
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
          <dt className="text-muted text-sm">Employee ID</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{employeeId}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Temporary password</dt>
          <dd className="font-bold text-2xl tabular-nums tracking-wide [overflow-wrap:anywhere]">
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
