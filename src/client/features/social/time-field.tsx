import { formatDateTime } from '../../../shared/time';
import { formatLocalTime } from '../../../shared/time-input';
import { trpc } from '../../trpc';
import { Field } from '../../ui/public/field';
import type { PostForm } from './post-form';

function SuggestedTimes({ onChoose }: { onChoose: (localTime: string) => void }) {
  const suggested = trpc.social.suggestedTimes.useQuery().data;
  if (!suggested) return null;
  const { posted, needed, times } = suggested;
  if (times.length === 0)
    return posted < needed ? (
      <p className="text-muted text-sm">
        Times are suggested from {needed} posts on; there {posted === 1 ? 'is' : 'are'} {posted} so far.
      </p>
    ) : null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-muted text-sm">Suggested, when your posts did best</legend>
      <div className="flex flex-wrap gap-2">
        {times.map(({ next, posts, averageEngagement }) => (
          <button
            key={next}
            type="button"
            className="grid min-h-11 rounded-small border border-control px-3 py-1.5 text-left leading-tight hover:bg-sage-100"
            onClick={() => onChoose(formatLocalTime(next))}
          >
            <span className="font-semibold text-[15px]">{formatDateTime(next)}</span>
            <span className="text-muted text-sm tabular-nums">
              {averageEngagement} a post, of {posts}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

type TimeFieldProps = { form: PostForm; isRequired?: boolean; hint: string };

export const TimeField = ({ form, isRequired = false, hint }: TimeFieldProps) => (
  <>
    <Field label="Date and Time" isRequired={isRequired} hint={hint} error={form.formState.errors.scheduledFor?.message}>
      {(control) => <input {...control} {...form.register('scheduledFor')} type="datetime-local" />}
    </Field>
    <SuggestedTimes
      onChoose={(localTime) => form.setValue('scheduledFor', localTime, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
    />
  </>
);
