import { clsx } from 'clsx';
import type { Post } from '../../../shared/social-schemas';
import { getToday } from '../../clock';
import { formatShortDay } from '../../ui/short-day';
import { NotOnPage } from './post-actions';
import { PostCard } from './post-card';
import { dropLook, listPostsOfDay } from './schedule-days';
import { useDropDay, useMovePost } from './use-move-post';

type WeekListProps = { days: readonly string[]; posts: readonly Post[]; onOpen: (id: number) => void };

export function WeekList({ days, posts, onOpen }: WeekListProps) {
  const { move, question } = useMovePost();
  return (
    <>
      <p className="text-muted text-sm max-lg:hidden">Drag a post to another day, or edit it to change its day and time.</p>
      <ol className="grid divide-y divide-line rounded-card border border-line bg-paper">
        {days.map((day) => (
          <WeekDay key={day} day={day} posts={listPostsOfDay(posts, day)} onDrop={(post) => move(post, day)} onOpen={onOpen} />
        ))}
      </ol>
      <NotOnPage {...question} />
    </>
  );
}

type WeekDayProps = { day: string; posts: readonly Post[]; onDrop: (post: Post) => void; onOpen: (id: number) => void };

function WeekDay({ day, posts, onDrop, onOpen }: WeekDayProps) {
  const { cell, isOver } = useDropDay<HTMLLIElement>(onDrop);
  const isToday = day === getToday();
  return (
    <li
      ref={cell}
      data-day={day}
      className={clsx('grid gap-x-5 px-4 py-3 sm:px-5 md:grid-cols-[120px_minmax(0,1fr)]', isOver && dropLook(day))}
    >
      <h3 className={clsx('py-1.5 font-bold', isToday && 'text-pine-600')}>
        {formatShortDay(day)}
        {isToday && <span className="font-normal text-sm max-md:ml-2 md:block"> today</span>}
      </h3>
      {posts.length === 0 ? (
        <p className="py-1.5 text-muted max-md:pt-0">Nothing planned.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {posts.map((post) => (
            <PostCard key={post.id} post={post} onOpen={onOpen} isOfDay />
          ))}
        </ul>
      )}
    </li>
  );
}
