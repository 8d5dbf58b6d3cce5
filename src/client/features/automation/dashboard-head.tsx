import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/time';
import { ActionButton } from '../../ui/action-button';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { PageTitle } from '../../ui/page-title';
import { pressOnce } from '../../ui/press-once';

type DashboardHeadProps = {
  title: string;
  text: string;
  /** Undefined while the status is loading. */
  isOn: boolean | undefined;
  words: readonly [on: string, off: string];
  since: string | null | undefined;
  by: string | null | undefined;
  isRefreshing: boolean;
  onRefreshing: (isRefreshing: boolean) => void;
  start: { label: string; isPending: boolean; onPress: () => void };
  stop: { isPending: boolean; onPress: () => void };
  children?: ReactNode;
};

export function DashboardHead({
  title,
  text,
  isOn,
  words,
  since,
  by,
  isRefreshing,
  onRefreshing,
  start,
  stop,
  children,
}: DashboardHeadProps) {
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
        {children}
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <div className="mr-auto">
          <PageTitle>{title}</PageTitle>
          <p className="mt-1 max-w-[60ch] text-muted">{text}</p>
          <p role="status" className="mt-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            {isOn !== undefined && <Chip tone={isOn ? 'good' : 'quiet'}>{isOn ? words[0] : words[1]}</Chip>}
            {isOn && since && (
              <span>
                since <time dateTime={since}>{formatDateTime(since)}</time>
                {by && `, started by ${by}`}
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 font-medium text-[15px]">
            <input
              type="checkbox"
              className="size-5 accent-pine-900"
              checked={isRefreshing}
              onChange={(event) => onRefreshing(event.target.checked)}
            />
            Auto-refresh {isRefreshing ? 'on' : 'off'}
          </label>
          <button
            type="button"
            className="button-primary max-sm:grow"
            disabled={isOn !== false}
            aria-busy={start.isPending}
            {...pressOnce(() => !start.isPending && start.onPress())}
          >
            {start.isPending ? 'Starting...' : start.label}
          </button>
          {isOn && <ActionButton label="Stop" busy="Stopping..." isPending={stop.isPending} onPress={stop.onPress} />}
        </div>
      </div>
    </header>
  );
}
