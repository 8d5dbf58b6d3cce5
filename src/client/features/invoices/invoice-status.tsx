import type { InvoiceStatus } from '../../../shared/invoice-words';
import { Chip, type Tone } from '../../ui/chip';

const STATUSES: Record<InvoiceStatus, readonly [name: string, tone: Tone]> = {
  draft: ['Draft', 'quiet'],
  pending: ['Pending', 'waiting'],
  overdue: ['Overdue', 'bad'],
  paid: ['Paid', 'good'],
};

/** How far an invoice is, in a word. */
export function InvoiceStatusChip({ status }: { status: InvoiceStatus }) {
  const [name, tone] = STATUSES[status];
  return <Chip tone={tone}>{name}</Chip>;
}
