import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { Achievement, AchievementRarity, AchievementStats } from '../../../shared/achievements';
import { businessDay, formatDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { CallButton } from '../../ui/mutation-button';
import { PageTitle } from '../../ui/page-title';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import { TabList } from '../../ui/tab-list';
import { showToast } from '../../ui/toast/toast-store';
import { type AchievementTab, TABS } from './achievements-search';
import { getIcon } from './icons';

const POLL = { refetchInterval: 30_000 };
const LABELS: Record<AchievementTab, string> = { all: 'All', daily: 'Daily', milestone: 'Milestone', streak: 'Streak', special: 'Special' };

export function AchievementsScreen({ tab, onTab }: { tab: AchievementTab; onTab: (tab: AchievementTab) => void }) {
  const list = trpc.achievements.list.useQuery(undefined, POLL);
  const stats = trpc.achievements.stats.useQuery(undefined, POLL);
  const achievements = list.data?.achievements;
  return (
    <>
      <header className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
          <ScreenLink to="/ai-dashboard" look="button-ghost lg:min-h-9" label="AI Dashboard" />
        </div>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="mr-auto">
            <PageTitle>AI Performance Achievements</PageTitle>
            <p className="mt-1 text-muted">What you and the workers have reached so far, counted from your own records.</p>
          </div>
          <Check />
        </div>
      </header>
      <ProgressCards achievements={achievements} />
      {stats.isError ? (
        <ErrorState text="The figures could not be loaded." onRetry={() => void stats.refetch()} />
      ) : (
        <StatsCards stats={stats.data?.stats} />
      )}
      <Tabs.Root value={tab} onValueChange={(next) => onTab(next as AchievementTab)} className="grid gap-5">
        <TabList label="Achievements" tabs={TABS.map((value) => [value, LABELS[value]])} />
        <Tabs.Content value={tab} className="grid gap-3 outline-none">
          {list.isPending && <ListSkeleton label="Loading achievements..." />}
          {list.isError && <ErrorState text="The achievements could not be loaded." onRetry={() => void list.refetch()} />}
          {achievements && <Cards achievements={achievements.filter(({ category }) => tab === 'all' || category === tab)} />}
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

function Cards({ achievements }: { achievements: readonly Achievement[] }) {
  if (achievements.length === 0) return <EmptyState heading="h2" title="No achievements found" text="Choose another tab above." />;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {achievements.map((achievement) => (
        <AchievementCard key={achievement.id} achievement={achievement} />
      ))}
    </ul>
  );
}

function Check() {
  const check = trpc.achievements.check.useMutation({
    meta: { failure: 'Failed to check for new achievements. Please try again.' },
    onSuccess: ({ achievements }) =>
      showToast(
        achievements.length === 0
          ? { title: 'No New Achievements', description: 'You reached nothing new since the last check.' }
          : {
              title: achievements.length === 1 ? 'Achievement Unlocked' : `${achievements.length} Achievements Unlocked`,
              description: `${achievements.map(({ name }) => name).join(', ')}.`,
            },
      ),
  });
  return (
    <CallButton look="button-primary max-sm:w-full" label="Check for New Achievements" busy="Checking..." call={check} input={undefined} />
  );
}

function ProgressCards({ achievements }: { achievements: readonly Achievement[] | undefined }) {
  const unlocked = achievements?.filter(({ unlockedAt }) => unlockedAt !== null);
  const next = achievements
    ?.filter(({ unlockedAt }) => unlockedAt === null)
    .sort((a, b) => b.progress / b.maxProgress - a.progress / a.maxProgress)[0];
  const percent = achievements && unlocked && Math.round((100 * unlocked.length) / achievements.length);
  return (
    <dl aria-label="Progress" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard name="Unlocked" value={unlocked && achievements && `${unlocked.length} of ${achievements.length}`} />
      <FigureCard name="Completion" value={percent === undefined ? undefined : `${percent}%`} />
      <FigureCard
        name="Score"
        value={unlocked && String(unlocked.reduce((sum, { points }) => sum + points, 0))}
        text="points, just for fun"
      />
      <FigureCard name="Next" value={achievements && (next?.name ?? 'All done')} text={next && `${next.progress} of ${next.maxProgress}`} />
    </dl>
  );
}

const FIGURES: readonly (readonly [keyof AchievementStats, string])[] = [
  ['totalLeadsGenerated', 'Leads Generated'],
  ['totalPartnershipsCreated', 'Partnerships Won'],
  ['totalCorporateContracts', 'Corporate Contracts Won'],
  ['marketExpansions', 'Market Expansions Won'],
  ['dailyStreak', 'Daily Streak'],
  ['bestDailyPerformance', 'Best Daily Performance'],
  ['socialMediaPosts', 'Social Media Posts'],
  ['teamMemberAssignments', 'Team Member Assignments'],
  ['lastActiveDate', 'Last Active'],
  ['joinDate', 'Since'],
];

const formatFigure = (value: string | number | null): string =>
  value === null ? 'not yet' : typeof value === 'number' ? String(value) : formatDay(value);

const StatsCards = ({ stats }: { stats: AchievementStats | undefined }) => (
  <dl
    aria-label="Statistics"
    className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border border-line bg-paper p-5 sm:grid-cols-3 lg:grid-cols-5"
  >
    {FIGURES.map(([field, label]) => (
      <div key={field} className="grid content-start gap-0.5">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="font-bold text-lg tabular-nums [overflow-wrap:anywhere]">{stats ? formatFigure(stats[field]) : '…'}</dd>
      </div>
    ))}
  </dl>
);

const RARITIES: Record<AchievementRarity, readonly [word: string, look: string]> = {
  common: ['Common', 'bg-sage-100 text-pine-700'],
  rare: ['Rare', 'bg-blue-100 text-blue-700'],
  epic: ['Epic', 'bg-amber-100 text-amber-700'],
  legendary: ['Legendary', 'bg-citrus-500 text-pine-950'],
};
const TAG = 'rounded-full px-2.5 py-1 font-semibold text-[12.5px] leading-none';

function AchievementCard({ achievement }: { achievement: Achievement }) {
  const { name, description, category, rarity, icon, reward, progress, maxProgress, unlockedAt } = achievement;
  const Icon = getIcon(icon);
  const [word, look] = RARITIES[rarity];
  return (
    <li
      className={clsx(
        'grid grid-rows-[auto_1fr_auto] content-start gap-3 rounded-card border bg-paper p-5',
        unlockedAt ? 'border-pine-700' : 'border-line',
      )}
    >
      <div className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-12 shrink-0 place-items-center rounded-card',
            unlockedAt ? 'bg-pine-900 text-citrus-500' : 'bg-sage-100 text-muted',
          )}
        >
          <Icon className="size-6" />
        </span>
        <div className="grid min-w-0 gap-1.5">
          <h2 className="font-bold text-lg leading-tight">{name}</h2>
          <p className="flex flex-wrap gap-1.5">
            <span className={`${TAG} bg-line/60 text-muted`}>{LABELS[category]}</span>
            <span className={`${TAG} ${look}`}>{word}</span>
          </p>
        </div>
      </div>
      <p className="text-muted">{description}</p>
      <div className="grid gap-2">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="text-muted">Progress</span>
          <span className="font-semibold tabular-nums">
            {progress} of {maxProgress}
          </span>
        </p>
        <div
          role="progressbar"
          aria-label={`Progress of ${name}`}
          aria-valuemin={0}
          aria-valuemax={maxProgress}
          aria-valuenow={progress}
          aria-valuetext={`${progress} of ${maxProgress}`}
          className="h-2 overflow-hidden rounded-full bg-sage-100"
        >
          <div className="h-full rounded-full bg-pine-600" style={{ width: `${(100 * progress) / maxProgress}%` }} />
        </div>
        <p className="text-sm">
          <span className="text-muted">Reward</span> {reward}
        </p>
        <p className="flex min-h-6 items-center gap-1.5 text-sm">
          {unlockedAt ? (
            <span className="font-medium text-pine-700">
              Unlocked <time dateTime={unlockedAt}>{formatDay(businessDay(unlockedAt))}</time>
            </span>
          ) : (
            <span className="inline-flex items-center gap-1.5 text-muted">
              <Lock aria-hidden="true" className="size-3.5" /> Locked
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
