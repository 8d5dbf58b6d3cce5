import type { z } from 'zod';
import type { bulkReport } from '../../../../shared/assignments';
import type { WorkOrder } from '../../../../shared/dispatch';
import { Button } from '../../../ui/button';
import { Chip } from '../../../ui/chip';
import { Dialog } from '../../../ui/dialog';

type BulkReportProps = { orders: readonly WorkOrder[]; rows: z.output<typeof bulkReport>['rows']; onClose: () => void };

export function BulkReport({ orders, rows, onClose }: BulkReportProps) {
  const assigned = rows.filter(({ error }) => error === null).length;
  return (
    <Dialog isOpen onOpenChange={onClose} title="Work Orders Assigned" text={`${assigned} of ${rows.length} were assigned.`}>
      <ul className="grid divide-y divide-line">
        {rows.map(({ workOrderId, warnings, error }) => {
          const order = orders.find(({ id }) => id === workOrderId);
          return (
            <li key={workOrderId} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{order?.client.name ?? workOrderId}</span>
                <Chip tone={error ? 'bad' : warnings.length > 0 ? 'waiting' : 'good'}>
                  {error ? 'not assigned' : warnings.length > 0 ? 'assigned, please check' : 'assigned'}
                </Chip>
              </p>
              {[...(error ? [error] : []), ...warnings].map((line) => (
                <p key={line} className="text-[15px] text-muted">
                  {line}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      <div className="flex justify-end">
        <Button look="button-dark" label="Done" onPress={onClose} />
      </div>
    </Dialog>
  );
}
