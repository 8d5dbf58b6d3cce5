import { clsx } from 'clsx';
import { MAX_POST_LENGTH, PLATFORM_NAMES, PLATFORMS, POST_TYPE_NAMES, POST_TYPES } from '../../../shared/social';
import { countCharacters, notAvailable, PUBLISHED_ON } from '../../../shared/social-schemas';
import { SelectField, TextField } from '../../ui/form';
import { CopyText } from './post-actions';
import type { PostForm } from './post-form';

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
