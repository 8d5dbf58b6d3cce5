import type { ACCOUNT_STATUSES, Platform, PostStatus } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { withoutDoubleStops } from '../../../shared/time';
import { Chip, type Tone } from '../../ui/chip';
import { Icon } from '../../ui/public/icons';
import { formatTimestamp } from '../../ui/times';

const numbers = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 });

/** Formats a figure as "1,204" or "3.5", or says that the platform did not report it. */
export const formatFigure = (value: number | null): string => (value === null ? 'not available' : numbers.format(value));

const POSTS: Record<PostStatus, readonly [tone: Tone, word: string]> = {
  draft: ['quiet', 'Draft'],
  scheduled: ['waiting', 'Scheduled'],
  publishing: ['active', 'Posting'],
  posted: ['good', 'Posted'],
  failed: ['bad', 'Failed'],
  missed: ['bad', 'Missed'],
  cancelled: ['quiet', 'Cancelled'],
};

export function PostChip({ status, isApproved = false }: { status: PostStatus; isApproved?: boolean }) {
  const [tone, word] = POSTS[status];
  return status === 'draft' && isApproved ? <Chip tone="active">Approved draft</Chip> : <Chip tone={tone}>{word}</Chip>;
}

export const PostError = ({ post: { error, nextAttemptAt, status }, size = '' }: { post: Post; size?: 'text-sm' | '' }) =>
  error && (
    <p className={`text-red-600 [overflow-wrap:anywhere] ${size}`}>
      {error}
      {nextAttemptAt && status === 'scheduled' && withoutDoubleStops(` Tried again ${formatTimestamp(nextAttemptAt)}.`)}
    </p>
  );

type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
const ACCOUNTS: Record<AccountStatus, readonly [tone: Tone, word: string]> = {
  connected: ['good', 'Connected'],
  pending: ['waiting', 'Pending'],
  disconnected: ['quiet', 'Disconnected'],
};

export function AccountChip({ status, isRefused = false }: { status: AccountStatus; isRefused?: boolean }) {
  const [tone, word] = isRefused ? (['bad', 'Disconnected, reconnect'] as const) : ACCOUNTS[status];
  return <Chip tone={tone}>{word}</Chip>;
}

export const PlatformMark = ({ platform }: { platform: Platform }) => (
  <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-small bg-sage-100 text-pine-700">
    {platform === 'tiktok' ? <NoteIcon /> : <Icon name={platform} />}
  </span>
);

/** A musical note, for TikTok. */
const NoteIcon = () => (
  <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
    <path d="M14 3v12.5a4 4 0 1 1-4-4M14 3c.4 3 2.4 5 5.5 5.200" />
  </svg>
);
