import { type ReactNode, useState } from 'react';
import { ActionButton } from './action-button';
import { Button } from './button';
import { ConfirmDialog } from './dialog';
import { ReasonDialog } from './reason-dialog';

type Call<Input> = { isPending: boolean; mutate: (input: Input, callbacks?: { onSuccess?: () => void }) => void };
type ButtonProps = Omit<Parameters<typeof ActionButton>[0], 'isPending' | 'onPress'>;
type MutationButtonProps<Input> = ButtonProps & { call: Call<Input>; input: NoInfer<Input> };

export const MutationButton = <Input,>({ call, input, ...button }: MutationButtonProps<Input>) => (
  <ActionButton {...button} isPending={call.isPending} onPress={() => call.mutate(input)} />
);

type ConfirmButtonProps<Input> = MutationButtonProps<Input> & { title: string; text: string; note?: string; action: string };

/** Sends a mutation that is hard to undo, after a question. */
export function ConfirmButton<Input>({ call, input, title, text, note, action, ...button }: ConfirmButtonProps<Input>) {
  const [isAsking, setIsAsking] = useState(false);
  const question = { title, text, note, action };
  return (
    <>
      <ActionButton {...button} isPending={call.isPending} onPress={() => setIsAsking(true)} />
      <ConfirmDialog {...question} isOpen={isAsking} onOpenChange={setIsAsking} onConfirm={() => call.mutate(input)} />
    </>
  );
}

type ReasonButtonProps<Input> = Omit<Parameters<typeof Button>[0], 'onPress'> & {
  call: Call<Input> & { error: unknown };
  input: (reason: string) => NoInfer<Input>;
  title: string;
  text: string;
  submit: string;
  cancel?: string;
  /** Further fields of the dialog. */
  children?: ReactNode;
};

/** Sends a mutation with the reason that a dialog asks for. */
export function ReasonButton<Input>(props: ReasonButtonProps<Input>) {
  const { call, input, title, text, submit, cancel = 'Keep It', children, ...button } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onPress={() => setIsOpen(true)} />
      <ReasonDialog
        {...{ title, text, submit, cancel, children }}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        isPending={call.isPending}
        error={call.error}
        onSubmit={(reason) => call.mutate(input(reason), { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}
