import { useState } from 'react';
import type { Member } from '../../../shared/team';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { TEMPORARY_PASSWORD_TEXT, TemporaryPassword } from './temporary-password';

export function ResetPassword({ member }: { member: Member }) {
  const [isOpen, setIsOpen] = useState(false);
  const reset = trpc.team.resetPassword.useMutation({ meta: { failure: 'Failed to reset the password. Please try again.' } });
  const password = reset.data?.temporaryPassword;
  const name = `${member.firstName} ${member.lastName}`;
  const close = () => {
    setIsOpen(false);
    reset.reset();
  };
  return (
    <>
      <Button label="Reset Password" about={name} onPress={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={(wanted) => (wanted ? setIsOpen(true) : close())}
        title={password ? `Temporary password of ${name}` : `Reset the password of ${name}?`}
        text={
          password
            ? TEMPORARY_PASSWORD_TEXT
            : 'The password of now stops working, and whoever is signed in with it is signed out. You get a temporary one to pass on.'
        }
      >
        {password ? (
          <TemporaryPassword employeeId={member.employeeId} password={password} onDone={close} />
        ) : (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!reset.isPending) reset.mutate({ id: member.id });
            }}
          >
            <DialogButtons onCancel={close} submit="Reset Password" isPending={reset.isPending} />
          </form>
        )}
      </Dialog>
    </>
  );
}
