import { type ReactNode, useState } from 'react';
import { countCharacters, MAX_POST_LENGTH, type PostType } from '../../../shared/social';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { Button, ScreenLink, TEXT_LINK } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { type FormCallbacks, SaveForm } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { pressOnce } from '../../ui/press-once';
import { useCompany } from '../../ui/public/company';
import { ListSkeleton } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { LatestPosts } from './latest-posts';
import type { LocalPost } from './local-posts';
import { EMPTY_POST, NO_TIME, PostFields, type PostForm, type PostOutput, readInstant, TimeField } from './post-fields';
import { useGoingOut } from './posting';

type PostTabProps = { form: PostForm; locals: readonly LocalPost[]; onPost: (values: PostOutput) => void; isPosting: boolean };

export const PostTab = ({ form, locals, onPost, isPosting }: PostTabProps) => (
  <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
    <Panel title="Create Post">
      <WhenNoted>
        <Writing form={form} onPost={onPost} isPosting={isPosting} />
      </WhenNoted>
    </Panel>
    <div className="grid gap-5">
      <Templates form={form} />
      <LatestPosts locals={locals} />
    </div>
  </div>
);

/** Shows a form once it is known whether a note stands above it. */
function WhenNoted({ children }: { children: ReactNode }) {
  const overview = trpc.social.overview.useQuery();
  if (!overview.isFetched) return <ListSkeleton label="Loading the form..." />;
  return (
    <>
      {overview.data?.isConfigured === false && (
        <p role="note" className="rounded-small bg-amber-100 px-4 py-3">
          Facebook is not set up yet, so nothing can be posted. Drafts are saved.{' '}
          <ScreenLink to="/social-media" search={{ tab: 'setup' }} look={TEXT_LINK} label="Set it up" />
        </p>
      )}
      {children}
    </>
  );
}

const askForContent = () =>
  showToast({ title: 'Content Required', description: 'Please enter content for your post.', kind: 'destructive' });

/** Matches a placeholder of a template that was not filled in. */
const GAP = /\[[^\]]+\]/;

function Writing({ form, onPost, isPosting }: Omit<PostTabProps, 'locals'>) {
  const [isScheduling, setIsScheduling] = useState(false);
  const create = trpc.social.createPost.useMutation({
    meta: { failure: 'Failed to save the draft. Please try again.' },
    onSuccess: () => {
      form.reset(EMPTY_POST);
      showToast({ title: 'Draft Saved', description: 'It is on the Schedule tab.' });
    },
  });
  const goingOut = useGoingOut();
  const content = form.watch('content');
  const isBlank = content.trim() === '';
  const isSendable = !isBlank && countCharacters(content) <= MAX_POST_LENGTH;
  const whole = (use: (values: PostOutput) => void) => void form.handleSubmit(use, () => isBlank && askForContent())();
  return (
    <>
      <form noValidate className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
        <PostFields form={form} />
        {GAP.test(content) && <p className="text-amber-700 text-sm">Replace the text in [brackets] before you post it.</p>}
        <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap gap-2 rounded-b-card border-line border-t bg-paper px-5 py-3 *:max-sm:grow">
          <button
            type="button"
            className="button-primary"
            disabled={!isSendable}
            aria-disabled={isPosting || undefined}
            {...pressOnce(() => !isPosting && whole(onPost))}
          >
            {isPosting ? 'Posting...' : 'Post Now'}
          </button>
          <Button look="button-dark" label="Schedule" onPress={() => whole(() => setIsScheduling(true))} />
          <ActionButton
            label="Save Draft"
            isPending={create.isPending}
            onPress={() =>
              whole(({ platform, type, content: text }) => create.mutate({ platform, type, content: text, source: getSource(text) }))
            }
          />
        </div>
      </form>
      <Dialog
        isOpen={isScheduling}
        onOpenChange={setIsScheduling}
        title="Schedule this post"
        text={goingOut('It goes out by itself at that time.')}
      >
        <ScheduleForm form={form} onDone={() => setIsScheduling(false)} />
      </Dialog>
    </>
  );
}

function ScheduleForm({ form, onDone }: { form: PostForm; onDone: () => void }) {
  const create = trpc.social.createPost.useMutation({
    meta: { failure: 'Failed to schedule the post. Please try again.' },
    onSuccess: ({ scheduledFor }) => {
      onDone();
      form.reset(EMPTY_POST);
      showToast({ title: 'Post Scheduled', ...(scheduledFor && { description: formatTimestamp(scheduledFor) }) });
    },
  });
  const mutate = (values: PostOutput, callbacks: FormCallbacks) => {
    const scheduledFor = readInstant(values);
    if (scheduledFor === null) form.setError('scheduledFor', { message: NO_TIME });
    else create.mutate({ ...values, scheduledFor, source: getSource(values.content) }, callbacks);
  };
  return (
    <SaveForm form={form} call={{ isPending: create.isPending, mutate }} input={(values) => values} onCancel={onDone} submit="Schedule">
      <TimeField form={form} isRequired hint="On the company's clock." />
    </SaveForm>
  );
}

function Templates({ form }: { form: PostForm }) {
  const { shortName } = useCompany();
  const fill = ({ name, type, content }: PostTemplate) => {
    const before = form.getValues();
    form.reset({ ...before, type, content });
    showToast({
      title: 'Template Filled In',
      description: name,
      // The text can be brought back with a press.
      ...(before.content.trim() !== '' && { action: { label: 'Undo', run: () => form.reset(before) } }),
    });
  };
  return (
    <Panel title="Templates">
      <ul className="grid gap-2">
        {getTemplates(shortName).map((template) => (
          <li key={template.name}>
            <button
              type="button"
              className="grid w-full gap-1 rounded-small border border-line px-4 py-3 text-left hover:border-pine-600 hover:bg-sage-50"
              onClick={() => fill(template)}
            >
              <span className="font-semibold">{template.name}</span>
              <span className="line-clamp-2 text-muted text-sm">{template.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type PostTemplate = { name: string; type: PostType; content: string };

/**
 * The three templates that fill the box. They claim nothing about the company that could be untrue; facts that only the owner knows
 * stand in brackets.
 */
const getTemplates = (company: string): readonly PostTemplate[] => [
  {
    name: 'Monday Motivation',
    type: 'cleaning-tip',
    content: `Monday Motivation: pick one surface and clear it before the day begins. A clean counter makes the rest of the week feel possible. Which one is yours? – ${company}`,
  },
  {
    name: 'Transformation Tuesday',
    type: 'customer-story',
    content: `Transformation Tuesday: before, [what it looked like]. After, [what we did]. It took our team [how long], and the room is ready to be lived in again. – ${company}`,
  },
  {
    name: 'Service Spotlight',
    type: 'service-highlight',
    content: `Service Spotlight: [service]. It is for [whom], and this is what is included: [what we do]. Ask us for a quote. – ${company}`,
  },
];

/** Returns the origin of a text: the text of a template begins with its name. */
const getSource = (content: string): 'template' | 'manual' =>
  getTemplates('').some(({ name }) => content.startsWith(`${name}:`)) ? 'template' : 'manual';
