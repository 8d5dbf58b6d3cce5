import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';

type DialogButtonProps = {
  look?: string;
  label: ReactNode;
  about?: string;
  title: string;
  text: string;
  children: (close: () => void) => ReactNode;
};

export function DialogButton({ look = 'button-ghost', label, about, title, text, children }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={look} onClick={() => setIsOpen(true)}>
        {label}
        {about && <span className="sr-only">, {about}</span>}
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={title} text={text}>
        {children(() => setIsOpen(false))}
      </Dialog>
    </>
  );
}
