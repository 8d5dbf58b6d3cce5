import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

/** A password that the server made, with the label and text of its account, such as a username. */
export type MadePassword = { title: string; of: readonly [label: string, text: string]; password: string };

type PasswordDialogProps = Omit<Parameters<typeof Button>[0], 'onPress'> & {
  title: string;
  text: string;
  /** Shown with the password. */
  advice: string;
  passwordLabel?: string;
  /** Set for a dialog that the address opens. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The form that makes the password. `finish` shows it once, or closes the dialog if there is nothing to show. */
  children: (finish: (made?: MadePassword) => void) => ReactNode;
};

/** Opens a form whose answer may hold a new password, which the dialog then shows. */
export function PasswordDialog({ title, text, advice, passwordLabel = 'Password', children, ...props }: PasswordDialogProps) {
  const [isPressed, setIsPressed] = useState(false);
  const { isOpen = isPressed, onOpenChange = setIsPressed, ...button } = props;
  const [made, setMade] = useState<MadePassword>();
  // The address may close it, too.
  if (!isOpen && made) setMade(undefined);
  return (
    <>
      <Button {...button} onPress={() => onOpenChange(true)} />
      <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={made?.title ?? title} text={made ? advice : text}>
        {made ? (
          <NewPassword {...made} label={passwordLabel} onDone={() => onOpenChange(false)} />
        ) : (
          children((shown) => (shown ? setMade(shown) : onOpenChange(false)))
        )}
      </Dialog>
    </>
  );
}

type NewPasswordProps = Pick<MadePassword, 'of' | 'password'> & { label: string; onDone: () => void };

function NewPassword({ of: [nameLabel, name], label, password, onDone }: NewPasswordProps) {
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
