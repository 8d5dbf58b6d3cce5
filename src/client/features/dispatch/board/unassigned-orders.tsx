import { useEffect, useRef, useState } from 'react';
import { formatPlannedMinutes, formatService, type WorkOrder } from '../../../../shared/dispatch';
import { formatWorkOrderId } from '../../../../shared/work-order-id';
import { trpc } from '../../../trpc';
import { Button } from '../../../ui/button';
import { getRows, ListCount, PAGED, PagedList } from '../../../ui/paged-list';
import { EmptyState } from '../../../ui/states';
import { formatTimestamp } from '../../../ui/times';
import { WorkOrderId } from '../../../ui/work-order-id';
import { DoNotServiceChip, OutsideHoursChip, PriorityChip } from '../work-order-chips';
import { makeDraggable } from './dragging';

const PAGE = 50;

type UnassignedOrdersProps = { onAssign: (orders: WorkOrder[]) => void };

export function UnassignedOrders({ onAssign }: UnassignedOrdersProps) {
  const list = trpc.dispatch.unassigned.useInfiniteQuery({ limit: PAGE }, PAGED);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const orders = getRows(list);
  const chosenOrders = orders.filter(({ id }) => chosen.has(id));
  const toggle = (id: number) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])));
  return (
    <section aria-labelledby="unassigned-title" className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 id="unassigned-title" className="mr-auto font-bold text-xl">
          Unassigned Work Orders
          <ListCount list={list} />
        </h2>
        {chosenOrders.length > 0 && (
          <Button look="button-primary" label={`Assign ${chosenOrders.length} Selected`} onPress={() => onAssign(chosenOrders)} />
        )}
      </div>
      <PagedList
        list={list}
        loading="Loading unassigned work orders..."
        failed="The work orders could not be loaded."
        empty={<EmptyState title="All Work Orders Assigned" text="New work orders from quotes, bookings and clients are listed here." />}
      >
        {(order) => (
          <UnassignedOrder
            key={order.id}
            order={order}
            isChosen={chosen.has(order.id)}
            onToggle={() => toggle(order.id)}
            onAssign={() => onAssign([order])}
          />
        )}
      </PagedList>
    </section>
  );
}

type UnassignedOrderProps = { order: WorkOrder; isChosen: boolean; onToggle: () => void; onAssign: () => void };

function UnassignedOrder({ order, isChosen, onToggle, onAssign }: UnassignedOrderProps) {
  const card = useRef<HTMLLIElement>(null);
  // Registers the card with the drag and drop library.
  useEffect(() => (card.current ? makeDraggable(card.current, { order }) : undefined), [order]);
  const { client, workOrderId } = order;
  return (
    <li ref={card} className="grid gap-3 rounded-card border border-line bg-paper p-4 has-checked:border-pine-600">
      <div className="flex flex-wrap items-center gap-2">
        <label className="-m-2 flex min-h-11 min-w-11 cursor-pointer items-center justify-center p-2">
          <input type="checkbox" className="size-5 accent-pine-700" checked={isChosen} onChange={onToggle} />
          <span className="sr-only">Select {formatWorkOrderId(workOrderId)}</span>
        </label>
        <PriorityChip priority={order.priority} />
        <OutsideHoursChip status={order.status} scheduledDate={order.scheduledDate} />
        <DoNotServiceChip client={client} />
      </div>
      <div className="grid min-w-0 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h3 className="font-bold text-lg">{client.name}</h3>
          <p className="text-[15px]">
            <time dateTime={order.scheduledDate}>{formatTimestamp(order.scheduledDate)}</time> · {formatPlannedMinutes(order)}
          </p>
          <p className="text-[15px] text-muted">{client.address}</p>
          <p className="text-muted text-sm">
            {formatService(order.serviceType)} · <WorkOrderId id={workOrderId} />
          </p>
        </div>
        <Button look="button-dark" label="Assign" about={formatWorkOrderId(workOrderId)} onPress={onAssign} />
      </div>
    </li>
  );
}
