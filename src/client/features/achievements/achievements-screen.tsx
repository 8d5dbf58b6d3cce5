import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import type { Achievement, AchievementRarity, AchievementStats } from '../../../shared/achievements';
import { businessDay, formatDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { Loaded } from '../../ui/loaded';
import { CallButton } from '../../ui/mutation-button';
import { PageTitle } from '../../ui/page-title';
import { ProgressBar } from '../../ui/progress-bar';
import { EmptyState, ErrorState } from '../../ui/states';
import { TabList } from '../../ui/tab-list';
import { showToast } from '../../ui/toast/toast-store';
import { useNarrow } from '../../ui/use-narrow';
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
      <header className="grid gap-3">
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
      {!list.isError && <ProgressCards achievements={achievements} />}
      {stats.isError ? (
        <ErrorState text="The figures could not be loaded." onRetry={() => void stats.refetch()} />
      ) : (
        <StatsCards stats={stats.data?.stats} />
      )}
      <Tabs.Root value={tab} onValueChange={(next) => onTab(next as AchievementTab)} className="grid gap-4">
        <TabList
          label="Achievements"
          tabs={TABS.map((value) => [value, LABELS[value]])}
          tab="min-w-11 px-2 text-sm md:px-4 md:text-[15px]"
        />
        <Tabs.Content value={tab} className="grid gap-3 outline-none">
          <Loaded query={list} loading="Loading achievements..." failed="The achievements could not be loaded.">
            {({ achievements: all }) => <Cards key={tab} tab={tab} achievements={all} onTab={onTab} />}
          </Loaded>
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

/** Achievements that a phone shows at first. */
const FIRST = 10;

type CardsProps = { tab: AchievementTab; achievements: readonly Achievement[]; onTab: (tab: AchievementTab) => void };

function Cards({ tab, achievements, onTab }: CardsProps) {
  const isNarrow = useNarrow();
  const [isWhole, setIsWhole] = useState(false);
  const shown = achievements.filter(({ category }) => tab === 'all' || category === tab);
  if (shown.length === 0)
    return (
      <EmptyState
        heading="h2"
        title="No achievements found"
        text="Choose another tab above."
        action="Show All"
        onAction={() => onTab('all')}
      />
    );
  const isFolded = isNarrow && !isWhole && shown.length > FIRST + 2;
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper">
        {(isFolded ? shown.slice(0, FIRST) : shown).map((achievement) => (
          <AchievementCard key={achievement.id} achievement={achievement} />
        ))}
      </ul>
      {isFolded && <Button look="button-ghost justify-self-center" label={`Show all ${shown.length}`} onPress={() => setIsWhole(true)} />}
    </>
  );
}

function Check() {
  const check = trpc.achievements.check.useMutation({
    meta: { failure: 'Failed to check for new achievements. Please try again.' },
    onSuccess: ({ achievements }) =>
      showToast(
        achievements.length === 0
          ? { title: 'No New Achievements', description: 'There are no new achievements since the last check.' }
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
    <FigureStrip label="Progress" layout="lg:grid-cols-4">
      <FigureCard name="Unlocked" value={unlocked && achievements && `${unlocked.length} of ${achievements.length}`} />
      <FigureCard name="Completion" value={percent === undefined ? undefined : `${percent}%`} />
      <FigureCard
        name="Score"
        value={unlocked && String(unlocked.reduce((sum, { points }) => sum + points, 0))}
        text="points, just for fun"
      />
      <FigureCard name="Next" value={achievements && (next?.name ?? 'All done')} text={next && `${next.progress} of ${next.maxProgress}`} />
    </FigureStrip>
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
  <FigureStrip label="Statistics" layout="sm:grid-cols-3 lg:grid-cols-5">
    {FIGURES.map(([field, label]) => (
      <FigureCard key={field} name={label} value={stats && formatFigure(stats[field])} />
    ))}
  </FigureStrip>
);

const RARITIES: Record<AchievementRarity, readonly [word: string, look: string]> = {
  common: ['Common', 'bg-sage-100 text-pine-700'],
  rare: ['Rare', 'bg-blue-100 text-blue-700'],
  epic: ['Epic', 'bg-amber-100 text-amber-700'],
  legendary: ['Legendary', 'bg-citrus-500 text-pine-950'],
};

function AchievementCard({ achievement }: { achievement: Achievement }) {
  const { name, description, category, rarity, icon, reward, progress, maxProgress, unlockedAt } = achievement;
  const Icon = getIcon(icon);
  const [word, look] = RARITIES[rarity];
  const reached = `${progress} of ${maxProgress}`;
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 gap-y-1 px-4 py-2.5 text-sm leading-5 md:grid-cols-[40px_minmax(0,1fr)_11rem_13rem] md:items-center md:gap-x-5">
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-10 place-items-center rounded-card max-md:row-span-3',
          unlockedAt ? 'bg-pine-900 text-citrus-500' : 'bg-sage-100 text-muted',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 className="font-semibold text-[15px]">{name}</h2>
          <span className="text-muted">{LABELS[category]}</span>
          <span className={`rounded-full px-2 font-semibold text-xs leading-5 ${look}`}>{word}</span>
        </div>
        <p className="text-muted">{description}</p>
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar label={`Progress of ${name}`} value={progress} most={maxProgress} text={reached} look="h-1.5 grow" />
        <span className="font-semibold tabular-nums">{reached}</span>
      </div>
      <p className="flex flex-wrap gap-x-3 md:block">
        <span className="md:block">{reward}</span>
        {unlockedAt ? (
          <time dateTime={unlockedAt} className="font-medium text-pine-700 md:block">
            {formatDay(businessDay(unlockedAt))}
          </time>
        ) : (
          <span className="inline-flex items-center gap-1 text-muted">
            <Lock aria-hidden="true" className="size-3.5" /> Locked
          </span>
        )}
      </p>
    </li>
  );
}
