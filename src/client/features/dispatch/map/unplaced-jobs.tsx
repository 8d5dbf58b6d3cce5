import { Panel } from '../../../ui/panel';
import type { DayPlan } from './day-plan';
import { PositionForm } from './position-form';

type UnplacedJobsProps = { jobs: DayPlan['unplaced']; canLookUp: boolean };

export const UnplacedJobs = ({ jobs, canLookUp }: UnplacedJobsProps) => (
  <Panel title="No position yet">
    <p className="text-[15px] text-muted">A position is kept with the client’s address, for all its jobs.</p>
    <ul className="grid gap-5 divide-y divide-line *:not-last:pb-5">
      {jobs.map(({ job, town }) => (
        <li key={job.id} className="grid gap-3">
          <div className="min-w-0">
            <h3 className="font-semibold [overflow-wrap:anywhere]">{job.clientName}</h3>
            <p className="text-[15px] text-muted [overflow-wrap:anywhere]">{job.address}</p>
            <p className="text-sm">{town === undefined ? 'Not on the map and not in the route.' : `Drawn at ${town}, approximate.`}</p>
          </div>
          <PositionForm job={job} canLookUp={canLookUp} />
        </li>
      ))}
    </ul>
  </Panel>
);
