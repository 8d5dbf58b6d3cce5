import { formatOrderNumber } from '../../../shared/store-sums';
import { businessDay, formatDay } from '../../../shared/time';
import type { RouterOutputs } from '../../router';
import type { Paper } from '../paper';

type Shipped = 'orderNumber' | 'createdAt' | 'status' | 'customerName' | 'customerPhone' | 'shippingAddress' | 'orderNotes' | 'items';

export function packingSlipPaper(order: Pick<RouterOutputs['store']['getStaffOrder'], Shipped>): Paper {
  const number = formatOrderNumber(order.orderNumber);
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    name: `Packing slip ${number}`,
    title: 'PACKING SLIP',
    number,
    ...(order.status === 'cancelled' && { warning: 'This order was cancelled. Do not send it.' }),
    facts: [
      { label: 'Ordered on', text: formatDay(businessDay(order.createdAt)) },
      { label: 'Total', text: `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}` },
    ],
    parties: [{ label: 'Deliver to', lines: [order.customerName, order.shippingAddress, order.customerPhone] }],
    tables: [
      {
        columns: [
          { label: 'Packed', width: 12, align: 'center', isTick: true },
          { label: 'Quantity', width: 14, align: 'right' },
          { label: 'Product' },
        ],
        rows: order.items.map(({ name, quantity }) => ({ cells: ['', String(quantity), name] })),
      },
    ],
    sums: [],
    notes: order.orderNotes ? [{ label: 'Notes', text: order.orderNotes }] : [],
    signatures: ['Packed by', 'Date'],
    footer: [],
  };
}
