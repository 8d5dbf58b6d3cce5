import { useRef } from 'react';
import { PUBLISHED_ON } from '../../../shared/social';
import type { PostOutcome } from '../../../shared/social-schemas';
import { toCallError } from '../../call-error';
import { randomId } from '../../random-id';
import { trpc } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';
import type { PostOutput } from './post-fields';

const CHECK_CREDENTIALS = 'Failed to post content. Please check your credentials.';
const NOT_THERE = 'If it is not there, post it from the Schedule tab, under Failed.';
const NO_NETWORK = 'Network error. Please try again.';

const showFailed = (description: string) => showToast({ title: 'Posting Failed', description, kind: 'destructive' });

type Posting = Pick<PostOutput, 'platform' | 'type' | 'content'>;
/** The fields that make two presses the same posting. */
const toKey = ({ message, platform, type }: { message: string; platform?: string | undefined; type?: string | undefined }): string =>
  JSON.stringify([platform, type, message]);

export function showOutcome({ success, error }: Pick<PostOutcome, 'success' | 'error'>): void {
  if (success) showToast({ title: 'Posted', description: 'The post is on the page.' });
  else showFailed(error || CHECK_CREDENTIALS);
}

export function showNotPosted(error: unknown): void {
  const { data, message } = toCallError(error);
  if (data?.httpStatus === 401) return;
  if (!data) showFailed(NO_NETWORK);
  else if (data.issues) showFailed(data.issues[0]?.message ?? CHECK_CREDENTIALS);
  else showFailed(data.httpStatus === 409 || data.httpStatus === 400 ? message : CHECK_CREDENTIALS);
}

/**
 * Posts at once. After a lost answer or an unknown result, a second press repeats the same posting, so that the page shows one post.
 * After any other answer or with another text it is a new one.
 */
export function usePostNow(onPosted: (post: Posting, outcome: PostOutcome) => void) {
  const keys = useRef(new Map<string, string>());
  const call = trpc.social.postNow.useMutation({
    onSuccess: (outcome, { message, platform, type }) => {
      if (!outcome.post?.isUnknown) keys.current.delete(toKey({ message, platform, type }));
      showOutcome(outcome.post?.isUnknown ? { ...outcome, error: `${outcome.error} ${NOT_THERE}` } : outcome);
      if (outcome.success) onPosted({ content: message, platform: platform ?? PUBLISHED_ON, type: type ?? 'business-update' }, outcome);
    },
    onError: showNotPosted,
  });
  const post = ({ content: message, platform, type }: Posting) => {
    const written = toKey({ message, platform, type });
    const idempotencyKey = keys.current.get(written) ?? randomId();
    keys.current.set(written, idempotencyKey);
    call.mutate({ message, platform, type, idempotencyKey });
  };
  return { post, isPending: call.isPending };
}

const NOT_SET_UP = 'Facebook is not set up, so nothing goes out by itself. At its time the post is listed as failed, for you to copy.';

/** Returns a function that returns a sentence about when a post goes out, or replaces it while Facebook is not set up. */
export function useGoingOut(): (sentence: string) => string {
  const { data } = trpc.social.overview.useQuery();
  return (sentence) => (data?.isConfigured === false ? NOT_SET_UP : sentence);
}
