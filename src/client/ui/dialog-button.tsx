import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

type DialogButtonProps = Omit<Parameters<typeof Button>[0], 'onPress'> & {
  title: string;
  text: string;
  children: (close: () => void) => ReactNode;
};

export function DialogButton({ title, text, children, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onPress={() => setIsOpen(true)} />
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={title} text={text}>
        {children(() => setIsOpen(false))}
      </Dialog>
    </>
  );
}
