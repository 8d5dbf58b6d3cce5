import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../../../shared/time';
import { toCallError } from '../../call-error';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { showToast } from '../../ui/toast/toast-store';
import { EMPTY_POST, instantOf, type PostForm, type PostOutput } from './post-form';
import { sourceOf } from './post-templates';
import { TimeField } from './time-field';

type ScheduleDialogProps = { form: PostForm; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

const PUBLISHED = 'It goes out by itself at that time.';
const BY_HAND = 'Facebook is not set up, so the post waits at that time for you to post it by hand.';

export function ScheduleDialog({ form, isOpen, onOpenChange }: ScheduleDialogProps) {
  const overview = trpc.social.overview.useQuery();
  const text = overview.data?.isConfigured === false ? BY_HAND : PUBLISHED;
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Schedule this post" text={text}>
      <ScheduleForm form={form} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

const NO_TIME = 'Please enter a date and a time.';

function ScheduleForm({ form, onDone }: { form: PostForm; onDone: () => void }) {
  const [issue, setIssue] = useState<string>();
  const create = trpc.social.createPost.useMutation({
    meta: { failure: 'Failed to schedule the post. Please try again.' },
    onSuccess: ({ scheduledFor }) => {
      onDone();
      form.reset(EMPTY_POST);
      showToast({ title: 'Post Scheduled', ...(scheduledFor && { description: formatDateTime(scheduledFor) }) });
    },
    onError: (error: unknown) => setIssue(toCallError(error).data?.issues?.[0]?.message),
  });
  const send = ({ platform, type, content, scheduledFor: written }: PostOutput) => {
    const scheduledFor = instantOf({ scheduledFor: written });
    setIssue(scheduledFor === null ? NO_TIME : undefined);
    if (scheduledFor !== null && !create.isPending) create.mutate({ platform, type, content, scheduledFor, source: sourceOf(content) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.handleSubmit(send)();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <TimeField form={form} isRequired hint="On the company's clock." error={issue} />
      <DialogButtons onCancel={onDone} submit="Schedule" isPending={create.isPending} />
    </form>
  );
}
