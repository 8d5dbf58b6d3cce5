import { draftChange, type Message } from '../../../shared/messages';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField, useSchemaForm } from '../../ui/form';
import { MutationButton, useAction } from '../../ui/mutation-button';

type ActionProps = { message: Message; look?: string };

/** Returns true if the owner can have a message sent now instead of at its next attempt. */
const canSendAgain = ({ status, lastError }: Message, hasMailServer: boolean): boolean =>
  hasMailServer && (['failed', 'stored', 'unknown'].includes(status) || (status === 'queued' && lastError !== null));

/** The most likely next step of a message, or nothing. */
export function NextStep({ message, look, hasMailServer }: ActionProps & { hasMailServer: boolean }) {
  if (message.status === 'draft') return <ApproveDraft message={message} look={look} />;
  if (canSendAgain(message, hasMailServer)) return <SendAgain message={message} look={look} />;
  return message.status === 'unknown' && <MarkSent message={message} look={look} />;
}

/** The actions of a message besides its next step. */
export function FurtherSteps({ message, hasMailServer }: ActionProps & { hasMailServer: boolean }) {
  const { id, channel, status, subject } = message;
  return (
    <>
      {status === 'draft' && (
        <>
          <EditDraft message={message} />
          <RewriteDraft message={message} />
          <DiscardDraft message={message} />
        </>
      )}
      {status === 'unknown' && hasMailServer && <MarkSent message={message} />}
      {channel === 'email' && (
        <a className="button-ghost" href={`/documents/message/${id}.eml`} download={`message-${id}.eml`}>
          Download .eml<span className="sr-only">, {subject}</span>
        </a>
      )}
    </>
  );
}

const SendAgain = ({ message: { id, status, subject }, look }: ActionProps) => (
  <MutationButton
    look={look}
    label={status === 'failed' || status === 'unknown' ? 'Send Again' : 'Send Now'}
    about={subject}
    procedure={trpc.drafts.retry}
    input={{ id }}
    failure="Failed to send the message. Please try again."
    done={({ status: now, lastError, heldBack }) =>
      now === 'suppressed'
        ? { title: 'Message Stopped', description: `It is no longer true. ${lastError ?? ''}` }
        : { title: 'Message Queued', description: heldBack ?? 'It will be sent in a moment.' }
    }
  />
);

const MarkSent = ({ message: { id, subject }, look }: ActionProps) => (
  <MutationButton
    look={look}
    label="Mark as sent"
    about={subject}
    procedure={trpc.mail.markSent}
    input={{ id }}
    failure="Failed to mark the message as sent. Please try again."
    done={{ title: 'Marked as sent' }}
  />
);

const ApproveDraft = ({ message: { id, to, subject }, look }: ActionProps) => (
  <MutationButton
    look={look}
    label="Approve"
    about={subject}
    busy="Approving..."
    procedure={trpc.drafts.approve}
    input={{ id }}
    failure="Failed to approve the message. Please try again."
    done={({ status, heldBack }) => ({
      title: 'Message Approved',
      description: status === 'stored' ? 'kept in the outbox: no mail server configured' : (heldBack ?? `It is on its way to ${to}.`),
    })}
  />
);

const EditDraft = ({ message }: ActionProps) => (
  <DialogButton label="Edit" about={message.subject} title="Edit the draft" text={`To ${message.to}`}>
    {(close) => <EditForm message={message} onDone={close} />}
  </DialogButton>
);

const draftText = draftChange.omit({ id: true });

function EditForm({ message: { id, subject, body, footer }, onDone }: { message: Message; onDone: () => void }) {
  const form = useSchemaForm(draftText, { subject, body: body.trimEnd() });
  const edit = useAction({
    procedure: trpc.drafts.edit,
    failure: 'Failed to save the draft. Please try again.',
    done: { title: 'Draft Saved', description: 'It still waits for your approval.' },
    onDone,
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

function RewriteDraft({ message: { id, subject } }: ActionProps) {
  const { data: rewriting } = trpc.drafts.rewriting.useQuery();
  if (!rewriting?.isAvailable) return null;
  return (
    <MutationButton
      label="Rewrite"
      about={subject}
      busy="Rewriting..."
      procedure={trpc.drafts.rewrite}
      input={{ id }}
      failure="Failed to rewrite the draft. Please try again."
      done={({ isRewritten, reason }) =>
        isRewritten
          ? { title: 'Draft Rewritten', description: 'Please read it before you approve it.' }
          : { title: 'Draft Not Changed', description: reason ?? 'Nothing was changed.' }
      }
    />
  );
}

const DiscardDraft = ({ message: { id, subject, to } }: ActionProps) => (
  <MutationButton
    label="Discard"
    about={subject}
    procedure={trpc.drafts.discard}
    input={{ id }}
    failure="Failed to discard the draft. Please try again."
    done={{ title: 'Draft Discarded', description: 'It will not be sent.' }}
    question={{
      title: 'Discard this draft?',
      text: `“${subject}” to ${to} will not be sent, and will not be written again for the same reason.`,
      action: 'Discard',
    }}
  />
);
