import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../shared/counts';
import { MAX_MAP_JOBS, type MapDay, type MapSettings } from '../../../../shared/map';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { NewTabLink } from '../../../ui/outside-links';
import { Panel } from '../../../ui/panel';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states';
import { formatLongDay } from '../../../ui/times';
import type { TeamSearch } from '../team-search';
import { DayControls } from './day-controls';
import { type DayPlan, planDay } from './day-plan';
import { JobList } from './job-list';
import { MapCanvas } from './map-canvas';
import { PositionForm } from './position-form';

type MapViewProps = { search: TeamSearch; onSearch: (search: TeamSearch) => void; onOpen: (id: number) => void };

export function MapView({ search, onSearch, onOpen }: MapViewProps) {
  const { day = getToday(), member } = search;
  const settings = trpc.map.settings.useQuery();
  const jobs = trpc.map.listDay.useQuery({ day, ...(member !== undefined && { teamMemberId: member === 'none' ? null : member }) });
  const [failed] = [settings, jobs].filter(({ isError }) => isError);
  return (
    <section aria-labelledby="map-title" className="grid gap-4">
      <h2 id="map-title" className="font-bold text-xl">
        Map of {formatLongDay(day)}
      </h2>
      <DayControls
        day={day}
        member={member}
        counts={jobs.data}
        onDay={(next) => onSearch({ ...search, day: next })}
        onMember={(next) => onSearch({ ...search, member: next })}
      />
      {failed ? (
        <ErrorState text="The jobs of this day could not be loaded." onRetry={() => void failed.refetch()} />
      ) : (
        <Day jobs={jobs.data} settings={settings.data} isOfAll={member === undefined} onOpen={onOpen} />
      )}
    </section>
  );
}

type DayProps = { jobs: MapDay | undefined; settings: MapSettings | undefined; isOfAll: boolean; onOpen: (id: number) => void };
/** Beside the list; on a phone above it and sticky, unless the phone is in landscape. */
const MAP =
  'relative h-64 max-lg:z-20 max-lg:[@media(min-height:600px)]:sticky max-lg:top-15 max-lg:-mx-1 max-lg:bg-sage-50 max-lg:p-1 lg:sticky lg:top-6 lg:order-2 lg:h-[min(calc(100dvh-3rem),820px)]';
const SKIP = 'button-ghost pointer-events-none absolute top-3 left-3 z-20 opacity-0 focus:pointer-events-auto focus:opacity-100';
/** Keeps focused and scrolled-to jobs clear of the map above. */
const LIST =
  'grid min-w-0 content-start gap-4 outline-none max-lg:scroll-mt-84 lg:order-1 max-lg:[&_:is(a,button,input,[data-job])]:scroll-mt-84';
const NO_PINS: DayPlan['pins'] = [];

function Day({ jobs, settings, isOfAll, onOpen }: DayProps) {
  const [chosenId, setChosenId] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const plan = useMemo(() => (jobs && settings ? planDay(settings.depot, jobs.rows) : undefined), [jobs, settings]);
  const canLookUp = settings?.lookUpHost != null;
  // Scrolls to the chosen job, whose details have opened.
  useEffect(() => {
    list.current?.querySelector(`[data-job="${chosenId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(300px,2fr)_minmax(0,3fr)] lg:items-start">
      <div className={MAP}>
        <a href="#map-jobs" className={SKIP}>
          Skip the map
        </a>
        {settings && <MapCanvas settings={settings} pins={plan?.pins ?? NO_PINS} chosenId={chosenId} onChoose={setChosenId} />}
        {!settings && <div className="size-full rounded-card border border-line bg-sage-100" />}
      </div>
      <div ref={list} id="map-jobs" tabIndex={-1} className={LIST}>
        {!plan || !jobs ? (
          <ListSkeleton label="Loading the jobs of the day..." />
        ) : jobs.rows.length === 0 ? (
          <EmptyState title="No jobs on this day" text="Choose another day or another team member.">
            <ScreenLink to="/dispatch" look="button-ghost mt-2" label="Open Dispatch" />
          </EmptyState>
        ) : (
          <>
            <RouteSummary plan={plan} jobs={jobs} isOfAll={isOfAll} />
            <JobList pins={plan.pins} chosenId={chosenId} canLookUp={canLookUp} onChoose={setChosenId} onOpen={onOpen} />
            {plan.unplaced.length > 0 && <UnplacedJobs jobs={plan.unplaced} canLookUp={canLookUp} />}
          </>
        )}
      </div>
    </div>
  );
}

type SummaryProps = { plan: DayPlan; jobs: MapDay; isOfAll: boolean };
function RouteSummary({ plan: { pins, unplaced, straightLineKm, links }, jobs, isOfAll }: SummaryProps) {
  const approximate = pins.filter(({ town }) => town !== undefined).length;
  const missing = unplaced.length - approximate;
  const crews = new Set(pins.map(({ job }) => job.teamMemberId)).size;
  const notes = [
    jobs.isCut && `Only the first ${MAX_MAP_JOBS} jobs of the day are shown. Choose a team member to see theirs.`,
    approximate > 0 && `${formatCount(approximate, 'job is', 'jobs are')} shown at the town instead of the address.`,
    missing > 0 && `${formatCount(missing, 'job is', 'jobs are')} not in the route, because the position is missing.`,
    isOfAll && crews > 1 && 'This route covers the jobs of all team members. Choose one to see theirs.',
  ].filter((note) => note !== false);
  return (
    <div className="grid gap-3">
      <div>
        <p className="text-lg">
          <strong className="font-bold">{formatCount(pins.length, 'job')}</strong> on the map,{' '}
          <strong className="font-bold tabular-nums">{straightLineKm.toFixed(1)}</strong> straight-line km
        </p>
        <p className="text-muted text-sm">From the depot to the last job. Urgent jobs come first, and booked windows keep their order.</p>
        {notes.map((note) => (
          <p key={note} className="mt-1 text-sm">
            {note}
          </p>
        ))}
      </div>
      {links.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {links.map((href, place) => (
            <NewTabLink
              key={href}
              href={href}
              label={links.length === 1 ? 'Open route' : `Open route, part ${place + 1} of ${links.length}`}
            />
          ))}
        </div>
      )}
    </div>
  );
}

type UnplacedJobsProps = { jobs: DayPlan['unplaced']; canLookUp: boolean };

/** Lists the jobs whose address is not on the map, the form of the first one open. */
function UnplacedJobs({ jobs, canLookUp }: UnplacedJobsProps) {
  const [openId, setOpenId] = useState<number>();
  const opened = (jobs.find(({ job }) => job.id === openId) ?? jobs[0])?.job.id;
  return (
    <Panel title="No position yet">
      <p className="text-[15px] text-muted">A position is saved with the client’s address and used for all jobs there.</p>
      <ul className="grid gap-4 divide-y divide-line *:not-last:pb-4">
        {jobs.map(({ job, town }) => (
          <li key={job.id} className="grid gap-3">
            <div className="min-w-0">
              <h3 className="font-semibold [overflow-wrap:anywhere]">{job.clientName}</h3>
              <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{job.address}</p>
              <p className="text-sm">{town === undefined ? 'Not on the map and not in the route.' : `Approximate: shown at ${town}.`}</p>
            </div>
            {job.id === opened ? (
              <PositionForm job={job} canLookUp={canLookUp} />
            ) : (
              <button type="button" className="button-ghost justify-self-start" onClick={() => setOpenId(job.id)}>
                Add Position<span className="sr-only">, {job.clientName}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
