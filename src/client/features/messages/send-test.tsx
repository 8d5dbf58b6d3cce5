import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredEmail } from '../../../shared/text';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { askIfMissing, showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

const addressInput = z.object({ to: requiredEmail });

/** A button and dialog that send a test message. */
export function SendTest({ hasMailServer }: { hasMailServer: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button-dark max-sm:w-full" onClick={() => setIsOpen(true)}>
        Send Test Message
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Send a test message"
        text={
          hasMailServer
            ? 'It is sent right away. The list shows whether the mail server accepted it.'
            : 'No mail server is set up, so the message is kept in the list and not sent.'
        }
      >
        <TestForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function TestForm({ onDone }: { onDone: () => void }) {
  const settings = trpc.settings.get.useQuery();
  const form = useForm({
    resolver: zodResolver(addressInput),
    defaultValues: { to: '' },
    // Typed text stays when the company's address arrives later.
    ...(settings.data && { values: { to: settings.data.company.email } }),
    resetOptions: { keepDirtyValues: true },
  });
  const send = trpc.mail.sendTest.useMutation({
    meta: { failure: 'Failed to send the message. Please try again.' },
    onSuccess: ({ status, to }) => {
      onDone();
      showToast({
        title: 'Test Message Queued',
        description: status === 'stored' ? 'kept in the outbox: no mail server configured' : `It is on its way to ${to}.`,
      });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => !send.isPending && send.mutate(values))}>
      <Field label="Email" isRequired error={askIfMissing(form.formState.errors.to?.message, 'Please enter the email address.')}>
        {(control) => <input {...control} {...form.register('to')} type="email" autoComplete="off" />}
      </Field>
      <DialogButtons onCancel={onDone} submit="Send Test Message" busy="Sending..." isPending={send.isPending} />
    </form>
  );
}
