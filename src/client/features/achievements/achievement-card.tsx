import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import type { Achievement, AchievementRarity } from '../../../shared/achievements';
import { businessDay, formatDay } from '../../../shared/time';
import { getIcon } from './icons';

const RARITIES: Record<AchievementRarity, readonly [word: string, look: string]> = {
  common: ['Common', 'bg-sage-100 text-pine-700'],
  rare: ['Rare', 'bg-blue-100 text-blue-700'],
  epic: ['Epic', 'bg-amber-100 text-amber-700'],
  legendary: ['Legendary', 'bg-citrus-500 text-ink'],
};
const CATEGORIES: Record<Achievement['category'], string> = {
  daily: 'Daily',
  milestone: 'Milestone',
  streak: 'Streak',
  special: 'Special',
};
const TAG = 'rounded-full px-2.5 py-1 font-semibold text-[12.5px] leading-none';

export function AchievementCard({ achievement }: { achievement: Achievement }) {
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
            <span className={`${TAG} bg-line/60 text-muted`}>{CATEGORIES[category]}</span>
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
          <div className="h-full rounded-full bg-pine-700" style={{ width: `${(100 * progress) / maxProgress}%` }} />
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
