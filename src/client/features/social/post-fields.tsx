import { clsx } from 'clsx';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import {
  countCharacters,
  MAX_POST_LENGTH,
  notAvailable,
  PLATFORM_NAMES,
  PLATFORMS,
  POST_TYPE_NAMES,
  POST_TYPES,
  PUBLISHED_ON,
} from '../../../shared/social';
import { type Post, postInput } from '../../../shared/social-schemas';
import { formatLocalTime, readLocalTime } from '../../../shared/time-input';
import { trpc } from '../../trpc';
import { SelectField, TextField, useSchemaForm } from '../../ui/form';
import { Field } from '../../ui/public/field';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';

export const NO_TIME = 'Please enter a date and a time.';
/** The fields of a post; the time as a date and time field has it, empty for none. */
const postForm = z.object({
  platform: postInput.shape.platform.unwrap(),
  type: postInput.shape.type.unwrap(),
  content: postInput.shape.content,
  scheduledFor: z.string().refine((text) => text === '' || readLocalTime(text) !== undefined, NO_TIME),
});
type PostValues = z.input<typeof postForm>;
export type PostOutput = z.output<typeof postForm>;
export type PostForm = UseFormReturn<PostValues, unknown, PostOutput>;

export const EMPTY_POST: PostValues = { platform: 'facebook', type: 'business-update', content: '', scheduledFor: '' };

export const toFormValues = ({ platform, type, content, scheduledFor }: Post): PostValues => ({
  platform,
  type,
  content,
  scheduledFor: scheduledFor === null ? '' : formatLocalTime(scheduledFor),
});

export const readInstant = ({ scheduledFor }: Pick<PostOutput, 'scheduledFor'>): string | null => readLocalTime(scheduledFor) ?? null;

export const usePostForm = (values: PostValues): PostForm => useSchemaForm(postForm, values);

const NEARLY_FULL = 20;

export function PostFields({ form, rows = 6 }: { form: PostForm; rows?: number }) {
  const [platform, content] = form.watch(['platform', 'content']);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="platform"
          label="Platform"
          isRequired
          options={PLATFORMS.map((word) => [word, PLATFORM_NAMES[word]] as const)}
        />
        <SelectField
          form={form}
          name="type"
          label="Post Type"
          isRequired
          options={POST_TYPES.map((word) => [word, POST_TYPE_NAMES[word]] as const)}
        />
      </div>
      {platform !== PUBLISHED_ON && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-small bg-amber-100 px-4 py-3">
          <p className="grow basis-56">{notAvailable(platform)}.</p>
          <CopyText text={content} />
        </div>
      )}
      <div className="grid gap-1.5">
        <TextField form={form} name="content" label="Content" isRequired rows={rows} />
        <Counter count={countCharacters(content)} />
      </div>
    </>
  );
}

/** Counts the characters used. Screen readers hear it only near and past the end. */
function Counter({ count }: { count: number }) {
  const over = count - MAX_POST_LENGTH;
  const isNear = over > -NEARLY_FULL;
  const warning = over > 0 ? `${over} too many` : over === 0 ? 'full' : 'nearly full';
  return (
    <p
      className={clsx('flex justify-end gap-2 text-sm tabular-nums', {
        'font-semibold text-red-600': over > 0,
        'font-semibold text-amber-700': isNear && over <= 0,
        'text-muted': !isNear,
      })}
    >
      <span role="status">{isNear && warning}</span>
      <span data-counter>
        {count}/{MAX_POST_LENGTH}
        <span className="sr-only"> characters</span>
      </span>
    </p>
  );
}

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
            <span className="font-semibold text-[15px]">{formatTimestamp(next)}</span>
            <span className="text-muted text-sm tabular-nums">
              {averageEngagement} a post, of {posts}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export const TimeField = ({ form, isRequired = false, hint }: { form: PostForm; isRequired?: boolean; hint: string }) => (
  <>
    <Field label="Date and Time" isRequired={isRequired} hint={hint} error={form.formState.errors.scheduledFor?.message}>
      {(control) => <input {...control} {...form.register('scheduledFor')} type="datetime-local" />}
    </Field>
    <SuggestedTimes
      onChoose={(localTime) => form.setValue('scheduledFor', localTime, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
    />
  </>
);

export function CopyText({ text }: { text: string }) {
  const isBlank = text.trim() === '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.trim());
      showToast({ title: 'Text Copied', description: 'Paste it where the post is to appear.' });
    } catch {
      showToast({ title: 'Copying Failed', description: 'Please mark the text and copy it by hand.', kind: 'destructive' });
    }
  };
  return (
    <button type="button" className="button-ghost" disabled={isBlank} onClick={() => void copy()}>
      Copy text
    </button>
  );
}
