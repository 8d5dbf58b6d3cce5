import { clsx } from 'clsx';
import type { Post } from '../../../shared/social';
import { postsOfDay } from './planned-posts';
import { PostCard } from './post-card';
import { showShortDay, today } from './schedule-days';

type WeekListProps = { days: readonly string[]; posts: readonly Post[]; onOpen: (id: number) => void };

/** A week by day, with all there is to know of each post. */
export const WeekList = ({ days, posts, onOpen }: WeekListProps) => (
  <ol className="grid divide-y divide-line rounded-card border border-line bg-paper">
    {days.map((day) => {
      const own = postsOfDay(posts, day);
      const isToday = day === today();
      return (
        <li key={day} className="grid gap-x-5 px-4 py-3 sm:px-5 md:grid-cols-[120px_minmax(0,1fr)]">
          <h3 className={clsx('py-1.5 font-bold', isToday && 'text-pine-600')}>
            {showShortDay(day)}
            {isToday && <span className="font-normal text-sm max-md:ml-2 md:block"> today</span>}
          </h3>
          {own.length === 0 ? (
            <p className="py-1.5 text-muted max-md:pt-0">Nothing planned.</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {own.map((post) => (
                <PostCard key={post.id} post={post} onOpen={onOpen} isOfDay />
              ))}
            </ul>
          )}
        </li>
      );
    })}
  </ol>
);
