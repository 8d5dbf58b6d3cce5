import { clsx } from 'clsx';
import type { Post } from '../../../shared/social-schemas';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { useClose } from '../../ui/beside-list';
import { BottomBar } from '../../ui/bottom-bar';
import { Button, ScreenLink } from '../../ui/button';
import { DaySteps } from '../../ui/day-steps';
import { FilterPills } from '../../ui/filter-pills';
import { getRows, PAGED } from '../../ui/paged-list';
import { Section } from '../../ui/panel';
import { isUsualDay } from '../../ui/search-params';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { formatShortDay } from '../../ui/times';
import { MonthGrid } from './month-grid';
import { NotOnPage } from './post-actions';
import { PostCard } from './post-card';
import { PostDialog } from './post-dialog';
import { PostsTable } from './posts-table';
import { daysShown, dropLook, formatPeriod, listPostsOfDay, stepFrom } from './schedule-days';
import type { SocialSearch } from './social-search';
import { useDropDay, useMovePost } from './use-move-post';

export function ScheduleTab({ search, onSearch }: { search: SocialSearch; onSearch: (search: SocialSearch) => void }) {
  const { view = 'week', date = getToday(), post } = search;
  const close = useClose('post');
  const open = (id: number | 'new') => onSearch({ ...search, post: id });
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
        <FilterPills
          legend="Show"
          filters={[
            { value: 'week' as const, label: 'Week' },
            { value: 'month' as const, label: 'Month' },
            { value: 'missed' as const, label: 'Missed' },
          ]}
          value={view}
          onFilter={(next) => onSearch({ ...search, view: next === 'week' ? undefined : next })}
        />
        {view !== 'missed' && <Steps view={view} date={date} onDate={(next) => onSearch({ ...search, date: next })} />}
        <BottomBar layout="sm:ml-auto">
          <Button isNew look="button-primary" label="New Post" onPress={() => open('new')} />
        </BottomBar>
      </div>
      {view === 'missed' ? (
        <WaitingPosts view="missed" />
      ) : (
        <>
          <Planned view={view} date={date} onOpen={open} />
          <WaitingLists />
        </>
      )}
      {post !== undefined && <PostDialog key={post} post={post} onClose={close} />}
    </div>
  );
}

const Steps = ({ view, date, onDate }: { view: 'week' | 'month'; date: string; onDate: (date: string) => void }) => (
  <div className="flex flex-wrap items-center gap-2">
    <DaySteps day={date} unit={view} step={(day, direction) => stepFrom(view, day, direction)} onDay={onDate} />
    <label>
      <span className="sr-only">Day</span>
      <input
        type="date"
        value={date}
        onChange={(event) => isUsualDay(event.target.value) && onDate(event.target.value)}
        className="min-h-11 rounded-small border border-control bg-paper px-3 text-[15px]"
      />
    </label>
  </div>
);

/** Posts that a month or a week shows at most. */
const MOST_POSTS = 200;

function Planned({ view, date, onOpen }: { view: 'week' | 'month'; date: string; onOpen: (id: number) => void }) {
  const days = daysShown(view, date);
  const [from = date] = days;
  const list = trpc.social.listPosts.useQuery({ view: 'all', from, to: days.at(-1) ?? date, limit: MOST_POSTS });
  const posts = (list.data?.rows ?? []).filter(({ status }) => status !== 'cancelled');
  return (
    <Section title={formatPeriod(view, date)} gap="gap-3">
      {list.isPending && <ListSkeleton label="Loading the schedule..." />}
      {list.isError && <ErrorState text="The schedule could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && view === 'week' && <WeekList days={days} posts={posts} onOpen={onOpen} />}
      {list.isSuccess && view === 'month' && <MonthGrid days={days} shown={date} posts={posts} onOpen={onOpen} />}
      {list.data?.nextCursor != null && (
        <p className="text-muted text-sm">Only the newest {MOST_POSTS} of these posts are shown; the weeks hold them all.</p>
      )}
    </Section>
  );
}

const VIEWS = {
  draft: {
    title: 'Drafts',
    nothing: 'Posts without a time wait here, also those that the social content worker proposes.',
    failure: 'The drafts could not be loaded.',
  },
  missed: { title: 'Missed', nothing: 'No posts missed their time.', failure: 'The missed posts could not be loaded.' },
  failed: { title: 'Failed', nothing: 'Nothing failed.', failure: 'The failed posts could not be loaded.' },
} as const;
const PAGE = 10;

const useWaiting = (view: keyof typeof VIEWS) => trpc.social.listPosts.useInfiniteQuery({ view, limit: PAGE }, PAGED);

/** Shows the lists together, since each may be shorter than its skeleton. */
function WaitingLists() {
  const lists = [useWaiting('missed'), useWaiting('draft'), useWaiting('failed')];
  if (lists.some(({ isFetched }) => !isFetched)) return <ListSkeleton label="Loading the posts that wait..." />;
  return (
    <>
      <WaitingPosts view="missed" isHiddenWhenEmpty />
      <WaitingPosts view="draft" />
      <WaitingPosts view="failed" />
    </>
  );
}

/** `isHiddenWhenEmpty` shows the panel only if it has posts or could not be loaded. */
type WaitingPostsProps = { view: keyof typeof VIEWS; isHiddenWhenEmpty?: boolean };

function WaitingPosts({ view, isHiddenWhenEmpty = false }: WaitingPostsProps) {
  const list = useWaiting(view);
  const posts = getRows(list);
  const { title, nothing, failure } = VIEWS[view];
  if (isHiddenWhenEmpty && !list.isError && posts.length === 0) return null;
  return (
    <Section title={title} gap="gap-3">
      <PostsTable
        list={list}
        title={title}
        loading={`Loading: ${title}`}
        failed={failure}
        empty={
          view === 'draft' ? (
            <EmptyState title="No drafts" text={nothing}>
              <ScreenLink to="/social-media" search={{ tab: 'post' }} look="button-ghost mt-2" label="Write a Post" />
            </EmptyState>
          ) : (
            <p className="text-muted">{nothing}</p>
          )
        }
      />
    </Section>
  );
}

function WeekList({ days, posts, onOpen }: { days: readonly string[]; posts: readonly Post[]; onOpen: (id: number) => void }) {
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
      className={clsx('grid gap-x-5 px-4 py-1.5 sm:px-5 md:grid-cols-[120px_minmax(0,1fr)]', isOver && dropLook(day))}
    >
      <h3 className={clsx('py-1.5 font-semibold', isToday && 'text-pine-600')}>
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
