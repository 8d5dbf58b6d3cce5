import { clsx } from 'clsx';
import { useState } from 'react';
import { isOpenPost, PLATFORM_NAMES, type PostStatus } from '../../../shared/social';
import type { Post } from '../../../shared/social-schemas';
import { getToday } from '../../clock';
import { Dialog } from '../../ui/dialog';
import { formatLongDay, formatShortDay, formatTime } from '../../ui/times';
import { NotOnPage } from './post-actions';
import { PostCard } from './post-card';
import { dropLook, getPostTime, isInMonth, listPostsOfDay } from './schedule-days';
import { useDraggablePost, useDropDay, useMovePost } from './use-move-post';

/** Posts of a day that are drawn, since one busy day would stretch its week. */
const MOST_OF_DAY = 3;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

type MonthGridProps = { days: readonly string[]; shown: string; posts: readonly Post[]; onOpen: (id: number) => void };

export function MonthGrid({ days, shown, posts, onOpen }: MonthGridProps) {
  const { move, question } = useMovePost();
  const [opened, setOpened] = useState<string>();
  const hasPosts = days.some((day) => isInMonth(day, shown) && listPostsOfDay(posts, day).length > 0);
  return (
    <>
      <p className="text-muted text-sm max-lg:hidden">Drag a post to another day, or press it to change its day and time.</p>
      {!hasPosts && <p className="text-muted lg:hidden">Nothing planned in this month.</p>}
      <div className="lg:overflow-hidden lg:rounded-card lg:border lg:border-line lg:bg-paper">
        <div aria-hidden="true" className="hidden border-line border-b lg:grid lg:grid-cols-7">
          {WEEKDAYS.map((name) => (
            <span key={name} className="px-2 py-1.5 text-muted text-sm">
              {name}
            </span>
          ))}
        </div>
        <ol className="grid gap-2 lg:grid-cols-7 lg:gap-px lg:bg-line">
          {days.map((day) => (
            <MonthDay
              key={day}
              day={day}
              isOutside={!isInMonth(day, shown)}
              posts={listPostsOfDay(posts, day)}
              onDrop={(post) => move(post, day)}
              onOpen={onOpen}
              onMore={() => setOpened(day)}
            />
          ))}
        </ol>
      </div>
      {opened && <DayDialog day={opened} posts={listPostsOfDay(posts, opened)} onOpen={onOpen} onClose={() => setOpened(undefined)} />}
      <NotOnPage {...question} />
    </>
  );
}

type MonthDayProps = {
  day: string;
  isOutside: boolean;
  posts: readonly Post[];
  onDrop: (post: Post) => void;
  onOpen: (id: number) => void;
  onMore: () => void;
};

function MonthDay({ day, isOutside, posts, onDrop, onOpen, onMore }: MonthDayProps) {
  const { cell, isOver } = useDropDay<HTMLLIElement>(onDrop);
  return (
    <li
      ref={cell}
      data-day={day}
      className={clsx(
        'grid content-start gap-1.5 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:py-3 lg:min-h-28 lg:p-1.5',
        isOver ? dropLook(day) : isOutside ? 'lg:bg-sage-50' : 'lg:bg-paper',
        (posts.length === 0 || isOutside) && 'max-lg:hidden',
      )}
    >
      <h3
        className={clsx(
          'text-sm tabular-nums',
          day === getToday() ? 'font-bold text-pine-600' : isOutside ? 'text-muted' : 'font-semibold',
        )}
      >
        <span aria-hidden="true" className="max-lg:hidden">
          {Number(day.slice(8))}
          {day === getToday() && ' · today'}
        </span>
        <span className="text-base lg:sr-only">
          {formatShortDay(day)}
          {day === getToday() && ', today'}
        </span>
      </h3>
      {posts.length > 0 && (
        <ul className="grid gap-1">
          {posts.slice(0, MOST_OF_DAY).map((post) => (
            <MonthPost key={post.id} post={post} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {posts.length > MOST_OF_DAY && (
        <button
          type="button"
          className="min-h-11 rounded-small px-2 text-left font-semibold text-pine-700 text-sm hover:bg-sage-100 lg:min-h-7"
          onClick={onMore}
        >
          +{posts.length - MOST_OF_DAY} more<span className="sr-only">, {formatShortDay(day)}</span>
        </button>
      )}
    </li>
  );
}

const LOOKS: Record<PostStatus, string> = {
  draft: 'border-line bg-paper',
  scheduled: 'border-amber-700/40 bg-amber-100',
  publishing: 'border-blue-700/40 bg-blue-100',
  posted: 'border-pine-600/40 bg-sage-100',
  failed: 'border-red-600/40 bg-red-100',
  missed: 'border-red-600/40 bg-red-100',
  cancelled: 'border-line bg-paper',
};

function MonthPost({ post, onOpen }: { post: Post; onOpen: (id: number) => void }) {
  const { id, platform, content, status, error } = post;
  const block = useDraggablePost<HTMLLIElement>(post);
  const at = getPostTime(post);
  return (
    <li ref={block} className="min-w-0">
      <button
        type="button"
        onClick={() => onOpen(id)}
        className={clsx(
          'w-full rounded-small border px-2 py-1 text-left text-[13.5px] leading-snug max-lg:min-h-11 max-lg:py-2',
          LOOKS[status],
          isOpenPost(status) && 'lg:cursor-grab',
        )}
      >
        <span className="flex flex-wrap gap-x-1.5 tabular-nums">
          <b className="font-semibold">{at && formatTime(at)}</b>
          <span>{status}</span>
        </span>
        <span className="line-clamp-2 [overflow-wrap:anywhere]">{content}</span>
        <span className="sr-only">, {PLATFORM_NAMES[platform]}</span>
        {(status === 'failed' || status === 'missed') && error && (
          <span className="line-clamp-2 text-red-600 [overflow-wrap:anywhere]">{error}</span>
        )}
      </button>
    </li>
  );
}

type DayDialogProps = { day: string; posts: readonly Post[]; onOpen: (id: number) => void; onClose: () => void };

const DayDialog = ({ day, posts, onOpen, onClose }: DayDialogProps) => {
  const open = (id: number) => {
    onClose();
    onOpen(id);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={formatLongDay(day)} text={posts.length === 1 ? '1 post' : `${posts.length} posts`}>
      <ul className="grid divide-y divide-line">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} onOpen={open} />
        ))}
      </ul>
    </Dialog>
  );
};
