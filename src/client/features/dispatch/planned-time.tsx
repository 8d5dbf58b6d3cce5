import { isOutsideHours, type WorkOrder } from '../../../shared/dispatch';
import { ScreenLink } from '../../ui/button';
import { useCompany } from '../../ui/public/company';
import { formatTimestamp } from '../../ui/times';
import { OutsideHoursChip } from './work-order-chips';

export function PlannedTime({ order: { id, status, scheduledDate } }: { order: WorkOrder }) {
  const { hours } = useCompany();
  const isOutside = isOutsideHours(scheduledDate, hours);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        Planned for <b className="font-semibold">{formatTimestamp(scheduledDate)}</b>
      </span>
      <OutsideHoursChip status={status} scheduledDate={scheduledDate} />
      {isOutside && (
        <ScreenLink
          to="/team"
          search={{ order: id }}
          look="inline-flex min-h-11 items-center text-pine-700 underline underline-offset-4"
          label="Change the time"
        />
      )}
    </p>
  );
}
