import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredEmail } from '../../../shared/text';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';

const addressInput = z.object({ to: requiredEmail });

export function SendTest({ hasMailServer }: { hasMailServer: boolean }) {
  return (
    <DialogButton
      look="button-dark max-sm:w-full"
      label="Send Test Message"
      title="Send a test message"
      text={
        hasMailServer
          ? 'It is sent right away. The list shows whether the mail server accepted it.'
          : 'No mail server is set up, so the message is kept in the list and not sent.'
      }
    >
      {(close) => <TestForm onDone={close} />}
    </DialogButton>
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
  });
  return (
    <SaveForm form={form} call={send} input={(values) => values} onCancel={onDone} submit="Send Test Message" busy="Sending...">
      <TextField form={form} name="to" label="Email" missing="Please enter the email address." type="email" />
    </SaveForm>
  );
}
