import { draftChange, type Message } from '../../../shared/messages';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { CallButton, ConfirmButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';

type DraftProps = { message: Message; look: string };

export function DraftActions({ message, size }: { message: Message; size: string }) {
  const look = `button-ghost ${size}`;
  const { id, to, subject } = message;
  const { data: rewriting } = trpc.drafts.rewriting.useQuery();
  const approve = trpc.drafts.approve.useMutation({
    meta: { failure: 'Failed to approve the message. Please try again.' },
    onSuccess: ({ status, heldBack }) =>
      showToast({
        title: 'Message Approved',
        description: status === 'stored' ? 'kept in the outbox: no mail server configured' : (heldBack ?? `It is on its way to ${to}.`),
      }),
  });
  return (
    <>
      <CallButton look={`button-dark ${size}`} label="Approve" about={subject} busy="Approving..." call={approve} input={{ id }} />
      <DialogButton look={look} label="Edit" about={subject} title="Edit the draft" text={`To ${to}`}>
        {(close) => <EditForm message={message} onDone={close} />}
      </DialogButton>
      {rewriting?.isAvailable && <RewriteDraft message={message} look={look} />}
      <DiscardDraft message={message} look={look} />
    </>
  );
}

const draftText = draftChange.omit({ id: true });

function EditForm({ message: { id, subject, body, footer }, onDone }: { message: Message; onDone: () => void }) {
  const form = useSchemaForm(draftText, { subject, body: body.trimEnd() });
  const edit = trpc.drafts.edit.useMutation({
    meta: { failure: 'Failed to save the draft. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Draft Saved', description: 'It still waits for your approval.' });
    },
  });
  return (
    <SaveForm form={form} call={edit} input={(values) => ({ id, ...values })} onCancel={onDone} submit="Save Draft">
      <TextField form={form} name="subject" label="Subject" missing="Please enter a subject." />
      <TextField
        form={form}
        name="body"
        label="Text"
        isRequired
        {...(footer && { hint: 'Your address and the link to unsubscribe are added below it.' })}
        rows={12}
      />
    </SaveForm>
  );
}

function RewriteDraft({ message: { id, subject }, look }: DraftProps) {
  const rewrite = trpc.drafts.rewrite.useMutation({
    meta: { failure: 'Failed to rewrite the draft. Please try again.' },
    onSuccess: ({ isRewritten, reason }) =>
      showToast(
        isRewritten
          ? { title: 'Draft Rewritten', description: 'Please read it before you approve it.' }
          : { title: 'Draft Not Changed', description: reason ?? 'Nothing was changed.' },
      ),
  });
  return <CallButton look={look} label="Rewrite" about={subject} busy="Rewriting..." call={rewrite} input={{ id }} />;
}

function DiscardDraft({ message: { id, subject, to }, look }: DraftProps) {
  const discard = trpc.drafts.discard.useMutation({
    meta: { failure: 'Failed to discard the draft. Please try again.' },
    onSuccess: () => showToast({ title: 'Draft Discarded', description: 'It will not be sent.' }),
  });
  return (
    <ConfirmButton
      look={look}
      label="Discard"
      about={subject}
      call={discard}
      input={{ id }}
      title="Discard this draft?"
      text={`“${subject}” to ${to} will not be sent, and will not be written again for the same reason.`}
      action="Discard"
    />
  );
}
