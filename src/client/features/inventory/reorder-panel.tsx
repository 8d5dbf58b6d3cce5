import type { RouterOutputs } from '../../../server/router';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { StatusChip } from './accounting-row';

type Supplier = RouterOutputs['inventory']['reorderList'][number];

/** The products to order again, by supplier: those at or below their reorder level, up to twice that. */
export function ReorderPanel() {
  const list = trpc.inventory.reorderList.useQuery();
  return (
    <Panel title="Reorder list">
      <Loaded query={list} loading="Loading the reorder list..." failed="The reorder list could not be loaded.">
        {(suppliers) =>
          suppliers.length === 0 ? (
            <p className="text-muted">There is nothing to order again now.</p>
          ) : (
            <ul className="grid gap-5">
              {suppliers.map((supplier) => (
                <li key={supplier.supplierName}>
                  <SupplierOrder supplier={supplier} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function SupplierOrder({ supplier: { supplierName, orderCost, withoutCost, products } }: { supplier: Supplier }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-1.5">
        <h3 className="font-bold [overflow-wrap:anywhere]">{supplierName ?? 'No supplier given'}</h3>
        <p className="text-muted text-sm tabular-nums">
          {formatPrice(orderCost)}
          {withoutCost > 0 && `, ${withoutCost} without a cost`}
        </p>
      </div>
      <ul className="grid divide-y divide-line">
        {products.map(({ id, name, supplierSku, stockQuantity, reorderLevel, status, suggestedQuantity, orderCost: cost }) => (
          <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
            <div className="min-w-0">
              <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{name}</p>
              <p className="text-muted text-sm [overflow-wrap:anywhere]">
                {supplierSku && `${supplierSku} · `}
                {stockQuantity} left, level {reorderLevel}
              </p>
            </div>
            <div className="grid justify-items-end gap-1">
              <p className="tabular-nums">
                Order <b className="font-semibold">{suggestedQuantity}</b>
                <span className="text-muted text-sm">{cost === null ? ', no cost' : `, ${formatPrice(cost)}`}</span>
              </p>
              <StatusChip status={status} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
