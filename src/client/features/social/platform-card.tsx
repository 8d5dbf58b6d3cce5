import { Link } from '@tanstack/react-router';
import { PLATFORM_NAMES } from '../../../shared/social';
import type { PlatformCard as Account } from '../../../shared/social-schemas';
import { AccountChip, formatFigure, PlatformMark } from './social-chips';

export const isRefused = ({ status, lastError }: Pick<Account, 'status' | 'lastError'>): boolean =>
  status === 'disconnected' && lastError !== null;

/** A platform with its figures. If it is not connected, they are fixed and labelled as samples. */
export function PlatformCard({ account }: { account: Account }) {
  const { platform, status, name, followers, engagement, posts, isSample, lastError } = account;
  return (
    <li className="grid content-start gap-4 rounded-card border border-line bg-paper p-5">
      <div className="flex items-center gap-3">
        <PlatformMark platform={platform} />
        <div className="min-w-0">
          <h3 className="font-bold leading-tight">{PLATFORM_NAMES[platform]}</h3>
          {name && <p className="text-muted text-sm [overflow-wrap:anywhere]">{name}</p>}
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <AccountChip status={status} isRefused={isRefused(account)} />
        {isSample && <span className="font-semibold text-amber-700 text-sm">Sample data</span>}
      </p>
      <dl className="grid grid-cols-3 gap-x-2 divide-line sm:grid-cols-1 sm:divide-y">
        <Figure name="Followers" value={followers} isSample={isSample} />
        <Figure name="Engagement" value={engagement} unit="%" isSample={isSample} />
        <Figure name="Posts" value={posts} isSample={isSample} />
      </dl>
      {lastError && <p className="text-red-600 text-sm [overflow-wrap:anywhere]">{lastError}</p>}
      {isRefused(account) && (
        <Link to="/social-media" search={{ tab: 'setup' }} className="button-ghost justify-self-start">
          Reconnect<span className="sr-only"> {PLATFORM_NAMES[platform]}</span>
        </Link>
      )}
    </li>
  );
}

const Figure = ({ name, value, unit = '', isSample }: { name: string; value: number | null; unit?: string; isSample: boolean }) => (
  <div className="flex-wrap items-baseline justify-between gap-x-3 sm:flex sm:py-1.5 sm:last:pb-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className={`font-bold font-display text-lg tabular-nums ${isSample ? 'text-muted' : ''}`}>
      {value === null ? (
        <span className="font-normal font-text text-muted text-sm">{formatFigure(value)}</span>
      ) : (
        `${formatFigure(value)}${unit}`
      )}
    </dd>
  </div>
);
