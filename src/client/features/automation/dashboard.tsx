import { type ReactNode, useState } from 'react';
import type { Dashboard as Key } from '../../../shared/automation';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { PageTitle } from '../../ui/page-title';
import { pressOnce } from '../../ui/press-once';
import { ProgressBar } from '../../ui/progress-bar';
import { ErrorState } from '../../ui/states';
import { TabPanels } from '../../ui/tab-list';
import { formatTimestamp } from '../../ui/times';
import type { AutomationSearch, DashboardSearchProps } from './automation-search';
import { type KindGroup, OpportunityList } from './opportunity-list';
import { WorkerSchedules } from './worker-schedules';

const REFRESH_MS = 30_000;

export function useRefresh() {
  const [isOn, setIsOn] = useState(true);
  return { isOn, setIsOn, refetch: { refetchInterval: isOn ? REFRESH_MS : (false as const) } };
}

type Call = { isPending: boolean; mutate: () => void };
type DashboardProps = DashboardSearchProps & {
  dashboard: Key;
  title: string;
  text: string;
  /** The words for the automation while it is on and off. */
  words: readonly [on: string, off: string];
  /** Undefined while the status is loading. */
  isOn: boolean | undefined;
  refresh: ReturnType<typeof useRefresh>;
  start: Call & { label: string };
  stop: Call;
  link: ReactNode;
  notice?: ReactNode;
  status: { isError: boolean; refetch: () => Promise<unknown> };
  summary: ReactNode;
  figures: ReactNode;
  groups: readonly KindGroup[];
  emptyText: string;
  /** The tab beside the opportunities. */
  part: { value: NonNullable<AutomationSearch['part']>; word: string; panel: ReactNode };
};

/** Shows an automation: its status and figures, its workers, and below that, in tabs, what they found and `part`. */
export function Dashboard({ notice, summary, figures, groups, emptyText, search, onSearch, part, ...head }: DashboardProps) {
  const { dashboard, status, refresh } = head;
  const { refetch } = refresh;
  return (
    <>
      <Head {...head} />
      {notice}
      {status.isError ? <ErrorState text="The status could not be loaded." onRetry={() => void status.refetch()} /> : summary}
      {figures}
      <WorkerSchedules dashboard={dashboard} refetch={refetch} search={search} />
      <div id="results" className="scroll-mt-24">
        <TabPanels
          label="Results"
          value={search.part ?? 'opportunities'}
          onTab={(value) => onSearch({ ...search, part: value === 'opportunities' ? undefined : value })}
          tabs={[
            {
              value: 'opportunities' as const,
              word: 'Opportunities',
              panel: <OpportunityList groups={groups} emptyText={emptyText} search={search} onSearch={onSearch} refetch={refetch} />,
            },
            part,
          ]}
        />
      </div>
    </>
  );
}

type HeadProps = Pick<DashboardProps, 'dashboard' | 'title' | 'text' | 'words' | 'isOn' | 'refresh' | 'start' | 'stop' | 'link'>;

function Head({ dashboard, title, text, words, isOn, refresh, start, stop, link }: HeadProps) {
  const { startedAt: since, startedBy: by } = trpc.automation.workers.useQuery({ dashboard }, refresh.refetch).data ?? {};
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
        {link}
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <div className="mr-auto">
          <PageTitle>{title}</PageTitle>
          <p className="mt-1 max-w-[80ch] text-muted max-sm:text-sm">{text}</p>
          <div className="mt-1 flex flex-wrap items-center gap-x-4">
            <p role="status" className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              {isOn !== undefined && <Chip tone={isOn ? 'good' : 'quiet'}>{isOn ? words[0] : words[1]}</Chip>}
              {isOn && since && (
                <span>
                  since <time dateTime={since}>{formatTimestamp(since)}</time>
                  {by && `, started by ${by}`}
                </span>
              )}
            </p>
            <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                className="size-5 accent-pine-900"
                checked={refresh.isOn}
                onChange={(event) => refresh.setIsOn(event.target.checked)}
              />
              Auto-refresh {refresh.isOn ? 'on' : 'off'}
            </label>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <button
            type="button"
            className="button-primary max-sm:grow"
            disabled={isOn !== false}
            aria-busy={start.isPending}
            {...pressOnce(() => !start.isPending && start.mutate())}
          >
            {start.isPending ? 'Starting...' : start.label}
          </button>
          {isOn && <ActionButton label="Stop" busy="Stopping..." isPending={stop.isPending} onPress={() => stop.mutate()} />}
        </div>
      </div>
    </header>
  );
}

type FiguresProps<Field extends string> = {
  label: string;
  layout: string;
  query: { data: Record<NoInfer<Field>, string> | undefined; isError: boolean; refetch: () => Promise<unknown> };
  cards: readonly (readonly [name: string, field: Field, text: string])[];
  children?: ReactNode;
};

/** Shows amounts as cards; `children` are further cards. */
export function Figures<Field extends string>({ label, layout, query: { data, isError, refetch }, cards, children }: FiguresProps<Field>) {
  if (isError) return <ErrorState text="The figures could not be loaded." onRetry={() => void refetch()} />;
  return (
    <FigureStrip label={label} layout={layout}>
      {cards.map(([name, field, text]) => (
        <FigureCard key={field} name={name} value={data && formatPrice(data[field])} text={text} />
      ))}
      {children}
    </FigureStrip>
  );
}

export const Progress = ({ label, percent, text, title }: { label: string; percent: number; text: string; title?: string }) => (
  <div className="grid content-between gap-1.5" title={title}>
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-[15px]">
      <span className="font-medium">{label}</span>
      <span className="text-muted text-sm tabular-nums">{text}</span>
    </p>
    <ProgressBar label={label} value={percent} text={text} />
  </div>
);
