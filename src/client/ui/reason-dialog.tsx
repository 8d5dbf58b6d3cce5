import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { toCallError } from '../call-error';
import { Dialog } from './dialog';
import { DialogButtons } from './dialog-buttons';
import { Field } from './public/field';

type ReasonDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  submit: string;
  cancel?: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (reason: string) => void;
  /** Further fields. */
  children?: ReactNode;
};

export const ReasonDialog = ({ isOpen, onOpenChange, title, text, ...form }: ReasonDialogProps) => (
  <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={title} text={text}>
    <ReasonForm {...form} onCancel={() => onOpenChange(false)} />
  </Dialog>
);

type ReasonFormProps = Omit<ReasonDialogProps, 'isOpen' | 'onOpenChange' | 'title' | 'text'> & { onCancel: () => void };

function ReasonForm({ submit, cancel = 'Keep It', isPending, error, onSubmit, onCancel, children }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event to a form around the dialog, which would send that form too.
    event.stopPropagation();
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') field.current?.focus();
    else if (!isPending) onSubmit(reason.trim());
  };
  const issue = toCallError(error).data?.issues?.[0]?.message;
  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      <Field label="Reason" isRequired error={isMissing ? 'Please give a reason.' : issue}>
        {(control) => <input {...control} ref={field} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {children}
      <DialogButtons onCancel={onCancel} cancel={cancel} submit={submit} isPending={isPending} isDangerous />
    </form>
  );
}
