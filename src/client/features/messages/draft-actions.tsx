import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { draftChange, type Message } from '../../../shared/messages';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { askIfMissing, showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';

type DraftProps = { message: Message; look: string };
/** `size`: the classes that set the size of the buttons. */
type DraftActionsProps = { message: Message; size: string };

/** Buttons to approve, edit, rewrite or discard a draft. */
export function DraftActions({ message, size }: DraftActionsProps) {
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
      <ActionButton
        look={`button-dark ${size}`}
        label="Approve"
        about={subject}
        busy="Approving..."
        isPending={approve.isPending}
        onPress={() => approve.mutate({ id })}
      />
      <EditDraft message={message} look={look} />
      {rewriting?.isAvailable && <RewriteDraft message={message} look={look} />}
      <DiscardDraft message={message} look={look} />
    </>
  );
}

function EditDraft({ message, look }: DraftProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={look} onClick={() => setIsOpen(true)}>
        Edit<span className="sr-only">, {message.subject}</span>
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Edit the draft" text={`To ${message.to}`}>
        <EditForm message={message} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

const draftText = draftChange.omit({ id: true });

function EditForm({ message: { id, subject, body, footer }, onDone }: { message: Message; onDone: () => void }) {
  const form = useForm<z.input<typeof draftText>, unknown, z.output<typeof draftText>>({
    resolver: zodResolver(draftText),
    defaultValues: { subject, body: body.trimEnd() },
  });
  const edit = trpc.drafts.edit.useMutation({
    meta: { failure: 'Failed to save the draft. Please try again.' },
    onSuccess: () => {
      onDone();
      showToast({ title: 'Draft Saved', description: 'It still waits for your approval.' });
    },
    onError: (error) => showIssues(form, error),
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => !edit.isPending && edit.mutate({ id, ...values }))}>
      <Field label="Subject" isRequired error={askIfMissing(errors.subject?.message, 'Please enter a subject.')}>
        {(control) => <input {...control} {...form.register('subject')} autoComplete="off" />}
      </Field>
      <Field
        label="Text"
        isRequired
        error={errors.body?.message}
        {...(footer && { hint: 'Your address and the link to unsubscribe are added below it.' })}
      >
        {(control) => <textarea {...control} {...form.register('body')} rows={12} />}
      </Field>
      <DialogButtons onCancel={onDone} submit="Save Draft" isPending={edit.isPending} />
    </form>
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
  return (
    <ActionButton
      look={look}
      label="Rewrite"
      about={subject}
      busy="Rewriting..."
      isPending={rewrite.isPending}
      onPress={() => rewrite.mutate({ id })}
    />
  );
}

function DiscardDraft({ message: { id, subject, to }, look }: DraftProps) {
  const [isAsking, setIsAsking] = useState(false);
  const discard = trpc.drafts.discard.useMutation({
    meta: { failure: 'Failed to discard the draft. Please try again.' },
    onSuccess: () => showToast({ title: 'Draft Discarded', description: 'It will not be sent.' }),
  });
  return (
    <>
      <ActionButton look={look} label="Discard" about={subject} isPending={discard.isPending} onPress={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Discard this draft?"
        text={`“${subject}” to ${to} will not be sent, and will not be written again for the same reason.`}
        action="Discard"
        onConfirm={() => discard.mutate({ id })}
      />
    </>
  );
}
