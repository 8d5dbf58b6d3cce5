import { splitWorkOrderId } from '../../shared/work-order-id';

/** Shows a work order's id as "…BEDB70". A copied selection, the page's own search and the title hold the whole id. */
export function WorkOrderId({ id }: { id: string }) {
  const [hidden, shown] = splitWorkOrderId(id);
  return (
    <span title={id} className={hidden ? "select-all whitespace-nowrap before:content-['…']" : 'select-all'}>
      <span aria-hidden="true" className="text-[0px]">
        {hidden}
      </span>
      {shown}
    </span>
  );
}
