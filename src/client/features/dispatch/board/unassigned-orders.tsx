import { useEffect, useRef, useState } from 'react';
import { formatPlannedMinutes, formatService, type WorkOrder } from '../../../../shared/dispatch';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { Button, ScreenLink } from '../../../ui/button';
import { getRows, ListCount, type PagedQuery } from '../../../ui/paged-list';
import { EmptyState } from '../../../ui/states';
import { formatTimestamp } from '../../../ui/times';
import { WorkOrderId } from '../../../ui/work-order-id';
import { ConfirmedChip, CrewChip, DoNotServiceChip, OutsideHoursChip, OverbookedChip, PlanMark, PriorityChip } from '../work-order-chips';
import { BOARD_TITLE, BoardList, JobName } from './board-row';
import { makeDraggable } from './dragging';

type UnassignedOrdersProps = {
  list: PagedQuery<WorkOrder>;
  onAssign: (orders: WorkOrder[]) => void;
  onOpen: (jobId: number) => void;
};

export function UnassignedOrders({ list, onAssign, onOpen }: UnassignedOrdersProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const chosenOrders = getRows(list).filter(({ id }) => chosen.has(id));
  const toggle = (id: number) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])));
  return (
    <section aria-labelledby="unassigned-title" className="grid min-w-0 gap-2">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 id="unassigned-title" className={BOARD_TITLE}>
          Unassigned Work Orders
          <ListCount list={list} />
        </h2>
        {chosenOrders.length > 0 && (
          <Button look="button-primary" label={`Assign ${chosenOrders.length} Selected`} onPress={() => onAssign(chosenOrders)} />
        )}
      </div>
      <BoardList
        list={list}
        loading="Loading unassigned work orders..."
        failed="The work orders could not be loaded."
        empty={
          <EmptyState title="All Work Orders Assigned" text="New work orders from quotes, bookings and clients are listed here.">
            <ScreenLink to="/clients" look="button-ghost mt-2" label="Open Clients" />
          </EmptyState>
        }
      >
        {(order) => (
          <UnassignedOrder
            key={order.id}
            order={order}
            isChosen={chosen.has(order.id)}
            onToggle={() => toggle(order.id)}
            onAssign={() => onAssign([order])}
            onOpen={() => onOpen(order.id)}
          />
        )}
      </BoardList>
    </section>
  );
}

type UnassignedOrderProps = { order: WorkOrder; isChosen: boolean; onToggle: () => void; onAssign: () => void; onOpen: () => void };

function UnassignedOrder({ order, isChosen, onToggle, onAssign, onOpen }: UnassignedOrderProps) {
  const row = useRef<HTMLLIElement>(null);
  // Registers the row with the drag and drop library.
  useEffect(() => (row.current ? makeDraggable(row.current, { order }) : undefined), [order]);
  const { client, workOrderId } = order;
  return (
    <li ref={row} className="relative flex items-center gap-1 py-2 pr-3 has-checked:bg-sage-50 lg:cursor-grab">
      <label className="relative z-10 flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center">
        <input type="checkbox" className="size-5 accent-pine-700" checked={isChosen} onChange={onToggle} />
        <span className="sr-only">Select {formatWorkOrderId(workOrderId)}</span>
      </label>
      <div className="min-w-0 grow text-sm leading-5 [overflow-wrap:anywhere]">
        <JobName name={client.name} onOpen={onOpen} />
        <p>
          <time dateTime={order.scheduledDate} className="font-medium">
            {formatTimestamp(order.scheduledDate)}
          </time>{' '}
          · {formatPlannedMinutes(order)} <PlanMark order={order} />
        </p>
        <p className="text-muted">{client.address}</p>
        <p className="text-muted max-lg:hidden">
          {formatService(order.serviceType)} · <WorkOrderId id={workOrderId} />
        </p>
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
        <OverbookedChip {...order} />
        <ConfirmedChip {...order} />
        <DoNotServiceChip client={client} />
        <CrewChip order={order} />
      </div>
      <div className="relative z-10 grid shrink-0 justify-items-center gap-1">
        <PriorityChip priority={order.priority} />
        <Button look="button-dark px-4 lg:min-h-9" label="Assign" about={formatWorkOrderId(workOrderId)} onPress={onAssign} />
      </div>
    </li>
  );
}
